import Reactor
import ReactorTesting
import Testing

@Suite("Skipped events and commands in a test core")
struct SkippingTests {
    let core = TestCore(state: Scales())
    let gate = TestGate<Void>()

    @Test("Received events can be skipped, with predictions, and the test continues after them")
    func events() async throws {
        try await core.fire(command: SaveNow(id: 1))
        let prediction = core.core.predict(WeightLogged(id: 2))
        try await core.skipReceivedEvents()
        #expect(core.state.entries.map(\.id) == [2])
        prediction.commit()
        try await core.committed(WeightLogged.self)
        try await core.fire(event: WeightSaved(id: 2)) { $0.entries[0].isSaved = true }
        try await core.finish()
    }

    @Test("A skip without an event or a command fails")
    func nothing() async throws {
        let events = await failure { try await core.skipReceivedEvents() }
        #expect(events.contains("The test has asserted every event, so skipReceivedEvents() has no event to skip."))
        let commands = await failure { try await core.skipInFlightCommands() }
        #expect(commands.contains("No command is running, so skipInFlightCommands() has no command to skip."))
    }

    @Test("Commands in flight are cancelled, and the events of their ends are skipped")
    func commands() async throws {
        let answer = TestGate<Double>(heedsCancellation: true)
        try await core.fire(command: Save(id: 1, gate: gate))
        let waits = CommandOptions(id: "later", debounce: .seconds(1))
        try await core.fire(command: Save(id: 2, gate: gate), options: waits)
        try await core.fire(command: LogOptimistically(id: 3, answer: answer))
        try await core.predicted(WeightLogged.self) { $0.entries = [Entry(id: 3, kilograms: 80.5)] }
        try await core.skipInFlightCommands()
        #expect(core.state.entries.isEmpty)
        gate.open()
        await core.advance(by: .seconds(2))
        try await core.finish()
    }

    @Test("Earlier events must be checked or skipped before commands are skipped")
    func order() async throws {
        try await core.fire(command: Save(id: 1, gate: gate))
        core.core.fire(event: WeightFailed(reason: "scale"))
        let text = await failure { try await core.skipInFlightCommands() }
        #expect(
            text.contains(
                "which happened before commands are skipped. Assert them first, or call skipReceivedEvents()."))
        try await core.skipReceivedEvents()
        try await core.skipInFlightCommands()
        #expect(core.state.message == "Save cancelled")
        gate.open()
        try await core.finish()
    }

    @Test("A part of a test can check only some events, and the rest checks all again")
    func withoutExhaustivity() async throws {
        try await core.fire(command: SaveNow(id: 1))
        let message = try await core.withoutExhaustivity {
            for id in 2...4 { try await core.fire(command: SaveNow(id: id)) }
            try await core.receive(WeightSaved(id: 3))
            try await core.fire(event: WeightFailed(reason: "a"))
            try await core.fire(command: Save(id: 5, gate: gate))
            return core.state.message
        }
        #expect(message == "a")
        #expect(core.state.message == "a")
        gate.open()
        let text = await failure { try await core.fire(event: WeightFailed(reason: "b")) { $0.message = "b" } }
        #expect(text.contains("WeightSaved(id: 5)"))
        #expect(!text.contains("WeightSaved(id: 4)"))
        try await core.receive(WeightSaved(id: 5))
        let unnamed = await failure { try await core.fire(event: WeightFailed(reason: "b")) }
        #expect(unnamed.contains("message: expected \"a\", found \"b\""))
        try await core.finish()
    }

    @Test("An error in a part without exhaustivity is thrown, and the test is exhaustive again")
    func throwing() async throws {
        await #expect(throws: Broken()) { try await core.withoutExhaustivity { throw Broken() } }
        let text = await failure { try await core.fire(event: WeightLogged(id: 1)) }
        #expect(text.contains("the test expected no change"))
    }

    @Test("In a test that is not exhaustive, a part without exhaustivity skips nothing")
    func nested() async throws {
        let core = TestCore(state: Scales(), exhaustive: false)
        try await core.withoutExhaustivity { try await core.fire(command: SaveNow(id: 1)) }
        try await core.receive(WeightSaved(id: 1))
        try await core.finish()
    }
}

@Suite("Failures of commands that a test receives")
struct ReceivedFailureTests {
    private let core = TestCore(state: Silent())

    private func fail(_ options: CommandOptions = .default) async throws {
        try await core.perform(options: options) { _ in throw Broken() }
    }

    @Test("The failure of a command in a child state is handled")
    func part() async throws {
        let child = core.core.scope(to: \.child)
        child.perform { _ in throw Broken() }
        try await core.receive(CommandEnded.self)
        try await core.finish()
    }

    @Test("The failure of a prediction is handled, with and without events for the user", arguments: [true, false])
    func prediction(isAnswered: Bool) async throws {
        try await core.perform { core in
            try await core.optimistically(Noted(text: "a")) { _ in
                throw Broken()
            } onFailure: { _ in
                isAnswered ? [Noted(text: "not saved")] : []
            }
        }
        try await core.predicted(Noted.self) { $0.texts = ["a"] }
        if isAnswered {
            try await core.rolledBack(Noted.self, with: Noted.self) { $0.texts = ["not saved"] }
        } else {
            try await core.rolledBack(Noted.self) { $0.texts = [] }
        }
        try await core.receive(CommandEnded.self)
        try await core.finish()
    }

    @Test("The failure of a load is handled")
    func load() async throws {
        core.core.load("all", \.all, about: []) { _ in throw Broken() }
        try await core.receive(StatusChange<[Int]>.self)
        try await core.receive(CommandEnded.self)
        try await core.finish()
    }

    @Test("A test that is not exhaustive skips a failure that no code has read")
    func skippedUnread() async throws {
        let core = TestCore(state: Silent(), exhaustive: false)
        try await core.perform { _ in throw Broken() }
        try await core.perform { $0.fire(event: Noted(text: "a")) }
        try await core.receive(Noted(text: "a"))
        try await core.finish()
    }

    @Test("A failure that is skipped is handled, in each way to skip it")
    func skipped() async throws {
        try await fail()
        try await core.skipReceivedEvents()
        try await core.withoutExhaustivity {
            try await fail()
            try await core.fire(event: Noted(text: "a"))
            try await fail()
            try await core.perform { $0.fire(event: Noted(text: "b")) }
            try await core.receive(Noted(text: "b"))
            try await fail()
        }
        try await core.finish()
    }
}

/// Handles no failure.
private struct Silent: State, Equatable {
    var texts: [String] = []
    var child = Child()
    var all = RequestStatus<[Int], String>()

    mutating func react(to event: any Event) {
        if let event = event as? Noted { texts.append(event.text) }
    }
}

private struct Child: State, Equatable { mutating func react(to event: any Event) {} }
private struct Noted: Event, Equatable { var text: String }
