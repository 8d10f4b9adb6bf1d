import Reactor
import ReactorRecording
import ReactorTerminal
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Journal")
struct JournalTests {
    private let scratch = LogFolder()

    private func run(_ arguments: String..., in folder: LogFolder? = nil) async -> LoggedWeights.Run {
        await (folder ?? scratch).run(arguments)
    }

    private func journal(_ arguments: String..., in folder: LogFolder? = nil) async -> LoggedWeights.Run {
        await (folder ?? scratch).run(["journal"] + arguments)
    }

    /// Two weights logged, one of them edited, the other deleted: twelve entries.
    private func lived() async {
        _ = await run("log", "81", "--on", "2026-01-02")
        _ = await run("log", "82", "--on", "2026-01-03")
        _ = await run("edit", "1", "90")
        _ = await run("delete", "2")
    }

    /// The files of a process that was killed while the service had not responded.
    private func killed(while events: [any Event]) async throws -> LogFolder {
        _ = await run("log", "81", "--on", "2026-01-02")
        let opened = try await Core.open(
            journal: scratch.folder.path, initial: Weights(), catalog: Weights.catalog,
            configuration: JournalConfiguration(app: Weights.app))
        let prediction = opened.core.prediction(predicting: events)
        await opened.core.settled()
        try await opened.journal.durable()
        let left = LogFolder()
        try scratch.copy(to: left)
        prediction?.rollback()
        try await opened.journal.close()
        return left
    }

    @Test("A change that was unconfirmed when the process was killed is not in the log, and is rolled back")
    func pending() async throws {
        let second = try record(2, "2026-01-03", "82")
        let left = try await killed(while: [ChangePredicted(change: .add([second]))])
        let list = await run("list", in: left)
        #expect(list.output.contains("81.0 kg") && !list.output.contains("82.0 kg"))
        let log = await run("log", "83", "--on", "2026-01-04", in: left)
        #expect(
            log
                == LoggedWeights.Run(
                    code: .ok, output: "Logged 83.0 kg on 2026-01-04 as number 2.\n",
                    errors: "weightlog: note: weightlog was ended before this was confirmed, and it is rolled back: "
                        + "logged 82.0 kg on 2026-01-03 as number 2\n"))
        #expect(await run("list", in: left).errors.isEmpty)
        #expect(await journal("show", in: left).output.contains("rollback"))
        #expect(await run("log", "84", in: left).errors.isEmpty)
    }

    @Test("An import that was killed before it was confirmed is rolled back as one, whatever its size")
    func pendingImport() async throws {
        let parts = [[try record(2, "2026-01-03", "82")], [try record(3, "2026-01-03", "83")]]
        let left = try await killed(while: parts.map { ChangePredicted(change: .add($0)) })
        let log = await run("delete", "1", in: left)
        #expect(log.errors.contains("it is rolled back: imported 2 weights"))
        #expect(await run("list", "--json", in: left).output == "[]\n")
    }

    @Test("The tool reads the log of the user if no recording is named, and a change and its action are one group")
    func show() async throws {
        await lived()
        let lines = await journal("show").output.split(separator: "\n")
        #expect(lines[0].contains("change.predicted  begin 1  ChangeWeights 1  "))
        let entries = try await journal("show", "--json").output.split(separator: "\n").map {
            try JSON(parsing: String($0))
        }
        let deeds = entries.filter { $0["event"] == "deed.done" }
        #expect(deeds.count == 4)
        for deed in deeds { #expect(deed["op"] == "replace" && deed["group"] == [2, 2], "\(deed.compact)") }
    }
}

extension Core<Weights> {
    /// One prediction of all these.
    fileprivate nonisolated func prediction(predicting events: [any Event]) -> Prediction? {
        let predicted = events.compactMap { $0 as? ChangePredicted }
        guard let first = predicted.first else { return nil }
        let prediction = predict(first)
        if predicted.count > 1 { prediction.append(Array(predicted.dropFirst())) }
        return prediction
    }
}
