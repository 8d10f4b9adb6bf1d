import Reactor
import ReactorRecording
import ReactorTerminal
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogJournal

@Suite("Journal")
struct JournalTests {
    private let scratch = LogFolder()

    private struct Run: Equatable {
        var code: ExitCode
        var output = ""
        var errors = ""
    }

    private func run(_ arguments: String..., in folder: LogFolder? = nil) async -> Run {
        await run(WeightLogProgram.program, arguments, in: folder)
    }

    private func journal(_ arguments: String..., in folder: LogFolder? = nil) async -> Run {
        await run(WeightLogJournal.program, arguments, in: folder)
    }

    private func run(_ program: Program, _ arguments: [String], in folder: LogFolder?) async -> Run {
        let output = MemorySink()
        let errors = MemorySink()
        let code = await program.run(
            arguments + ["--data", (folder ?? scratch).folder.path],
            output: Output(to: output, screen: .none, capacity: 0),
            errors: Output(to: errors, screen: .none, capacity: 0))
        return Run(code: code, output: output.text, errors: errors.text)
    }

    /// Two weights logged, one of them edited, the other deleted: twelve entries.
    private func lived() async {
        _ = await run("log", "81", "--on", "2026-01-02")
        _ = await run("log", "82", "--on", "2026-01-03")
        _ = await run("edit", "1", "90")
        _ = await run("delete", "2")
    }

    /// What a process leaves that was killed while the service had not answered.
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

