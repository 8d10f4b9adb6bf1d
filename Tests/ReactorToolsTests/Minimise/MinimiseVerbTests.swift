import Foundation
import PlantedApps
import ReactorRecording
import Testing
import ExampleWeightLogCatalog

@testable import ReactorTools

@Suite("minimise, backtest and states as verbs")
struct MinimiseVerbTests {
    private let folder: Sessions<Weights>
    private var recording: String { "\(folder.path)/\(folder.names[0])" }

    init() throws { folder = try Sessions(Weights.self, count: 1, entries: 150) }

    @Test("A crash is named with its signal and its event, and the test of it is written")
    func crash() throws {
        let test = "\(folder.path)/Crash5.swift"
        let (output, code) = try folder.ended(
            5, ["minimise", recording, "--crash", "--test", test, "-o", "\(folder.path)/small.jsonl"])
        #expect(code == 0)
        let first = try #require(output.split(separator: "\n").first)
        #expect(first.contains(" → 4 in "))
        #expect(first.contains("the test is written and was not run: signal "))
        #expect(first.hasSuffix("in react(to:) of refresh.failed, entry 4, refresh.failed"))
        #expect(output.split(separator: "\n").count == 5)
        let source = try String(contentsOfFile: test, encoding: .utf8)
        #expect(source.contains("struct Crash5 {"))
        #expect(source.contains("RecordedEvent(\"refresh.failed\", "))
        #expect(try Recording(path: "\(folder.path)/small.jsonl").lines.count == 4)
    }

    @Test("For programs it is one line of JSON")
    func json() throws {
        let (output, code) = try folder.ended(0, ["minimise", recording, "--when", "/refreshes >= 2", "--json"])
        #expect(code == 0)
        let json = try JSON(parsing: output)
        #expect(json["events"]?.array == ["records.arrived", "records.arrived"])
        #expect(json["found"] == "/refreshes >= 2")
        #expect(json["ended"] == true)
    }

    @Test("A bug report is as good as the recording in it")
    func report() throws {
        let file = "\(folder.path)/report.json"
        let report = try BugReport(of: RecordingFile(path: recording), catalog: Weights.catalog, redactor: nil)
        try Data(report.bytes()).write(to: URL(filePath: file))
        let (output, code) = try folder.ended(0, ["minimise", file, "--when", "/refreshes >= 2", "--json"])
        #expect(code == 0)
        #expect(try JSON(parsing: output)["entries"] == 2)
    }

    @Test(
        "The code says how it ended",
        arguments: [
            (1, ["minimise", "RECORDING", "--when", "/refreshes > 1000"]), (1, ["minimise", "RECORDING", "--crash"]),
            (1, ["minimise", "RECORDING"]), (2, ["minimise", "RECORDING", "--crash", "--impure"]),
            (2, ["minimise", "RECORDING", "--when", "refreshes"]), (2, ["minimise", "RECORDING", "--breaks", "none"]),
            (2, ["minimise", "RECORDING", "--crash", "--test", "no-type.swift"]),
            (2, ["minimise", "RECORDING", "--crash", "--run"]), (2, ["backtest"]),
            (3, ["minimise", "/nowhere", "--crash"]),
            (3, ["backtest", "--baseline", "/nowhere", "FOLDER"]), (0, ["backtest", "FOLDER"]),
        ] as [(Int32, [String])])
    func codes(code: Int32, words: [String]) throws {
        let words = words.map { $0 == "RECORDING" ? recording : $0 == "FOLDER" ? folder.path : $0 }
        #expect(try folder.ended(0, words).code == code)
    }
}
