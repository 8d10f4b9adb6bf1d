import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// ``Load`` as a command of its own: fired, started by a reaction, saying how far it has come.
@Suite("The Load command")
struct LoadCommandTests {
    private struct Files: State, Equatable {
        var file = RequestStatus<String, String>()
        var seen: [RequestStatus<String, String>.Progress] = []
        /// What happened, in the order of the log.
        var log: [String] = []

        mutating func react(to event: any Event) {
            if event is Reset<Files> { self = Files() }
            if event is Outdated {
                file.invalidate()
                log.append("outdated")
            }
            if let opened = event as? Opened { log.append(opened.name) }
            let before = file
            guard file.react(to: event, as: "file") else { return }
            if let progress = file.progress { seen.append(progress) }
            if let progress = file.progress, progress != before.progress { log.append("\(progress.completed)") }
            if file.value != before.value { log.append("answer") }
        }
    }

    /// Two things that are loaded side by side.
    private struct Pair: State {
        var left = RequestStatus<String, String>()
        var right = RequestStatus<String, String>()
        var log: [String] = []

        mutating func react(to event: any Event) {
            if let opened = event as? Opened { log.append(opened.name) }
            if left.react(to: event, as: "left") { note("left", left) }
            if right.react(to: event, as: "right") { note("right", right) }
        }

        private mutating func note(_ name: String, _ status: RequestStatus<String, String>) {
            if let progress = status.progress { log.append("\(name) \(progress.completed)") }
            if status.value != nil { log.append("\(name) answer") }
        }
    }

    private struct Opened: Event { var name: String }
    private struct Outdated: Event {}

    private let gate = Gate<Void>()
    private let reports = Reports()
    private static let time = Timestamp(millisecondsSince1970: 9)

    private func load(_ body: @escaping @Sendable () async throws -> String) -> Load<Files, String> {
        Load("file", \Files.file, now: { Self.time }) { _ in try await body() }
    }

    private func makeCore() -> Core<Files> { Core(state: Files(), runtime: .testing(reports)) }

    /// Rows that are loaded, and added to before the server knows.
    private struct Library: State {
        var books = RequestStatus<[String], String>()

        mutating func react(to event: any Event) {
            if books.react(to: event, as: "books") { return }
            if let added = event as? Opened { books.update { if !$0.contains(added.name) { $0.append(added.name) } } }
        }
    }

    @Test(
        "What is predicted stays shown on the answer, also when it is committed before the answer comes",
        arguments: [false, true], [false, true])
    func besidePredictions(isPredictedBefore: Bool, isCommitted: Bool) async {
        var library = Library()
        library.books = RequestStatus(initial: ["old"])
        let core = Core(state: library, runtime: .testing(reports))
        var prediction = isPredictedBefore ? core.predict(Opened(name: "new")) : nil
        let handle = core.load("books", \.books, now: { Self.time }) { [gate] _ in
            await gate.wait()
            return ["old", "older"]
        }
        await gate.arrived()
        if prediction == nil { prediction = core.predict(Opened(name: "new")) }
        #expect(await core.state.books.value == ["old", "new"])
        if isCommitted { prediction?.commit() }
        gate.open()
        #expect(await handle.end == "finished")
        #expect(await core.state.books.value == ["old", "older", "new"])
        #expect(await core.state.books.isLoading == false)
        if !isCommitted {
            prediction?.rollback()
            #expect(await core.state.books.value == ["old", "older"])
        }
        #expect(reports.all.isEmpty)
    }

    @Test("A failed attempt gives its mark up, and the answer of the next is placed at one of its own")
    func retriedBesidePredictions() async {
        let core = Core(state: Library(), runtime: .testing(reports))
        let prediction = core.predict(Opened(name: "new"))
        let attempts = Locked(0)
        let handle = core.load("books", \.books, retry: .exponential(attempts: 2, base: .zero), now: { Self.time }) {
            _ in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt == 1 { throw Broken(number: 1) }
            return ["old"]
        }
        #expect(await handle.end == "finished")
        #expect(await core.state.books.value == ["old", "new"])
        prediction.commit()
        #expect(await core.state.books.value == ["old", "new"])
    }

    @Test("Fired without options it holds what was loaded, and goes by the name of its status")
    func fired() async {
        let core = makeCore()
        let handle = core.fire(command: load { "a" })
        #expect(await handle.end == "finished")
        let file = await core.state.file
        #expect((file.value, file.updatedAt, file.isLoading) == ("a", Self.time, false))
    }

