import Foundation
import Reactor
import ReactorRecording
import ReactorTerminal
import enum ReactorTestSupport.Loops
import ReactorTesting
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Program")
struct ProgramTests {
    private let scratch = LogFolder()

    private func run(_ arguments: String...) async -> LoggedWeights.Run { await scratch.run(arguments) }

    private func file(_ text: String) throws -> String {
        try scratch.makeFolder()
        let path = scratch.beside("rows.csv")
        try scratch.write(text, to: path)
        return path
    }

    private static var program: String {
        let tool = Bundle.main.bundleURL.deletingLastPathComponent().appending(path: "debug/weightlog").path()
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "weightlog")
        return FileManager.default.isExecutableFile(atPath: beside.path()) ? beside.path() : tool
    }

    @Test(
        "On a full disk the exit status is 0 exactly if the weight is stored",
        .disabled(if: Loops.isSanitized, "A sanitized program needs files that are larger than the limit."))
    func fullDisk() async throws {
        // A limit of the size of a file, in 512 bytes, is the disk that is full after this many bytes.
        let logs = (6...10).map { (limit: $0, log: LogFolder()) }
        for (_, log) in logs {
            for weight in ["80.1", "80.2"] { _ = await log.run(["log", weight, "--on", "2026-01-02"]) }
        }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let each = #"(trap '' XFSZ; ulimit -f "$1"; "$0" log 81 --on 2026-01-03 --data "$2" >/dev/null 2>&1; echo $?)"#
        process.arguments =
            ["-c", "while [ $# -gt 0 ]; do \(each); shift 2; done", Self.program]
            + logs.flatMap { ["\($0.limit)", $0.log.folder.path] }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let codes = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(separator: "\n")
        try #require(codes.count == logs.count)
        var ends: Set<String> = []
        for (code, (limit, log)) in zip(codes, logs) {
            let last = try log.text(of: log.segment).split(separator: "\n").last
            let isClosed = last?.contains(#""end":"closed""#) == true
            let isStored = await log.run(["list"]).output.contains("81.0")
            #expect((code == "0") == isStored, "\(limit): \(code)")
            ends.insert("\(isStored), \(isClosed)")
        }
        #expect(ends.isSuperset(of: ["true, false", "true, true"]), "\(ends)")
    }

    @Test("A logged weight is in the list, the file and the export")
    func log() async throws {
        #expect(
            await run("log", "81.4", "--on", "2026-01-02")
                == LoggedWeights.Run(code: .ok, output: "Logged 81.4 kg on 2026-01-02 as number 1.\n"))
        #expect(
            await run("--on=2026-01-02", "log", "81,42").output == "Logged 81.42 kg on 2026-01-02 as number 2.\n")
        #expect(
            await run("list")
                == LoggedWeights.Run(
                    code: .ok,
                    output: """
                        number  date        weight     status
                             1  2026-01-02    81.4 kg  confirmed
                             2  2026-01-02   81.42 kg  confirmed

                        """))
        #expect(
            await run("list", "--json", "--last", "1").output == """
                [
                  {"id": 2, "date": "2026-01-02", "kilograms": 81.42, "status": "confirmed"}
                ]

                """)
        #expect(await run("export").output == "date,kilograms\n2026-01-02,81.4\n2026-01-02,81.42\n")
    }

    @Test("A weight is edited and deleted by its number")
    func editAndDelete() async {
        _ = await run("log", "81", "--on", "2026-01-02")
        #expect(
            await run("edit", "1", "82").output
                == "Number 1 is now 82.0 kg on 2026-01-02; it was 81.0 kg on 2026-01-02.\n")
        _ = await run("log", "83", "--on", "2026-01-02")
        #expect(await run("edit", "2", "--on", "2026-01-03").code == .ok)
        #expect(await run("edit", "2", "83").output == "Number 2 is 83.0 kg on 2026-01-03 already.\n")
        #expect(
            await run("delete", "2").output
                == "Deleted number 2. To have it back: weightlog log 83.0 --on 2026-01-03\n")
        #expect(await run("log", "84").output.hasSuffix("as number 3.\n"))
        #expect(await run("delete", "2").code == .failed)
        #expect(await run("edit", "1").code == .usage)
    }

    @Test("The last changes are undone, step by step, until there is nothing left to undo")
    func undo() async throws {
        #expect(await run("undo") == LoggedWeights.Run(code: .ok, output: "There is nothing to undo.\n"))
        _ = await run("log", "81.4", "--on", "2026-01-02")
        _ = await run("log", "82", "--on", "2026-01-03")
        _ = await run("edit", "1", "80", "--on", "2026-01-01")
        _ = await run("delete", "2")
        _ = await run("import", try file("date,kilograms\n2026-01-04,83\n2026-01-05,84\n2026-01-06,85\n"))
        let logs = [await run("list").output]
        #expect(await run("undo").output == "Undone: imported 3 weights.\n")
        #expect(await run("undo").output == "Undone: deleted number 2, 82.0 kg on 2026-01-03.\n")
        #expect(await run("undo").output == "Undone: corrected number 1 to 80.0 kg on 2026-01-01.\n")
        #expect(await run("export").output == "date,kilograms\n2026-01-02,81.4\n2026-01-03,82.0\n")
        #expect(await run("undo").output == "Undone: logged 82.0 kg on 2026-01-03 as number 2.\n")
        #expect(await run("undo").code == .ok)
        #expect(await run("undo").output == "There is nothing to undo.\n")
        for _ in 1...5 { #expect(await run("redo").output.hasPrefix("Done again: ")) }
        #expect(await run("redo").output == "There is nothing to redo.\n")
        #expect(await run("list").output == logs[0])
        for _ in 1...5 { _ = await run("undo") }
        // A number is used once, even if its weight was undone.
        #expect(await run("log", "70", "--on", "2026-02-01").output.hasSuffix("as number 6.\n"))
        #expect(await run("undo", "1").code == .usage)
    }

    @Test("An action on many rows is undone and redone by one command, which records one group", arguments: [50, 200])
    func undoImport(count: Int) async throws {
        let rows = (0..<count).map { "\(Day(ordinal: 20_000 + $0)),8\($0 % 10)" }
        _ = await run("import", try file("date,kilograms\n\(rows.joined(separator: "\n"))\n"))
        let log = await run("list").output
        for (verb, done) in [("undo", "Undone"), ("redo", "Done again")] {
            let before = try scratch.text(of: scratch.segment).split(separator: "\n").count
            #expect(await run(verb).output == "\(done): imported \(count) weights.\n")
            let lines = try scratch.text(of: scratch.segment).split(separator: "\n").dropFirst(before)
            #expect(Set(lines.compactMap { $0.firstMatch(of: /"launch":([0-9]+)/)?.1 }).count == 1)
            #expect(Set(lines.compactMap { $0.firstMatch(of: /"tx":([0-9]+)/)?.1 }).count == 1)
            let event = verb == "undo" ? "deed.undone" : "deed.redone"
            #expect(lines.contains { $0.contains(event) && $0.contains(#""op":"replace""#) })
        }
        #expect(await run("list").output == log)
    }

    @Test("A reset is undone, too, after later weights")
    func undoReset() async {
        _ = await run("log", "81", "--on", "2026-01-02")
        _ = await run("reset")
        _ = await run("log", "82", "--on", "2026-01-03")
        #expect(await run("undo").output == "Undone: logged 82.0 kg on 2026-01-03 as number 1.\n")
        #expect(await run("undo").output == "Undone: deleted every weight.\n")
        #expect(await run("export").output == "date,kilograms\n2026-01-02,81.0\n")
    }

    @Test("After another change nothing is redone, and a row that others changed since stays")
    func undoSince() async throws {
        _ = await run("log", "80", "--on", "2026-01-02")
        _ = await run("undo")
        _ = await run("log", "81", "--on", "2026-01-03")
        #expect(await run("redo").output == "There is nothing to redo.\n")
        #expect(await run("export").output == "date,kilograms\n2026-01-03,81.0\n")
    }

    @Test("Undoing all of any changes leads back through the same logs", arguments: 0..<Loops.rounds(of: 80))
    func undoAll(seed: Int) async throws {
        var random = SeededRandom(seed: UInt64(seed))
        var logs = [await run("list").output]
        for _ in 0..<8 {
            let id = "\(random.number(in: 1...4))"
            let day = "2026-01-0\(random.number(in: 1...9))"
            let kilograms = "\(random.number(in: 60...90))"
            let verb = [["log", kilograms, "--on", day], ["edit", id, kilograms], ["delete", id]][
                random.number(in: 0...2)]
            guard await scratch.run(verb).code == .ok else { continue }
            let now = await run("list").output
            if now != logs.last { logs.append(now) }
        }
        for log in logs.dropLast().reversed() {
            #expect(await run("undo").code == .ok)
            #expect(await run("list").output == log, "seed \(seed)")
        }
        #expect(await run("undo").output == "There is nothing to undo.\n")
    }

    @Test("Only the owner may read the logged weights")
    func permissions() async throws {
        _ = await run("log", "81")
        #expect(try scratch.permissions(of: scratch.segment) == 0o600)
        #expect(try scratch.permissions(of: scratch.folder.path) == 0o700)
    }
}
