import Foundation
import Reactor
import ReactorTesting
import Testing

@testable import ReactorRecording

@Suite("The report of an unexpected end")
struct CrashReportTests {
    struct Wallet: State, Codable, Equatable {
        var pin = 0
        var lines: [String] = []
        var failure: String?

        mutating func react(to event: any Event) {
            switch event {
            case let event as PinSet: pin = event.pin
            case let event as Noted: lines = Array((lines + [event.text]).suffix(20))
            case let event as CommandEnded: failure = "\(event.outcome)"
            default: return
            }
        }
    }
    struct PinSet: Event, Codable { var pin: Int }
    struct Noted: Event, Codable {
        var text: String
        var memo: [String: String] = [:]
    }

    private static let catalog = EventCatalog<Wallet>(
        version: 1,
        events: [
            .event(PinSet.self, as: "pin.set"),
            .event(Noted.self, as: "noted", version: 2, upcasting: [1: { $0.rename("words", to: "text") }]),
        ])
    private static let redactor = Redactor(
        state: [["pin"], ["failure"], ["lines", .any]],
        events: ["pin.set": [["pin"]], "noted": [["memo"], ["text"]]])

    /// A pin at the beginning, which an error contains again at the end; a text of every version and kind in each note.
    private static func recording(_ count: UInt64) throws -> Recording {
        func event(_ name: String, _ version: Int, _ payload: String) -> RecordedEvent {
            RecordedEvent(name: name, version: version, payload: Array(payload.utf8))
        }
        let ended = try catalog.encode(
            CommandEnded(
                launch: 1, id: nil, command: "Pay",
                outcome: .failed(RecordedFailure(kind: "Refused", message: "90210 is no pin"))))
        let header = JournalHeader(
            id: "wallet", app: "wallet", at: .zero, schema: catalog.schema,
            base: try catalog.encode(state: Wallet(pin: 31_337, lines: ["base-s3cret"])).bytes(.canonical), segment: 1)
        let lines = (1...count).map { seq -> JournalLine in
            let recorded =
                switch seq {
                case 1: event("pin.set", 1, #"{"pin":90210}"#)
                // From here on the state does not have the first one any more.
                case 2: event("pin.set", 1, #"{"pin":74656}"#)
                case count - 1: ended
                case _ where seq % 2 == 0: event("noted", 1, #"{"words":"old-s3cret \#(seq)","memo":{}}"#)
                default: event("noted", 2, #"{"text":"new-s3cret \"\#(seq)\"","memo":{"a":"memo-s3cret"}}"#)
                }
            return .entry(JournalEntry(seq: seq, at: .zero, event: recorded))
        }
        return Recording(header: header, lines: lines)
    }

    /// A journal of which the flight recorder has the last entries.
    private static func end(_ recording: Recording, flying: Int) throws -> (UnexpectedEnd, FilesOfRecording) {
        let files = try FilesOfRecording(
            Recording(header: recording.header, lines: Array(recording.lines.dropLast(flying))))
        let entries = recording.lines.suffix(flying).compactMap { line -> JournalEntry? in
            if case .entry(let entry) = line { entry } else { nil }
        }
        let steps = entries.map { UnexpectedEnd.Step(seq: $0.seq, event: $0.event?.name) }
        let end = UnexpectedEnd(
            file: "\(files.path)/\(JournalFolder.name(1))", seq: UInt64(recording.lines.count - flying),
            inFlight: steps.last, missing: steps, entries: entries)
        return (end, files)
    }

    @Test(
        "The report is within its limit, lists omitted contents, and replays to the same state",
        arguments: [200_000, 30_000, 5_000, 3_000])
    func bounded(limit: Int) throws {
        let recording = try Self.recording(600)
        let (end, files) = try Self.end(recording, flying: 3)
        var whole = try Replay(of: recording, catalog: Self.catalog)
        let report = try BugReport(of: end, catalog: Self.catalog, redactor: nil, limit: limit)
        #expect(report.bytes().count <= limit)
        let first = report.header.from
        #expect((first == 0) == (limit == 200_000))
        #expect(report.leftOut == (first == 0 ? nil : "the first \(first) entries of the segment"))
        var replay = try Replay(of: try report.lines(), catalog: Self.catalog)
        #expect(replay.seq == 600 && replay.state == whole.state)
        // As much as fits: twice as much did not.
        if first > 0, first < 590 { #expect(report.bytes().count > limit / 5) }
        withExtendedLifetime(files) {}
    }

    @Test(
        "If not even a header fits, the report contains the journal's id and the step in flight",
        arguments: [600, 1_100])
    func withoutRecording(limit: Int) throws {
        let (end, files) = try Self.end(try Self.recording(260), flying: 120)
        let report = try BugReport(
            of: end, catalog: Self.catalog, redactor: Self.redactor, limit: limit, versions: ["wallet": "7"],
            facts: ["machine": String(repeating: "m", count: 2_000)])
        #expect(report.bytes().count <= limit)
        let json = try JSON(parsing: report.bytes())
        #expect(json["app"]?.string == report.header.app)
        #expect(json["unexpectedEnd"]?["inFlight"]?["seq"] == 260)
        #expect(json["recording"]?.array?.isEmpty == true)
        #expect(json["leftOut"] == "the recording and the facts of the app, which are too long")
        withExtendedLifetime(files) {}
    }

    private static let secrets = ["90210", "74656", "31337", "base-s3cret", "old-s3cret", "new-s3cret", "memo-s3cret"]

    @Test(
        "The report contains no secret of any version or kind, also in the texts of errors",
        arguments: [200_000, 30_000, 4_000, 1_000])
    func redacted(limit: Int) throws {
        let (end, files) = try Self.end(try Self.recording(300), flying: 5)
        let report = try BugReport(of: end, catalog: Self.catalog, redactor: Self.redactor, limit: limit)
        let text = String(decoding: report.bytes(), as: UTF8.self)
        for secret in Self.secrets { #expect(!text.contains(secret), "\(secret)") }
        #expect(text.contains(#""inFlight": {"#))
        // A report that is too short for its last entries contains nothing to redact.
        if limit >= 4_000 { #expect(text.contains("is no pin") && text.contains("‹redacted›")) }
        let open = try BugReport(of: end, catalog: Self.catalog, redactor: nil)
        let all = String(decoding: open.bytes(), as: UTF8.self)
        for secret in Self.secrets { #expect(all.contains(secret), "\(secret)") }
        withExtendedLifetime(files) {}
    }

    @Test("No secret of an earlier segment is in a bug report of the last segment")
    func segments() throws {
        let recording = try Self.recording(40)
        var header = recording.header
        header.from = 20
        header.base = try Self.catalog.encode(state: Wallet(pin: 1)).bytes(.canonical)
        let lines = recording.lines[..<20] + [.header(header)] + recording.lines[20...]
        let report = try BugReport(
            of: Recording(header: recording.header, lines: Array(lines)), catalog: Self.catalog, redactor: Self.redactor
        )
        #expect(report.header.from == 20)
        let text = String(decoding: report.bytes(), as: UTF8.self)
        for secret in Self.secrets { #expect(!text.contains(secret), "\(secret)") }
        #expect(text.contains("is no pin"))
    }
}