    @Test("While one runs another is dropped, whatever options it is fired with, and the status stays with the first")
    func reloaded() async {
        let core = makeCore()
        let first = core.fire(
            command: load { [gate] in
                await gate.wait()
                return "first"
            })
        await gate.arrived()
        let second = core.fire(command: load { "second" }, options: CommandOptions(timeout: .seconds(1)))
        #expect(await second.end == "dropped")
        gate.open()
        #expect(await first.end == "finished")
        #expect(await core.state.file.value == "first")
        #expect(await core.fire(command: load { "third" }).end == "finished")
        #expect(await core.state.file.value == "first", "it is fresh")
        core.fire(event: Outdated())
        #expect(await core.fire(command: load { "fourth" }).end == "finished")
        #expect(await core.state.file.value == "fourth")
    }

    @Test("A policy that was chosen is kept: a restart cancels the run before, and its late answer is refused")
    func restarted() async {
        let core = makeCore()
        let first = core.fire(
            command: load { [gate] in
                await gate.wait()
                return "first"
            })
        await gate.arrived()
        let second = core.fire(command: load { "second" }, options: CommandOptions(policy: .restart))
        #expect(await first.end == "cancelled")
        #expect(await second.end == "finished")
        gate.open()
        await reports.reached(1)
        #expect(reports.refusals.map(\.reason) == [.late])
        #expect(await core.state.file.value == "second")
    }

    @Test("A failure keeps what is held and says why; a cancellation keeps it and says so")
    func endsWithoutAnswer() async {
        let core = makeCore()
        _ = await core.fire(command: load { "a" }).outcome
        core.fire(event: Outdated())
        #expect(await core.fire(command: load { throw Broken(number: 2) }).end == "failed: broken 2")
        #expect(await core.state.file.error == "broken 2")
        let handle = core.fire(
            command: load { [gate] in
                await gate.wait()
                return "b"
            })
        await gate.arrived()
        core.cancel(id: "file")
        #expect(await handle.end == "cancelled")
        let file = await core.state.file
        #expect((file.value, file.outcome, file.isLoading) == ("a", .cancelled, false))
        gate.open()
        await reports.reached(1)
    }

    @Test("It reports how far it has come; what goes back is ignored, and what comes after the end is refused")
    func progress() async throws {
        let core = makeCore()
        let kept = Locked<LoadProgress<String>?>(nil)
        let handle = core.fire(
            command: Load("file", \Files.file, now: { Self.time }) { [gate] _, progress in
                progress.report(1)
                progress.report(2, of: 4)
                progress.report(1, of: 4)
                progress.report(3, of: 4)
                kept.withLock { $0 = progress }
                await gate.wait()
                return "a"
            })
        await gate.arrived()
        #expect(await core.state.file.progress == RequestStatus.Progress(3, of: 4))
        gate.open()
        #expect(await handle.end == "finished")
        try #require(kept.copy).report(4, of: 4)
        let state = await core.state
        #expect(state.file.progress == nil && state.file.value == "a")
        #expect(state.seen == [.init(1), .init(2, of: 4), .init(2, of: 4), .init(3, of: 4)])
        #expect(reports.refusals.map(\.reason) == [.ledger] && reports.all.count == 1, "the report that came late")
    }

    @Test("What a state makes of the reports stands below the answer and below what is predicted, in their order")
    func reportsBelowPredictions() async {
        let core = makeCore()
        let prediction = core.predict(Opened(name: "before"))
        let handle = core.fire(
            command: Load("file", \Files.file, now: { Self.time }) { [gate] core, progress in
                progress.report(1)
                core.fire(event: Outdated())
                let late = core.predict(Opened(name: "meanwhile"))
                progress.report(2)
                await gate.wait()
                late.commit()
                progress.report(3)
                return "a"
            })
        await gate.arrived()
        #expect(await core.state.log == ["1", "2", "before", "outdated", "meanwhile"])
        gate.open()
        #expect(await handle.end == "finished")
        prediction.rollback()
        #expect(await core.state.log == ["1", "2", "3", "answer", "outdated", "meanwhile"])
        #expect(reports.all.isEmpty)
    }

    @Test("After a failed load the next one runs and answers, also while what was predicted before both is pending")
    func loadedAgainBesidePredictions() async {
        let core = makeCore()
        let prediction = core.predict(Opened(name: "before"))
        #expect(await core.fire(command: load { throw Broken() }).end == "failed: broken 0")
        #expect(await core.state.file.error == "broken 0")
        #expect(await core.fire(command: load { "a" }).end == "finished")
        for isPending in [true, false] {
            let file = await core.state.file
            #expect((file.value, file.error, file.isLoading) == ("a", nil, false), "pending: \(isPending)")
            prediction.commit()
        }
    }

