import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// `While` and `For`, many of one member.
@Suite("Reactions that follow one member")
struct GroupedReactionTests {
    @Test("Each starts the commands that it would start alone, in the order of the list", arguments: 0..<UInt64(16))
    func agrees(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let rules = (0..<12).map { _ in Rule.random(&random) }
        let made = Locked<[String]>([])
        let gate = Gate<Void>()
        let core = Core(
            state: Switches(),
            reactions: {
                for (number, rule) in rules.enumerated() {
                    rule.reaction { value in
                        made.withLock { $0.append("\(number): \(value)") }
                        return Run(gate: gate)
                    }
                }
            }, runtime: .testing())
        await core.settled()
        var expected: [String] = []
        var ended = 0
        var last = Switches()
        for step in 0..<60 {
            let changes = (0...random.below(2)).map { _ in Switches.change(&random) }
            core.fire(events: changes)
            await core.settled()
            let now = await core.state
            for (number, rule) in rules.enumerated() where rule.value(in: now) != rule.value(in: last) {
                if rule.value(in: last) != nil { ended += 1 }
                if let value = rule.value(in: now) { expected.append("\(number): \(value)") }
            }
            last = now
            try #require(made.copy == expected, "seed \(seed), step \(step)")
            try #require(await core.state.ended == ended, "seed \(seed), step \(step)")
        }
        gate.open()
        await core.close()
    }

    @Test("An event reads a member once, for any number of reactions to it")
    func cost() async {
        for count in [1, 200] {
            let reads = Locked(0)
            let core = Core(
                state: Watched(reads: reads),
                reactions: {
                    for _ in 0..<count { While(\.isOn) { Idle() } }
                    for _ in 0..<count { For(\.name) { _ in Idle() } }
                }, runtime: .testing())
            await core.settled()
            reads.withLock { $0 = 0 }
            for _ in 0..<5 { core.fire(event: Noted(1)) }
            await core.settled()
            #expect(reads.copy == 10, "\(count) of each")
            await core.close()
        }
    }
}

private struct Switches: State {
    var isA = false
    var isB = false
    var x: Int?
    var y: Int?
    /// The number of canceled commands.
    var ended = 0

    mutating func react(to event: any Event) {
        switch event {
        case let event as SwitchesChanged: event.change(&self)
        case let event as CommandEnded: if case .cancelled = event.outcome { ended += 1 }
        default: break
        }
    }

    static func change(_ random: inout SeededRandom) -> any Event {
        let (isOn, number) = (random.chance(50), random.below(4))
        let value = number == 3 ? nil : number
        switch random.below(5) {
        case 0: return SwitchesChanged { $0.isA = isOn }
        case 1: return SwitchesChanged { $0.isB = isOn }
        case 2: return SwitchesChanged { $0.x = value }
        case 3: return SwitchesChanged { $0.y = value }
        default: return SwitchesChanged { ($0.isA, $0.x) = (isOn, value) }
        }
    }
}

private struct SwitchesChanged: Event {
    let change: @Sendable (inout Switches) -> Void
    init(_ change: @escaping @Sendable (inout Switches) -> Void) { self.change = change }
}

/// One line of the list.
private enum Rule {
    case isA, isB, x, y

    static func random(_ random: inout SeededRandom) -> Rule { random.pick([.isA, .isB, .x, .y]) ?? .isA }

    /// The command to run for this state; nil for none.
    func value(in state: Switches) -> Int? {
        switch self {
        case .isA: state.isA ? 1 : nil
        case .isB: state.isB ? 1 : nil
        case .x: state.x
        case .y: state.y
        }
    }

    func reaction(_ make: @escaping @Sendable (Int) -> Run) -> [any Reaction<Switches>] {
        switch self {
        case .isA: [While(\.isA) { make(1) }]
        case .isB: [While(\.isB) { make(1) }]
        case .x: [For(\.x) { make($0) }]
        case .y: [For(\.y) { make($0) }]
        }
    }
}

/// Runs until the end of the test, unless it is canceled.
private struct Run: Command {
    let gate: Gate<Void>

    func execute(state: Switches, core: Core<Switches>) async { await gate.wait() }
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
