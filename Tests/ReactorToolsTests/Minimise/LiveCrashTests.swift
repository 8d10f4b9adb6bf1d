import ExampleWeightLogCore
import Foundation
import PlantedApps
import ReactorRecording
import ReactorTestSupport
import Testing

@testable import ReactorTools

/// Real crashes: a program with a core, a journal and a flight recorder dies of a signal in `react(to:)`.
// The thread sanitizer does not survive the backtrace that the Swift runtime prints of a crash.
@Suite("Minimizing the journal of a crash", .disabled(if: Loops.isSanitized))
struct LiveCrashTests {
    private let sessions: Sessions<Weights>
    private var folder: String { "\(sessions.path)/live" }
    private let minimise: [String]

    init() throws {
        sessions = try Sessions(Weights.self, count: 1, entries: 150)
        minimise = ["minimise", "\(sessions.path)/live", "--crash"]
    }

    /// Plays a session until it crashes, and removes the last event from the journal if the flight recorder has it: the writer
    /// may have been faster than the end of the program.
    ///
    /// - Returns: The end of the process.
    private func die(_ level: String) throws -> UnexpectedEnd {
        let died = try sessions.ended(5, ["live", folder, "\(sessions.path)/\(sessions.names[0])", level])
        #expect([SIGILL, SIGTRAP].contains(died.code))
        let written = try #require(try UnexpectedEnd(in: folder))
        let flying = try #require(written.inFlight)
        let segment = URL(filePath: written.file)
        var lines = try Data(contentsOf: segment).split(separator: UInt8(ascii: "\n"))
        var reader = LineReader()
        func isBefore(_ line: Data) -> Bool {
            guard case .entry(let entry)? = try? reader.read(Array(line)) else { return true }
            return entry.seq < flying.seq
        }
        lines = Array(lines.prefix(while: isBefore))
        try Data(lines.joined(separator: [UInt8(ascii: "\n")]) + [UInt8(ascii: "\n")]).write(to: segment)
        let end = try #require(try UnexpectedEnd(in: folder))
        #expect(end.seq < flying.seq)
        #expect(end.inFlight == flying)
        return end
    }

    @Test("The steps of the flight recorder become a part of the recording, and of the smallest one")
    func payload() throws {
        let end = try die("payload")
        // It is placed below pending predictions, and the events above it are applied again: the program crashes there.
        #expect(end.entries.last?.event?.name == "records.arrived")
        let test = "\(sessions.path)/Crash5.swift"
        let (output, code) = try sessions.ended(5, minimise + ["--test", test])
        #expect(code == 0)
        #expect(output.split(separator: "\n").first?.hasSuffix("of refresh.failed, entry 4") == true)
        #expect(try String(contentsOfFile: test, encoding: .utf8).contains("RecordedEvent(\"refresh.failed\", "))
    }

    @Test("The crash report of an app is accepted in place of the folder")
    func report() throws {
        let end = try die("payload")
        let file = "\(sessions.path)/report.json"
        try Data(try BugReport(of: end, catalog: Weights.catalog, redactor: nil).bytes()).write(to: URL(filePath: file))
        let (output, code) = try sessions.ended(5, ["minimise", file, "--crash", "--json"])
        #expect(code == 0)
        #expect(try JSON(parsing: output)["events"]?.array?.last == "refresh.failed")
    }

    @Test("If only the position was recorded, the error names the event in flight and the setting for payloads")
    func position() throws {
        let flying = try #require(try die("position").inFlight)
        let (output, code) = try sessions.ended(5, minimise + ["--json"])
        #expect(code == 1)
        let error = try #require(try JSON(parsing: output)["error"]?.string)
        #expect(error.contains("was not recorded: records.arrived, at entry \(flying.seq)."))
        #expect(error.contains("flight: .payload("))
    }

    @Test("A journal whose last entry crashes every opening is copied without that entry, and can be replayed")
    func salvaged() throws {
        let end = try die("payload")
        let saved = "\(sessions.path)/saved"
        let whole = "\(sessions.path)/whole.jsonl"
        let header = try RecordingFile(path: folder).header
        let written = try RecordingDraft(of: RecordingFile(path: folder)).entries + end.entries
        try RecordingDraft(header: header, entries: written).write(to: whole)
        let last = try #require(written.last?.seq)
        let words = ["salvage", whole, "--to", saved, "--json"]
        let (output, code) = try sessions.ended(5, words + ["--before", "\(last)"])
        #expect(code == 0)
        #expect(try JSON(parsing: output)["entries"]?.int == written.count - 1)
        #expect(try sessions.ended(5, ["check", saved]).code == 0)
        // The complete journal crashes every process that replays it.
        #expect([SIGILL, SIGTRAP].contains(try sessions.ended(5, ["check", whole]).code))
    }

    @Test("A session that ends normally is closed, and has no finding")
    func closed() throws {
        #expect(try sessions.ended(0, ["live", folder, "\(sessions.path)/\(sessions.names[0])", "payload"]).code == 0)
        #expect(try UnexpectedEnd(in: folder) == nil)
        #expect([SIGILL, SIGTRAP].contains(try sessions.ended(5, ["check", folder]).code))
        let (output, _) = try sessions.ended(0, minimise + ["--json"])
        #expect(try JSON(parsing: output)["error"]?.string?.contains("flight") == false)
    }
}
