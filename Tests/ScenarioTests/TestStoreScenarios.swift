import Reactor
import ReactorTesting
import Testing

/// Scenarios that the suites of TCA describe for the test store.
@Suite("The test core, as TCA's suites describe the test store")
struct TestStoreScenarios {
    private func failure(_ body: () async throws -> Void) async -> String? {
        do { try await body() } catch { return "\(error)" }
        return nil
    }

    @Test("An expectation that differs fails with the property that differs")
    func difference() async throws {
        let core = TestCore(state: Counter())
        let text = await failure { try await core.fire(event: Added(amount: 2)) { $0.count = 3 } }
        #expect(text?.contains("count: expected 3, found 2") == true, "\(text ?? "")")
    }

    @Test("A change that no closure names fails")
    func unnamed() async throws {
        let core = TestCore(state: Counter())
        let text = await failure { try await core.fire(event: Added()) }
        #expect(text?.contains("count") == true, "\(text ?? "")")
    }

    @Test("An event that was not received fails the end of an exhaustive test")
    func unreceived() async throws {
        let core = TestCore(state: Counter())
        try await core.fire(command: LogText(text: "a"))
        let text = await failure { try await core.finish() }
        #expect(text?.contains("Logged") == true, "\(text ?? "")")
    }

    @Test("A command that still runs fails the end of an exhaustive test")
    func running() async throws {
        let (core, gate) = (TestCore(state: Counter()), Gate<Void>())
        try await core.fire(command: LogText(text: "a", gate: gate))
        let text = await failure { try await core.finish() }
        #expect(text?.contains("LogText") == true, "\(text ?? "")")
        gate.open()
    }

    @Test("Events are received in the order in which they happened")
    func order() async throws {
        let core = TestCore(state: Counter())
        try await core.perform { core in
            core.fire(event: Added(amount: 1))
            core.fire(event: Added(amount: 10))
        }
        let text = await failure { try await core.receive(Added(amount: 10)) { $0.count = 10 } }
        #expect(text != nil)
    }

    @Test("A non-exhaustive test checks the members that its closures use, and ignores the rest")
    func nonExhaustive() async throws {
        let core = TestCore(state: Counter(), exhaustive: false)
        try await core.perform { core in
            core.fire(event: Logged(text: "ignored"))
            core.fire(event: Added(amount: 4))
        }
        try await core.receive(Added.self) { $0.count = 4 }
        #expect(core.state.log == ["ignored"])
        try await core.finish()
    }

    @Test("A failure of a command is received as its end")
    func failed() async throws {
        let core = TestCore(state: Counter())
        core.stub(LogText.self, failingWith: Failure())
        try await core.fire(command: LogText(text: "a"))
        let ended = try await core.receive(CommandEnded.self)
        #expect(ended.outcome.error is Failure)
        try await core.finish()
    }

    @Test("A command that a reaction starts at the beginning is started in a test, too")
    func beginning() async throws {
        let core = TestCore(
            state: Counter(selected: 7), reactions: { For(\Counter.selected) { LogText(text: "\($0)") } })
        try await core.receive(Logged(text: "7")) { $0.log = ["7"] }
        try await core.finish()
    }

    @Test("A retry waits for the clock of the test")
    func retried() async throws {
        let (core, gate) = (TestCore(state: Counter()), Gate<Void>())
        try await core.fire(command: LogText(text: "a", gate: gate)) { $0.retry = .exponential(attempts: 3) }
        for _ in 1...2 {
            gate.letOne(failingWith: Failure())
            try await core.advanceToNextSleeper()
        }
        gate.letOne()
        try await core.receive(Logged(text: "a")) { $0.log = ["a"] }
        try await core.finish()
    }
}