    @Test("What was not confirmed when the process was killed is not in the log, is reported, and is rolled back")
    func pending() async throws {
        let second = try record(2, "2026-01-03", "82")
        let left = try await killed(while: [ChangePredicted(change: .add([second]))])
        let list = await run("list", in: left)
        #expect(list.output.contains("81.0 kg") && !list.output.contains("82.0 kg"))
        #expect(list.errors.contains("1 change not confirmed yet, and not shown"))
        let log = await run("log", "83", "--on", "2026-01-04", in: left)
        #expect(
            log
                == Run(
                    code: .ok, output: "Logged 83.0 kg on 2026-01-04 as number 2.\n",
                    errors: "weightlog: note: weightlog was ended before this was confirmed, and it is rolled back: "
                        + "logged 82.0 kg on 2026-01-03 as number 2\n"))
        #expect(await run("list", in: left).errors.isEmpty)
        #expect(await journal("show", in: left).output.contains("rollback"))
        #expect(await journal("verify", in: left).code == .ok)
        #expect(await run("log", "84", in: left).errors.isEmpty)
    }

    @Test("An import that was killed before it was confirmed is rolled back as one, whatever it was made of")
    func pendingImport() async throws {
        let parts = [[try record(2, "2026-01-03", "82")], [try record(3, "2026-01-03", "83")]]
        let left = try await killed(while: parts.map { ChangePredicted(change: .add($0)) })
        let log = await run("delete", "1", in: left)
        #expect(log.errors.contains("it is rolled back: imported 2 weights"))
        #expect(await run("list", "--json", in: left).output == "[]\n")
    }

    @Test("A journal that was torn by a crash is opened up to there, and what follows is kept")
    func torn() async throws {
        _ = await run("log", "81", "--on", "2026-01-02")
        let whole = try scratch.text(of: scratch.segment)
        try scratch.write(whole + "{\"seq\":4,\"at\":\"2026", to: scratch.segment)
        #expect(await run("list").output.contains("81.0 kg"))
        #expect(await journal("verify").output.contains("a crash tore the end at line 7"))
        #expect(await run("log", "82").code == .ok)
        #expect(await journal("verify", "--json").output.contains("\"torn\":null"))
    }

    @Test("Verify says entries, segments and digest")
    func verify() async throws {
        await lived()
        let run = await journal("verify")
        #expect(run.code == .ok)
        #expect(run.output.hasPrefix("\(scratch.folder.path): 1 segment, 12 entries, the last is 12\ndigest "))
        let json = try JSON(parsing: await journal("verify", "--json").output)
        #expect(json["outcome"] == "same" && json["entries"] == 12 && json["segments"] == 1)
        #expect(json["digest"]?.string?.count == 64)
    }

    @Test("Verify names line, byte and reason of a damage, for people and for programs")
    func verifyDamage() async throws {
        await lived()
        let text = try scratch.text(of: scratch.segment).replacing("90000", with: "91000")
        try scratch.write(text, to: scratch.segment)
        let lines = text.split(separator: "\n")
        let line = try #require(lines.firstIndex { $0.contains("91000") })
        let byte = lines[..<line].reduce(0) { $0 + $1.utf8.count + 1 }
        let run = await journal("verify", "--json")
        #expect(run.code == .failed)
        #expect(run.errors.contains("line \(line + 1), byte \(byte): The check (crc) of the line does not fit"))
        let damage = try JSON(parsing: run.output)["damage"]
        #expect(damage?["line"] == .number(JSON.Number(line + 1)))
        #expect(damage?["byte"] == .number(JSON.Number(byte)))
        #expect(damage?["fault"] == "wrongCheck")
    }

    @Test("The journal's verbs are another program's, which 'weightlog journal' names in one line, whatever follows it")
    func elsewhere() async {
        await lived()
        let verbs = WeightLogJournal.program.verbs.map(\.name)
        #expect(Set(verbs).isSuperset(of: ["show", "tail", "verify", "salvage", "bisect", "inspect", "bug-report"]))
        for words in [[], ["--help"], ["--no-such", "-x", "--", "--"]] + verbs.map({ [$0, "--json"] }) {
            let run = await run(WeightLogProgram.program, ["journal"] + words, in: nil)
            #expect(run.code == .usage && run.output.isEmpty, "\(words)")
            #expect(run.errors == "weightlog: error: \(ElsewhereError.journal)\n", "\(words)")
        }
    }

    @Test("Show prints a line an entry, or the last ones alone")
    func show() async throws {
        await lived()
        let lines = await journal("show").output.split(separator: "\n")
        #expect(lines.count == 12)
        #expect(lines[0].contains("change.predicted  begin 1  LogWeight 1  "))
        #expect(await journal("show", "--last", "3").output.split(separator: "\n") == Array(lines.suffix(3)))
        let json = try JSON(parsing: await journal("show", "--json", "--last", "1").output)
        #expect(
            json["seq"] == 12 && json["op"] == nil && json["payload"]?["words"]?.string?.hasPrefix("deleted") == true)
    }

    @Test("Bisect finds the first entry after which it was so, also when it did not stay so")
    func bisect() async throws {
        await lived()
        let two = try JSON(
            parsing: await journal("bisect", "--when", "/weights/rows count >= 2", "--json").output)
        #expect(two["entry"] == 4 && two["event"] == "change.predicted")
        let heavy = "/weights/rows/*/reading/grams > "
        #expect(await journal("bisect", "--when", heavy + "85000").output.contains("EditWeight"))
        let never = await journal("bisect", "--when", heavy + "100000")
        #expect(never.code == .ok)
        #expect(never.output.hasPrefix("There is no entry after which \(heavy)100000"))
        #expect(
            await journal("bisect", "--when", "/weights/rows count >= 0").output.hasPrefix("From the beginning"))
        #expect(await journal("bisect").output.contains("There is no entry after which an invariant is broken"))
        #expect(await journal("bisect", "--when", "2", "--breaks", "the next number is new").code == .usage)
    }

    @Test("Salvage copies what is good into a folder that is a log again, and says what it left")
    func salvage() async throws {
        await lived()
        let text = try scratch.text(of: scratch.segment).replacing("90000", with: "91000")
        try scratch.write(text, to: scratch.segment)
        let saved = LogFolder()
        let run = await journal("salvage", "--to", saved.folder.path)
        #expect(run.code == .ok)
        #expect(run.output.hasPrefix("Copied 6 entries in 1 segment to \(saved.folder.path).\nLeft "))
        #expect(try scratch.text(of: scratch.segment) == text)
        #expect(await self.run("list", in: saved).output.contains("82.0  kg") == false)
        #expect(await self.run("list", "--json", in: saved).output.split(separator: "\n").count == 4)
        #expect(await self.run("log", "83", in: saved).code == .ok)
        #expect(await journal("salvage", "--to", saved.folder.path).code == .failed)
        #expect(await journal("salvage").code == .usage)
    }

    @Test("Salvage of what has no header copies nothing, and does not call that done")
    func salvageNothing() async throws {
        try scratch.makeFolder()
        try scratch.write("hello\n", to: scratch.segment)
        let saved = LogFolder()
        let run = await journal("salvage", "--to", saved.folder.path)
        #expect(run.code == .unreadable)
        #expect(run.errors.contains("could be copied: there is no whole header before the damage"))
        let json = await journal("salvage", "--json", "--to", saved.folder.path)
        #expect(json.code == .unreadable)
        #expect(try JSON(parsing: json.output)["error"]?.string?.contains("could be copied") == true)
    }

    @Test("Standard input, and one file to follow, are refused with what to do")
    func refused() async throws {
        await lived()
        let input = await journal("verify", "-")
        #expect(input.code == .usage)
        #expect(input.errors.contains("save standard input to a file first"))
        let tail = await journal("tail", scratch.segment)
        #expect(tail.code == .unreadable)
        #expect(tail.errors.contains("Name the folder that it is in."))
    }

    @Test("A bug report has no weight in it, and one with weights is a recording that is replayed")
    func bugReport() async throws {
        _ = await run("log", "77.777", "--on", "2026-01-02")
        let path = scratch.beside("report.json")
        #expect(await journal("bug-report", "-o", path).code == .ok)
        #expect(!(try scratch.text(of: path)).contains("77777"))
        #expect(try scratch.permissions(of: path) == 0o600)
        let report = try JSON(parsing: await journal("bug-report", "--unredacted").output)
        let lines = try #require(report["recording"]?.array).compactMap(\.string)
        let recording = scratch.beside("recording.jsonl")
        try scratch.write(lines.joined(separator: "\n") + "\n", to: recording)
        #expect(await journal("verify", recording).output.contains("1 segment, 3 entries"))
        let redacted = try #require(try JSON(parsing: scratch.text(of: path))["recording"]?.array).compactMap(\.string)
        try scratch.write(redacted.joined(separator: "\n") + "\n", to: recording)
        #expect(await journal("verify", recording).output.contains("secrets were taken out"))
    }

    @Test("The page is written where -o says, or to standard output")
    func files() async throws {
        await lived()
        let page = await journal("inspect", "-o", "-").output
        #expect(page.hasPrefix("<!doctype html>") || page.hasPrefix("<!DOCTYPE html>"))
    }

    @Test("Schema says what is in it, and fails when it cannot be read")
    func schema() async throws {
        await lived()
        let run = await journal("schema")
        #expect(run.output.hasSuffix("fine: deed.done version 1, 4 from entry 3\n"))
        let text = await journal("schema", "--json").output
        #expect(try text.split(separator: "\n").map { try JSON(parsing: String($0)) }.count == 4)
    }

    @Test("A folder without a recording, and one of another program, are not taken for a log")
    func others() async throws {
        #expect(await journal("verify").errors.contains("holds no recording"))
        let opened = try await Core.open(
            journal: scratch.folder.path, initial: Weights(), catalog: Weights.catalog,
            configuration: JournalConfiguration(app: "diary"))
        try await opened.journal.close()
        for arguments in ["list", "export"] {
            #expect(await run(arguments).errors.contains("belongs to \"diary\""), "\(arguments)")
        }
        #expect(await run("log", "81").errors.contains("belongs to \"diary\""))
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
