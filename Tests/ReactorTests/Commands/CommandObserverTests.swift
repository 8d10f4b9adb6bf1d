import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// Records the calls of an observer.
private struct Notebook: CommandObserver {
    @TaskLocal static var place: String?
    @TaskLocal static var attempt: Int?

    let lines = Locked<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    func fired() -> (any Sendable)? { Self.place }

    func launched(_ command: ObservedCommand) {
        let origin = (command.origin as? String).map { " from \($0)" } ?? ""
        note("\(command.launch) launched by \(command.parent.map(String.init) ?? "nobody")\(origin)")
    }

    nonisolated(nonsending) func attempt(
        _ command: ObservedCommand, number: Int, _ body: nonisolated(nonsending) () async throws -> Void
    ) async throws {
        note("\(command.launch) attempt \(number)")
        try await Self.$attempt.withValue(number) { try await body() }
        note("\(command.launch) returns")
    }

    func ended(_ command: ObservedCommand, _ outcome: CommandOutcome) { note("\(command.launch) \(outcome)") }

    func applied(_ event: any Event, by launch: UInt64?) {
        let number = (event as? Noted).map { "\($0.number)" } ?? "\(type(of: event))"
        note("\(number) by \(launch.map(String.init) ?? "nobody")")
    }
}

@Suite("An observer of commands")
struct CommandObserverTests {
    private func runtime(_ observer: any CommandObserver) -> Runtime {
        var runtime = Runtime.testing()
        runtime.observers = [observer]
        return runtime
    }

