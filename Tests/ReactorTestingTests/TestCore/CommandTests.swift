import Reactor
import ReactorTesting
import Testing

@Suite("Commands in a test core")
struct CommandTests {
    let core = TestCore(state: Scales())
    let gate = TestGate<Void>()

    @Test("A command continues when its gate opens, and a test that ends before fails")
    func gated() async throws {
        try await core.fire(command: Save(id: 1, gate: gate))
        let text = await failure { try await core.finish() }
        #expect(
            text.contains(
                "These commands are still running. Let them end, cancel them, or call skipInFlightCommands():\n    Save (launch 1)"
            ),
            "\(text)")
        gate.open()
        try await core.receive(WeightSaved.self)
        try await core.finish()
    }

    @Test("A test can expect the launch of a reaction's command, and the absence of a launch")
    func launched() async throws {
        let core = TestCore(
            state: Scales(),
            reactions: [.on(WeightLogged.self) { SaveNow(id: $0.id) }])
        try await core.launchedNone()
        try await core.fire(event: WeightLogged(id: 7)) { $0.entries = [Entry(id: 7, kilograms: 80.5)] }
        let some = await failure { try await core.launchedNone() }
        #expect(some.contains("The test expects no command to be launched. These were launched"))
        #expect(some.contains("SaveNow (launch 1)"))
        let save = try await core.launched(SaveNow.self)
        #expect(save.id == 7)
        try await core.launchedNone()
        let none = await failure { try await core.launched(SaveNow.self) }
        #expect(none.contains("The test expects SaveNow to be launched. No command was launched"))
    }

    private struct Ping: Command {
        func execute(state: Scales, core: Core<Scales>) async { core.fire(event: Unheard()) }
    }

    @Test("An endless cascade fails the call that runs it, and later calls, with the report", .timeLimit(.minutes(10)))
    func endless() async throws {
        let core = TestCore(state: Scales(), reactions: [.on(Unheard.self) { _ in Ping() }])
        let first = await failure { try await core.fire(event: Unheard()) }
        #expect(first.contains("Infinite loop: Ping caused itself 10000 times in a row."))
        #expect(await failure { try await core.finish() }.contains("Infinite loop: Ping"))
    }

    /// Fires itself without end. No reaction does, so the core reports nothing.
    private struct Spin: Command {
        let gate: TestGate<Void>

        func execute(state: Scales, core: Core<Scales>) async throws {
            try await gate.wait()
            core.fire(event: Unheard())
            core.fire(command: Spin(gate: gate))
        }
    }

    @Test("A cancelled test ends although its command does not, or a callback does not come", .timeLimit(.minutes(10)))
    func cancelled() async throws {
        let spinning = TestCore(state: Scales(), exhaustive: false)
        let waiting = TestCore(state: Scales(), waitsForOthers: true)
        gate.open()
        let spin = Task { _ = try await spinning.fire(command: Spin(gate: gate)) }
        await gate.arrived()
        for task in [spin, Task { _ = try await waiting.receive(WeightSaved.self) }] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        await #expect(throws: CancellationError.self) { try await waiting.finish() }
    }

    @Test("An event of a callback is awaited although its command has returned", .timeLimit(.minutes(10)))
    func callback() async throws {
        struct Register: Command {
            let callbacks: Guarded<[@Sendable () -> Void]>

            func execute(state: Scales, core: Core<Scales>) async {
                callbacks.withLock { $0.append { core.fire(event: WeightSaved(id: 4)) } }
            }
        }
        let callbacks = Guarded<[@Sendable () -> Void]>([])
        let core = TestCore(state: Scales(), waitsForOthers: true)
        try await core.fire(command: Register(callbacks: callbacks))
        async let called: Void = Task.detached {
            for callback in callbacks.withLock({ $0 }) { callback() }
        }.value
        try await core.receive(WeightSaved(id: 4))
        await called
        let other = await failure {
            core.core.fire(event: Unheard())
            try await core.receive(WeightSaved.self)
        }
        #expect(other.contains("This happened instead"))
    }

    @Test("The test's own commands are not unexpected launches")
    func ownLaunch() async throws {
        try await core.fire(command: SaveNow(id: 1))
        try await core.launchedNone()
        try await core.launched(SaveNow.self)
        try await core.receive(WeightSaved.self)
    }

    @Test("A stub replaces the work of a command, and its error fails the command")
    func stubs() async throws {
        core.stub(Save.self) { command, core in core.fire(event: WeightSaved(id: command.id * 10)) }
        try await core.fire(command: Save(id: 1, gate: gate))
        try await core.receive(WeightSaved(id: 10))
        core.stub(Save.self, failingWith: Broken())
        let failed = try await core.fire(command: Save(id: 2, gate: gate))
        guard case .failed(let error) = await failed.outcome else { return #expect(Bool(false), "it did not fail") }
        #expect(error as? Broken == Broken())
        try await core.receive(CommandEnded.self) { $0.message = "Save failed: Broken()" }
        core.stub(Save.self)
        try await core.fire(command: Save(id: 3, gate: gate))
        #expect(gate.arrivals == 0)
        core.unstub(Save.self)
        try await core.fire(command: Save(id: 4, gate: gate))
        #expect(gate.arrivals == 1)
        gate.open()
        try await core.receive(WeightSaved(id: 4))
        try await core.finish()
    }

    @Test(
        "The work of a command on other actors, in child tasks and @concurrent functions ends before the test continues"
    )
    func follows() async throws {
        actor Service {
            var calls = 0
            func save() async -> Int {
                calls += 1
                return calls
            }
        }
        let service = Service()
        try await core.perform { core in
            await withTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        _ = await service.save()
                        return await heavy(number)
                    }
                }
                for await number in group where number == 20 { core.fire(event: WeightSaved(id: number)) }
            }
        }
        try await core.receive(WeightSaved(id: 20))
        #expect(await service.calls == 20)
        try await core.finish()
    }

    @Test("The test core waits for the work of a command on the main actor", arguments: 0..<20)
    func mainActor(run: Int) async throws {
        try await core.perform { core in
            for _ in 0..<5 { core.fire(event: WeightSaved(id: await onMain())) }
        }
        for _ in 0..<5 { try await core.receive(WeightSaved(id: 1)) }
        try await core.finish()
    }

    @Test("Events from another thread are found after the outcome of the command, or awaited with waitsForOthers")
    func elsewhere() async throws {
        let pool = PoolExecutor()
        actor Elsewhere {
            let executor: PoolExecutor
            init(_ executor: PoolExecutor) { self.executor = executor }
            nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
            func save() -> Int { 3 }
        }
        let elsewhere = Elsewhere(pool)
        let handle = try await core.perform { core in core.fire(event: WeightSaved(id: await elsewhere.save())) }
        _ = await handle.outcome
        try await core.receive(WeightSaved(id: 3))
        try await core.finish()

        let waiting = TestCore(state: Scales(), waitsForOthers: true)
        try await waiting.perform { core in core.fire(event: WeightSaved(id: await elsewhere.save())) }
        try await waiting.receive(WeightSaved(id: 3))
        try await waiting.finish()
    }

    @Test("A subscriber on the main actor was notified, and its events were applied")
    func subscribers() async throws {
        @MainActor
        final class Label: Subscriber {
            var texts: [String] = []
            let core: Core<Scales>
            init(core: Core<Scales>) { self.core = core }
            func update(with state: String?) {
                texts.append(state ?? "none")
                if state == "late" { core.fire(event: WeightFailed(reason: "answered")) }
            }
        }
        let label = await Label(core: core.core)
        core.core.add(subscriber: label, selecting: \.message)
        try await core.fire(event: WeightFailed(reason: "late")) { $0.message = "late" }
        try await core.receive(WeightFailed.self) { $0.message = "answered" }
        await core.settled()
        #expect(await label.texts == ["none", "late", "answered"])
        try await core.finish()
    }
}

@concurrent
private func heavy(_ number: Int) async -> Int { number + 1 }

@MainActor
private func onMain() async -> Int { 1 }

/// A serial executor that is not the kit's: jobs run on the system's pool.
private final class PoolExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Task.detached { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