    @Test("A failed load, or a cancelled one, keeps its reports where they stood and gives its mark up")
    func reportsWithoutAnswer() async {
        let core = makeCore()
        let prediction = core.predict(Opened(name: "before"))
        let failed = core.fire(
            command: Load("file", \Files.file) { _, progress in
                progress.report(1)
                throw Broken()
            })
        #expect(await failed.end == "failed: broken 0")
        let cancelled = core.fire(
            command: Load("file", \Files.file) { [gate] _, progress in
                progress.report(2)
                await gate.wait()
                progress.report(3)
                return "a"
            })
        await gate.arrived()
        cancelled.cancel()
        gate.open()
        #expect(await cancelled.end == "cancelled")
        await reports.reached(1)
        #expect(reports.refusals.map(\.reason).allSatisfy { $0 == .late })
        #expect(await core.state.log == ["1", "2", "before"])
        prediction.rollback()
        #expect(await core.state.log == ["1", "2"])
    }

    @Test("A Reset meanwhile wipes what was reported; what a load of another owner reports then stands above it")
    func reportsAroundReset() async {
        let core = makeCore()
        let handle = core.fire(
            command: Load("file", \Files.file, now: { Self.time }) { [gate] _, progress in
                progress.report(1)
                await gate.wait()
                progress.report(2)
                return "a"
            })
        await gate.arrived()
        core.fire(event: Reset<Files>())
        #expect(await core.state == Files())
        let prediction = core.predict(Opened(name: "behind"))
        gate.open()
        #expect(await handle.end == "finished")
        #expect(await core.state.log == ["behind"], "the status of the fresh state knows no load")
        prediction.commit()
        #expect(reports.all.isEmpty)
    }

    @Test("Two loads at once report below their own answers")
    func twoLoads() async {
        let core = Core(state: Pair(), runtime: .testing(reports))
        let gates = [Gate<Void>(), Gate<Void>()]
        func load(_ name: String, _ status: KeyPath<Pair, RequestStatus<String, String>> & Sendable, _ gate: Gate<Void>)
            -> CommandHandle
        {
            core.fire(
                command: Load(name, status, now: { Self.time }) { _, progress in
                    progress.report(1)
                    await gate.wait()
                    progress.report(2)
                    return "answer"
                })
        }
        let first = load("left", \Pair.left, gates[0])
        await gates[0].arrived()
        let second = load("right", \Pair.right, gates[1])
        await gates[1].arrived()
        core.fire(event: Opened(name: "meanwhile"))
        gates[1].open()
        #expect(await second.end == "finished")
        #expect(await core.state.log == ["left 1", "right 1", "right 2", "right answer", "meanwhile"])
        gates[0].open()
        #expect(await first.end == "finished")
        #expect(
            await core.state.log == [
                "left 1", "left 2", "left answer", "right 1", "right 2", "right answer", "meanwhile",
            ])
        #expect(reports.all.isEmpty)
    }

    @Test("Options that a load was given go with it, from a reaction and from a call, but for its id")
    func ownOptions() async {
        @Sendable func owned(_ answer: String) -> Load<Files, String> {
            Load(
                "file", \Files.file,
                options: CommandOptions(id: "another", owner: Files.self, timeout: .seconds(60)), now: { Self.time }
            ) { [gate] _ in
                await gate.wait()
                return answer
            }
        }
        let core = Core(
            state: Files(), reactions: { On(Opened.self) { event in owned(event.name) } }, runtime: .testing(reports))
        core.fire(event: Opened(name: "a"))
        await gate.arrived()
        #expect(await core.fire(command: owned("b")).end == "dropped", "it is the load of the same status")
        core.fire(event: Reset<Files>())
        #expect(await core.state == Files(), "the reset of its owner cancels it")
        let handle = core.fire(command: owned("c"))
        await gate.arrived(2)
        core.fire(event: Reset<Files>())
        #expect(await handle.end == "cancelled")
        gate.open()
    }

    @Test("A reaction starts it, with the options of the reaction")
    func reaction() async {
        let core = Core(
            state: Files(),
            reactions: {
                On(Opened.self, options: CommandOptions(owner: Files.self)) { [gate] event in
                    Load("file", \Files.file, now: { Self.time }) { _ in
                        await gate.wait()
                        return event.name
                    }
                }
            }, runtime: .testing(reports))
        core.fire(event: Opened(name: "a"))
        await gate.arrived()
        #expect(await core.state.file.isFirstLoad)
        core.fire(event: Reset<Files>())
        #expect(await core.state == Files(), "a Reset of its scope cancels it, and the fresh state hears nothing")
        gate.open()
        await reports.reached(1)
        #expect(reports.refusals.map(\.reason) == [.late])
        core.fire(event: Opened(name: "b"))
        await core.idle()
        #expect(await core.state.file.value == "b")
    }
}
