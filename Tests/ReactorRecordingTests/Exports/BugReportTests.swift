import Foundation
import Reactor
import Testing

@testable import ReactorRecording

@Suite("The bug report")
struct BugReportTests {
    private static func lines(_ bytes: [UInt8]) throws -> [JournalLine] {
        var reader = LineReader()
        return try bytes.split(separator: UInt8(ascii: "\n")).map { try reader.read(Array($0)) }
    }

    @Test("The recording of a bug report is a journal with marked redactions, without digests of secrets")
    func redacted() throws {
        let report = try BugReport(
            of: Diary.recording, catalog: Diary.catalog, redactor: Diary.redactor, versions: ["diary": "2.1"],
            facts: ["device": "test"])
        let lines = try Self.lines(report.recording)
        guard case .header(let header)? = lines.first else {
            Issue.record("it begins with \(lines.first.map { "\($0)" } ?? "nothing")")
            return
        }
        #expect(header.isRedacted)
        #expect(lines.count == 7)
        for case .entry(let entry) in lines { #expect(entry.event == nil || entry.event?.gap == .redacted) }
        for case .check(let check) in lines { #expect(check.digest == nil && check.members == nil) }
        let json = try JSON(parsing: report.bytes())
        #expect(json["facts"] == ["device": "test"])
        #expect(json["versions"] == ["diary": "2.1"])
        #expect(json["schema"]?["line.written"]?.int == 1)
        #expect(json["redacted"] == true)
        let recording = json["recording"]?.array?.compactMap(\.string).joined(separator: "\n")
        #expect(recording.map { Array($0.utf8) + [0x0A] } == report.recording)
    }

    @Test("A bug report contains only the last segment, and pending secrets are redacted")
    func lastSegment() throws {
        var header = Diary.recording.header
        let pending = RecordedEvent(
            name: "line.written", payload: Array(#"{"text":"third","pin":"pin-3333"}"#.utf8))
        (header.from, header.base) = (5, Array(#"{"lines":[],"token":"x"}"#.utf8))
        header.pending = [PendingEntry(owner: .prediction(PredictionID(2)), events: [pending])]
        let end = JournalLine.entry(
            JournalEntry(seq: 6, at: Diary.recording.header.at, step: .rollback(PredictionID(2))))
        let recording = Recording(
            header: Diary.recording.header, lines: Diary.recording.lines + [.header(header), end])
        let plain = try BugReport(of: recording, catalog: Diary.catalog, redactor: nil)
        #expect(try Self.lines(plain.recording) == [.header(header), end])
        let redactor = Redactor(events: ["line.*": [["pin"]]])
        let report = try BugReport(of: recording, catalog: Diary.catalog, redactor: redactor)
        #expect(report.header.isRedacted)
        #expect(try Self.lines(report.recording).count == 2)
        #expect(!String(decoding: report.bytes(), as: UTF8.self).contains("pin-3333"))
    }

    @Test("Without secrets the recording is unchanged")
    func exact() throws {
        let redactor = Redactor(state: [["no", "such", "place"]])
        let report = try BugReport(of: Diary.recording, catalog: Diary.catalog, redactor: redactor)
        #expect(!report.header.isRedacted)
        #expect(try Self.lines(report.recording) == [.header(Diary.recording.header)] + Diary.recording.lines)
    }
}
