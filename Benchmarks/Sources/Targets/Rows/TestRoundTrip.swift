import Reactor
import ReactorTesting

/// The cost of a test of a core: an event that is fired and checked, and a command that is fired and whose response is received
/// and checked.
struct TestRoundTrip: Row {
    let title = "a TestCore's round trip: an event checked, a command fired, its response checked"
    private static let microseconds = 50.0

    func measure(_ effort: Effort) async throws -> [Finding] {
        let count = effort.events(20_000)
        let rounds = try await Rounds(
            effort.rounds,
            [Contestant(name: "round trip") { try await nanoseconds(each: count) { try await roundTrips(count) } }])
        let measured = rounds["round trip"] / 1_000
        return [
            Finding(
                title, measured: "\(measured.formatted(1)) µs", target: "≤ \(Self.microseconds.formatted(0)) µs",
                measured <= Self.microseconds ? .met : .missed)
        ]
    }

    private func roundTrips(_ count: Int) async throws {
        let core = TestCore(state: Asked())
        for _ in 0..<count {
            try await core.fire(event: Question()) { $0.questions += 1 }
            try await core.fire(command: Ask())
            try await core.receive(Answer.self) { $0.answers += 1 }
        }
        try await core.finish()
        guard core.state == Asked(questions: count, answers: count) else { throw WrongRoundTrips() }
    }
}

private struct Question: Event {}
private struct Answer: Event {}
private struct WrongRoundTrips: Error {}

private struct Asked: State, Equatable {
    var questions = 0
    var answers = 0

    mutating func react(to event: any Event) {
        switch event {
        case is Question: questions += 1
        case is Answer: answers += 1
        default: break
        }
    }
}

private struct Ask: Command {
    func execute(state: Asked, core: Core<Asked>) async { core.fire(event: Answer()) }
}
