import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// ``Load`` as a separate command: fired, started by a reaction, and with progress.
@Suite("The Load command")
struct LoadCommandTests {
    private struct Files: State, Equatable {
        var file = RequestStatus<String, String>()
        var seen: [RequestStatus<String, String>.Progress] = []
        /// The events, in the order of the log.
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

    private struct Opened: Event { var name: String }
    private struct Outdated: Event {}

    private let gate = TestGate<Void>()
    private let reports = Reports()
    private static let time = Timestamp(millisecondsSince1970: 9)

    private func load(_ body: @escaping @Sendable () async throws -> String) -> Load<Files, String> {
        Load("file", \Files.file, now: { Self.time }) { _ in try await body() }
    }

    private func makeCore() -> Core<Files> { Core(state: Files(), runtime: .testing(reports)) }

    /// Rows that are loaded, and to which rows are added before the server has them.
    private struct Library: State {
        var books = RequestStatus<[String], String>()

        mutating func react(to event: any Event) {
            if books.react(to: event, as: "books") { return }
            if let added = event as? Opened { books.update { if !$0.contains(added.name) { $0.append(added.name) } } }
        }
    }

    @Test(
        "Predictions stay visible on top of the response, even if they are committed before it arrives",
        arguments: [false, true], [false, true])
    func besidePredictions(isPredictedBefore: Bool, isCommitted: Bool) async {
        var library = Library()
        library.books = RequestStatus(initial: ["old"])
        let core = Core(state: library, runtime: .testing(reports))
        var prediction = isPredictedBefore ? core.predict(Opened(name: "new")) : nil
        let handle = core.load("books", \.books, now: { Self.time }) { [gate] _ in
            try? await gate.wait()
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

    @Test("A selected policy is preserved: a restart cancels the previous run, and its late response is refused")
    func restarted() async {
        let core = makeCore()
        let first = core.fire(
            command: load { [gate] in
                try? await gate.wait()
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

    @Test("A failure retains the loaded value and contains the error; a cancellation retains it and is reported")
    func endsWithoutAnswer() async {
        let core = makeCore()
        _ = await core.fire(command: load { "a" }).outcome
        core.fire(event: Outdated())
        #expect(await core.fire(command: load { throw Broken(number: 2) }).end == "failed: broken 2")
        #expect(await core.state.file.error == "broken 2")
        let handle = core.fire(
            command: load { [gate] in
                try? await gate.wait()
                return "b"
            })
        await gate.arrived()
        core.cancel(id: "file")
        #expect(await handle.end == "cancelled")
        let file = await core.state.file
        #expect((file.value, file.outcome, file.isLoading) == ("a", .cancelled, false))
        gate.open()
        await reports.reached(1)
        #expect(await core.state.file.value == "a", "the late response is refused")
    }

    @Test("It reports progress; decreasing values are ignored, and reports after the end are refused")
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
                try? await gate.wait()
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
        #expect(reports.refusals.map(\.reason) == [.ledger] && reports.all.count == 1, "the late report")
    }

    @Test("The changes of a state for reports are placed below the response and below predictions, in their order")
    func reportsBelowPredictions() async {
        let core = makeCore()
        let prediction = core.predict(Opened(name: "before"))
        let handle = core.fire(
            command: Load("file", \Files.file, now: { Self.time }) { [gate] core, progress in
                progress.report(1)
                core.fire(event: Outdated())
                let late = core.predict(Opened(name: "meanwhile"))
                progress.report(2)
                try? await gate.wait()
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

    @Test("A failed or canceled load leaves its reports in their place and releases its mark")
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
                try? await gate.wait()
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

    @Test("The options of a load are used by a reaction and by a call, except for its id")
    func ownOptions() async {
        @Sendable func owned(_ answer: String) -> Load<Files, String> {
            Load(
                "file", \Files.file,
                options: CommandOptions(id: "another", owner: Files.self, timeout: .seconds(60)), now: { Self.time }
            ) { [gate] _ in
                try? await gate.wait()
                return answer
            }
        }
        let core = Core(
            state: Files(), reactions: [.on(Opened.self) { event in owned(event.name) }], runtime: .testing(reports))
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
}
