import Testing

@testable import Reactor

@Suite("What a core keeps of what was fired from inside entries of its log")
struct FiredFromEntriesTests {
    @Test("Nothing is kept when nothing is pending any more")
    func nothingIsKept() async {
        let core = Core(state: Relay(), runtime: .testing())
        for number in 0..<20 {
            let prediction = core.predict(Noted(number))
            for _ in 0..<5 { core.fire(event: Asked { core.fire(event: Noted(1)) }) }
            await core.settled()
            if number % 2 == 0 { prediction.rollback() } else { prediction.commit(with: [Noted(7)]) }
            await core.settled()
            #expect(await core.firedFromEntries == 0)
        }
        #expect(await core.state.sum == 10 * 7 + 20 * 5)
    }
}

extension Core {
    fileprivate var firedFromEntries: Int { engine.firedFromEntry.count }
}

private struct Asked: Event {
    var body: @Sendable () -> Void
}

/// Adds numbers, and runs what it is asked to inside its reducer.
private struct Relay: State {
    var sum = 0

    mutating func react(to event: any Event) {
        switch event {
        case let event as Noted: sum += event.number
        case let event as Asked: event.body()
        default: break
        }
    }
}
