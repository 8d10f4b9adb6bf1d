import Foundation
import PlantedApps
import Reactor
import ReactorRecording
import Testing
import ExampleWeightLogCore

@testable import ReactorTools

@Suite("The subcommand minimise")
struct MinimiseVerbTests {
    private let folder: Sessions<Weights>
    private var recording: String { "\(folder.path)/\(folder.names[0])" }

    init() throws { folder = try Sessions(Weights.self, count: 1, entries: 150) }

    @Test("Without a crash the error lists the limits of a replay, and suggests no other invariant")
    func nothingDied() throws {
        let run = try folder.ended(0, ["minimise", recording, "--crash", "--json"])
        #expect(run.code == 1)
        let error = try #require(try JSON(parsing: run.output)["error"]?.string)
        #expect(error.contains("a crash in a middleware, a command or a view") && !error.contains("invariant"))
    }

    @Test("A missing folder of an output is reported before the replay")
    func noFolder() throws {
        for words in [
            ["--test", "\(folder.path)/no/Crash5.swift"], ["-o", "\(recording)/small.jsonl"],
        ] {
            // Any path other than the folder would not be found, which is 1.
            let run = try folder.ended(0, ["minimise", recording, "--when", "/refreshes > 999", "--json"] + words)
            #expect(run.code == 3, "\(run)")
            let path = words[1].split(separator: "/").dropLast().joined(separator: "/")
            #expect(try JSON(parsing: run.output)["error"]?.string?.contains(path) == true, "\(run)")
        }
    }

    @Test("A result that cannot be written to its file is written to standard error")
    func unwritten() throws {
        // There are folders in place of the files.
        let (small, test) = ("\(folder.path)/small.jsonl", "\(folder.path)/Two.swift")
        for path in [small, test] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let run = try folder.ended(
            0, ["minimise", recording, "--when", "/refreshes >= 2", "-o", small, "--test", test]
        ) { _ in }
        #expect(run.code == 1)
        #expect(run.output.contains(" → 2 in "), "\(run)")
        for path in [small, test] {
            #expect(run.errors.contains("note: \(path) cannot be written, so its content"), "\(run)")
        }
        #expect(run.errors.contains("\nstruct Two {\n"))
        let lines = run.errors.split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.hasPrefix("{\"reactor\":") })
        let bytes = Array((lines[first...(first + 2)].joined(separator: "\n") + "\n").utf8)
        #expect(try Recording(bytes: bytes, named: "-").lines.count == 2)
        #expect(lines.last?.contains("error: ") == true && lines.last?.contains(small) == true, "\(run)")
    }

    @Test("Secrets in a written file are reported, and a file without secrets has no note")
    func secrets() async throws {
        let shelf = try ShelfTool()
        let recording = try await shelf.record("owned") { core in
            core.fire(event: OwnerChanged(owner: Confidential("Bob")))
            core.fire(event: BookAdded(title: "Emma"))
        }
        let words = ["minimise", recording, "--when", "/books count >= 1"]
        let run = await shelf.run(words + ["-o", shelf.path("small.jsonl")])
        #expect(run.code == .ok, "\(run)")
        // The owner of the first state is one.
        #expect(run.errors.contains("note: what was written holds what the app calls secret"), "\(run)")
        #expect(await !shelf.run(words).errors.contains("secret"))
        let report = shelf.path("report.json")
        #expect(await shelf.run("bug-report", recording, "-o", report).code == .ok)
        let redacted = await shelf.run(["minimise", report] + words.dropFirst(2) + ["-o", shelf.path("other.jsonl")])
        #expect(!redacted.errors.contains("secret"), "\(redacted)")
    }

    @Test("With -o - standard output contains only the recording")
    func toStandardOutput() throws {
        let (output, code) = try folder.ended(0, ["minimise", recording, "--when", "/refreshes >= 2", "-o", "-"])
        #expect(code == 0)
        let small = try Recording(bytes: Array(output.utf8), named: "-")
        #expect(small.lines.count == 2)
    }

    @Test("A bug report is accepted in place of its recording")
    func report() throws {
        let file = "\(folder.path)/report.json"
        let report = try BugReport(of: RecordingFile(path: recording), catalog: Weights.catalog, redactor: nil)
        try Data(report.bytes()).write(to: URL(filePath: file))
        let (output, code) = try folder.ended(0, ["minimise", file, "--when", "/refreshes >= 2", "--json"])
        #expect(code == 0)
        #expect(try JSON(parsing: output)["entries"] == 2)
    }

    @Test("A test does not replace the recording that it is made of, for any spelling of the path")
    func ownSource() throws {
        let own = "\(folder.path)/Own.jsonl"
        try FileManager.default.copyItem(atPath: recording, toPath: own)
        let before = try Data(contentsOf: URL(filePath: own))
        for spelled in [
            own, "\(folder.path)/./Own.jsonl",
            "\(folder.path)/../\(own.split(separator: "/").suffix(2).joined(separator: "/"))",
        ] {
            let (output, code) = try folder.ended(
                0, ["minimise", spelled, "--when", "/refreshes >= 2", "--test", "\(folder.path)/Own.swift", "--json"])
            #expect(code == 1)
            #expect(try JSON(parsing: output)["error"]?.string?.contains("recordings are not overwritten") == true)
        }
        #expect(try Data(contentsOf: URL(filePath: own)) == before)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/Own.swift"))
    }

    @Test("A bug report of another app is refused with both names")
    func otherApp() throws {
        let file = "\(folder.path)/report.json"
        let source = try RecordingFile(path: recording)
        var header = source.header
        header.app = "diary"
        let other = Recording(header: header, lines: try Recording(path: recording).lines)
        try Data(BugReport(of: other, catalog: Weights.catalog, redactor: nil).bytes()).write(to: URL(filePath: file))
        let (output, code) = try folder.ended(0, ["minimise", file, "--when", "/refreshes >= 2", "--json"])
        #expect(code == 3)
        let error = try #require(try JSON(parsing: output)["error"]?.string)
        #expect(error.contains("belongs to the app \"diary\", and this program is \"weightlog\""))
    }

    @Test(
        "The exit code depends on the result",
        arguments: [
            (1, ["minimise", "RECORDING", "--when", "/refreshes > 1000"]), (1, ["minimise", "RECORDING", "--crash"]),
            (1, ["minimise", "RECORDING"]), (2, ["minimise", "RECORDING", "--crash", "--impure"]),
            (2, ["minimise", "RECORDING", "--when", "/a b"]), (2, ["minimise", "RECORDING", "--breaks", "none"]),
            (2, ["minimise", "RECORDING", "--crash", "--test", "no-type.swift"]),
            (2, ["check"]), (3, ["minimise", "/nowhere", "--crash"]),
            (3, ["check", "--against", "/nowhere", "FOLDER"]), (0, ["check", "FOLDER"]),
            (2, ["minimise", "RECORDING", "--crash", "--catalog", "Weights.catalog"]),
            (2, ["minimise", "RECORDING", "--when", "/refreshes >= 2", "-o", "-", "--json"]),
        ] as [(Int32, [String])])
    func codes(code: Int32, words: [String]) throws {
        let words = words.map { $0 == "RECORDING" ? recording : $0 == "FOLDER" ? folder.path : $0 }
        #expect(try folder.ended(0, words).code == code)
    }
}
