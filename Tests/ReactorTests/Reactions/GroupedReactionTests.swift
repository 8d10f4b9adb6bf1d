import ReactorTestSupport
import Testing

@testable import Reactor

/// `.while` and `.for`, many of one member.
@Suite("Reactions that follow one member")
struct GroupedReactionTests {
    @Test("An event reads a member once, for any number of reactions to it")
    func cost() async {
        for count in [1, 200] {
            let reads = Locked(0)
            let core = Core(
                state: Watched(reads: reads),
                reactions: (0..<count).map { _ in .while(\.isOn) { Idle() } }
                    + (0..<count).map { _ in .for(\.name) { _ in Idle() } }, runtime: .testing())
            await core.settled()
            reads.withLock { $0 = 0 }
            for _ in 0..<5 { core.fire(event: Noted(1)) }
            await core.settled()
            #expect(reads.copy == 10, "\(count) of each")
            await core.close()
        }
    }
}

/// Members that count their reads.
private struct Watched: State {
    let reads: Locked<Int>

    var isOn: Bool {
        reads.withLock { $0 += 1 }
        return false
    }

    var name: String? {
        reads.withLock { $0 += 1 }
        return nil
    }

    mutating func react(to event: any Event) {}
}

private struct Idle: Command {
    func execute(state: Watched, core: Core<Watched>) {}
}
