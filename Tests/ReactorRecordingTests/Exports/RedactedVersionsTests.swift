import Reactor
import ReactorTools
import Testing

@testable import ReactorRecording

@Suite("A redactor refers to the current types")
struct RedactedVersionsTests {
    struct Memo: State, Codable, UndoableDocument {
        static func undoGrouping(of event: any Event, from before: Memo, to after: Memo) -> UndoGrouping {
            .joinsAssignments(of: event)
        }
        var text = ""
        var color = "red"
        mutating func react(to event: any Event) {
            if let event = event as? Noted { text += event.words }
        }
    }

    struct Noted: Event, Codable { var words: String }
    struct Entered: Event, Codable {
        var password: String
        var user: String
    }
    /// Also decodes an older member, without a separate version.
    struct Paid: Event, Codable {
        var card: String
        init(card: String) { self.card = card }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            card =
                try container.decodeIfPresent(String.self, forKey: .card)
                ?? container.decode(String.self, forKey: .pan)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(card, forKey: .card)
        }
        private enum Keys: CodingKey { case card, pan }
    }
    struct Refused: Error, Codable { var token: String }

    struct Vault: State, Codable {
        var secret = "none"
        var user = "nobody"
        var memo = Undoable(Memo())
        var failure: String?
        mutating func react(to event: any Event) {
            switch event {
            case let event as Entered: (secret, user) = (event.password, event.user)
            case let event as CommandEnded: failure = "\(event.outcome)"
            default: memo.react(to: event)
            }
        }
    }

    private static let catalog = EventCatalog<Vault>(
        version: 2, upcasting: [1: { $0.rename("key", to: "secret") }],
        events: [
            .event(
                Entered.self, as: "entered", version: 3,
                upcasting: [1: { $0.rename("pw", to: "pass") }, 2: { $0.rename("pass", to: "password") }]),
            .event(Noted.self, as: "noted"), .event(Paid.self, as: "paid"),
            .undo(Memo.self, as: "memo.undone"), .redo(Memo.self, as: "memo.redone"),
            .commandEnded(failures: [.failure(Refused.self, as: "refused")]),
        ])

    private static let redactor = Redactor(
        state: [["secret"], ["memo", "document", "text"], ["failure"]],
        events: [
            "entered": [["password"]], "noted": [["words"]], "paid": [["card"]],
            "command.ended": [["outcome", "failed", "error", "token"]],
        ])

    private static let secrets = [
        "base-secret-1", "memo-secret-2", "memo-secret-3", "pw-secret-4", "pw-secret-5", "pan-secret-6", "pw-secret-7",
        "token-secret-8", "gone-secret-9", "pan-secret-10",
    ]

    /// Recorded by older programs: every version, every copy.
    private static func recording() throws -> Recording {
        var vault = Vault()
        vault.memo.react(to: Noted(words: "memo-secret-2"))
        vault.memo.react(to: Noted(words: "memo-secret-3"))
        if let undo = vault.memo.undoEvent { vault.memo.react(to: undo) }
        var base = try catalog.encode(state: vault)
        base["secret"] = nil
        base["key"] = "base-secret-1"
        base["forgotten"] = "gone-secret-9"
        func event(_ name: String, _ version: Int, _ payload: String) -> RecordedEvent {
            RecordedEvent(name: name, version: version, payload: Array(payload.utf8))
        }
        let pending = PendingEntry(
            owner: .prediction(PredictionID(1)), events: [event("entered", 1, #"{"pw":"pw-secret-7","user":"ann"}"#)])
        let header = JournalHeader(
            id: "vault", app: "vault", from: 10, at: .zero, schema: JournalSchema(state: 1, events: ["entered": 1]),
            base: base.bytes(), pending: [pending], counters: JournalCounters(prediction: PredictionID(1)))
        let delivered = try catalog.encode(
            CommandEnded(
                launch: 1, id: nil, command: "Enter", outcome: .failed(Refused(token: "token-secret-8"))))
        let text = try catalog.encode(
            CommandEnded(
                launch: 2, id: nil, command: "Enter",
                outcome: .failed(RecordedFailure(kind: "Odd", message: "pw-secret-5 was wrong for bob"))))
        let events = [
            event("entered", 1, #"{"pw":"pw-secret-4","user":"bob"}"#),
            event("entered", 2, #"{"pass":"pw-secret-5","user":"bob"}"#),
            event("paid", 1, #"{"pan":"pan-secret-6"}"#), delivered, text,
            event("paid", 1, #"{"card":"pan-secret-10","pan":"pan-secret-6"}"#),
        ]
        return Recording(
            header: header,
            lines: events.enumerated().map { index, event in
                .entry(JournalEntry(seq: UInt64(11 + index), at: .zero, event: event))
            })
    }

    @Test("The secrets of an event are removed from every version and copy, in every export")
    func isGone() throws {
        let recording = try Self.recording()
        var outputs: [String: String] = [:]
        let report = try BugReport(of: recording, catalog: Self.catalog, redactor: Self.redactor)
        outputs["report"] = String(decoding: report.bytes(), as: UTF8.self)
        outputs["page"] = String(
            decoding: try Inspection(of: recording, catalog: Self.catalog, redactor: Self.redactor).page(),
            as: UTF8.self)
        for case .entry(let entry) in recording.lines {
            outputs["lines", default: ""] += EntryText(entry, redactor: Self.redactor, catalog: Self.catalog).line()
        }
        for (name, output) in outputs {
            #expect(output.contains("bob") && output.contains("‹redacted›"), "\(name)")
            for secret in Self.secrets {
                #expect(!output.contains(secret), "\(secret) is in the \(name)")
            }
        }
        #expect(report.header.isRedacted)
    }

    @Test("Other values stay, and the redacted recording can be replayed")
    func isWhole() throws {
        let report = try BugReport(of: Self.recording(), catalog: Self.catalog, redactor: Self.redactor)
        var reader = LineReader()
        let lines = try report.recording.split(separator: UInt8(ascii: "\n")).map { try reader.read(Array($0)) }
        var replay = try Replay(report.header, catalog: Self.catalog)
        for line in lines.dropFirst() { try replay.read(line) }
        #expect(replay.state.user == "bob")
        #expect(replay.state.secret == "‹redacted›")
        #expect(replay.state.memo.document.color == "red")
        #expect(replay.state.memo.undoCount == 1 && replay.state.memo.redoCount == 1)
        #expect(!replay.isExact)
    }

    @Test("An unreadable event is redacted as a whole")
    func unknown() throws {
        var recording = try Self.recording()
        let entry = JournalEntry(
            seq: 17, at: .zero,
            event: RecordedEvent(name: "forgotten", payload: Array(#"{"pin":"gone-secret-9"}"#.utf8)))
        recording = Recording(header: recording.header, lines: recording.lines + [.entry(entry)])
        let report = try BugReport(of: recording, catalog: Self.catalog, redactor: Self.redactor)
        #expect(!String(decoding: report.bytes(), as: UTF8.self).contains("gone-secret-9"))
        #expect(String(decoding: report.bytes(), as: UTF8.self).contains("forgotten"))
    }
}