    @Test("Receives a command's launch, its attempt, its events and its end, in the order of the core")
    func life() async {
        let notebook = Notebook()
        let core = Core(state: Notes(), runtime: runtime(notebook))
        core.fire(event: Noted(1))
        let handle = Notebook.$place.withValue("screen") { core.fire(command: Note(7, 8)) }
        _ = await handle.outcome
        await core.settled()
        let lines = notebook.lines.copy
        #expect(
            lines.filter { $0 != "1 returns" } == [
                "1 by nobody", "1 launched by nobody from screen", "1 attempt 1", "7 by 1", "8 by 1", "1 finished",
            ])
        #expect(lines.contains("1 returns"))
    }

    @Test("Receives the command that fired another, and the name of each closure")
    func parents() async {
        let names = Locked<[String]>([])
        struct Names: CommandObserver {
            let names: Locked<[String]>
            func launched(_ command: ObservedCommand) {
                names.withLock { $0.append("\(command.name) \(command.id?.name ?? "-") \(command.parent ?? 0)") }
            }
        }
        let core = Core(state: Notes(), runtime: runtime(Names(names: names)))
        _ = await core.perform("outer", options: CommandOptions(id: "a")) { core in
            _ = await core.perform("inner") { core in _ = await core.fire(command: Note(3)).outcome }.outcome
        }.outcome
        #expect(names.copy == ["outer a 0", "inner - 1", "Note - 2"])
    }

    @Test("A resolution's events belong to the command that began the prediction, for observers and reactions")
    func resolutions() async {
        let notebook = Notebook()
        let core = Core(
            state: Notes(), reactions: [.on(Noted.self) { $0.number > 10 ? Note() : nil }], runtime: runtime(notebook))
        _ = await core.perform { core in
            try await core.optimistically(Noted(1)) { _ in .commit(with: [Noted(11), Noted(2)], then: [Noted(12)]) }
        }.outcome
        await core.idle()
        _ = await core.perform { core in
            try? await core.optimistically(Noted(3)) { _ in
                throw CancellationError()
            } onFailure: { _ in
                [Noted(13)]
            }
        }.outcome
        await core.idle()
        core.predict(Noted(4)).commit(with: [Noted(14)])
        await core.idle()
        #expect(
            notebook.lines.copy.filter { $0.contains(" by ") } == [
                "1 launched by nobody", "1 by 1", "11 by 1", "2 by 1", "12 by 1", "2 launched by 1", "3 launched by 1",
                "4 launched by nobody", "3 by 4", "13 by 4", "5 launched by 4",
                "4 by nobody", "14 by nobody", "6 launched by nobody",
            ])
    }

    @Test("A reaction's command has its parent even if it replaces one that ends")
    func replacements() async {
        let notebook = Notebook()
        let gate = TestGate<Void>()
        let core = Core(
            state: Notes(),
            reactions: [
                .on(Noted.self, options: CommandOptions(id: "a", policy: .restart)) { _ in NoteAfter(gate, 0) },
                .on(Noted.self, options: CommandOptions(id: "b", policy: .restart)) { _ in NoteAfter(gate, 0) },
                .for(\.newest) { _ in NoteAfter(gate, 0) },
            ], runtime: runtime(notebook))
        _ = await core.fire(command: Note(1)).outcome
        _ = await core.fire(command: Note(2)).outcome
        await core.settled()
        let launches = notebook.lines.copy.filter { $0.contains("launched") }
        #expect(
            launches == [
                "1 launched by nobody", "2 launched by 1", "3 launched by 1", "4 launched by 1",
                "5 launched by nobody", "6 launched by 5", "7 launched by 5", "8 launched by 5",
            ])
        gate.open()
    }

    @Test("Surrounds each attempt, so that the command sees the task-local values bound there")
    func attempts() async {
        let notebook = Notebook()
        let seen = Locked<[Int?]>([])
        let core = Core(state: Notes(), runtime: runtime(notebook))
        var options = CommandOptions(id: "again")
        options.retry = .exponential(attempts: 3)
        let handle = core.perform(options: options) { _ in
            seen.withLock { $0.append(Notebook.attempt) }
            if Notebook.attempt != 3 { throw Broken() }
        }
        _ = await handle.outcome
        _ = await core.fire(command: Errand { _, _ in seen.withLock { $0.append(Notebook.attempt) } }).outcome
        #expect(seen.copy == [1, 2, 3, 1])
        #expect(
            notebook.lines.copy.filter { $0.contains("attempt") } == [
                "1 attempt 1", "1 attempt 2", "1 attempt 3", "2 attempt 1",
            ])
    }

    @Test("Receives one end of each command that was launched, however it ends: seeded", arguments: 0..<20)
    func ends(seed: UInt64) async {
        let notebook = Notebook()
        var random = SeededRandom(seed: seed)
        var core: Core<Notes>? = Core(state: Notes(), runtime: runtime(notebook))
        let gate = TestGate<Void>()
        var handles: [CommandHandle] = []
        for number in 0..<60 {
            var options = CommandOptions(id: CommandID("\(random.below(3))"))
            options.policy = random.pick(CommandPolicy.allCases) ?? .parallel
            if random.chance(20) { options.debounce = .seconds(3_600) }
            options.owners = random.chance(30) ? [Screen.self] : nil
            let (throwing, waiting) = (random.chance(30), random.chance(40))
            if let handle = core?.perform(
                options: options,
                { core in
                    if waiting { try? await gate.wait() }
                    if throwing { throw Broken(number: number) }
                    core.fire(event: Noted(number))
                })
            {
                handles.append(handle)
            }
            switch random.below(12) {
            case 0: random.pick(handles)?.cancel()
            case 1: core?.fire(event: Reset<Screen>())
            case 2: core?.cancel(id: "1")
            default: break
            }
        }
        await core?.settled()
        let closes = random.chance(50)
        gate.open()
        if closes {
            await core?.close(grace: .zero)
            core?.perform { _ in }
        }
        core = nil
        var outcomes: [String] = []
        for handle in handles { outcomes.append(await handle.end) }
        let heard = notebook.lines.copy
        for launch in 1...60 {
            #expect(heard.filter { $0.hasPrefix("\(launch) launched") }.count == 1)
            let ends = heard.filter { line in
                ["finished", "failed", "cancelled", "dropped"].contains { line.hasPrefix("\(launch) \($0)") }
            }
            #expect(ends == ["\(launch) \(outcomes[launch - 1])"], "launch \(launch)")
        }
    }

    @Test("Several observers are called in order, the first surrounds the second, and each has its own context")
    func several() async {
        let lines = Locked<[String]>([])
        struct Layer: CommandObserver {
            let name: String
            let lines: Locked<[String]>
            func note(_ line: String) { lines.withLock { $0.append("\(name) \(line)") } }
            func fired() -> (any Sendable)? { "of \(name)" }
            func launched(_ command: ObservedCommand) { note("launched \(command.origin as? String ?? "")") }
            nonisolated(nonsending) func attempt(
                _ command: ObservedCommand, number: Int, _ body: nonisolated(nonsending) () async throws -> Void
            ) async throws {
                note("begins \(command.origin as? String ?? "")")
                try await body()
                note("returns")
            }
            func ended(_ command: ObservedCommand, _ outcome: CommandOutcome) { note("\(outcome)") }
            func applied(_ event: any Event, by launch: UInt64?) { note("applied") }
        }
        var runtime = Runtime.testing()
        runtime.observers = [Layer(name: "a", lines: lines), Layer(name: "b", lines: lines)]
        let core = Core(state: Notes(), runtime: runtime)
        let gate = TestGate<Void>()
        let handle = core.perform { core in
            core.fire(event: Noted(1))
            try? await gate.wait()
        }
        await gate.arrived()
        await core.settled()
        gate.open()
        _ = await handle.outcome
        #expect(
            lines.copy == [
                "a launched of a", "b launched of b", "a begins of a", "b begins of b", "a applied", "b applied",
                "b returns", "a returns", "a finished", "b finished",
            ])
    }
}

extension Notes {
    fileprivate var newest: Int? { numbers.last }
}
