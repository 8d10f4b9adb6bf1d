import Reactor

@testable import ReactorRecording

/// A small app with secrets, and a recording of it.
struct Diary: State, Codable, Equatable {
    var token = "t0ken-5ecret"
    var lines: [Line] = []

    struct Line: Codable, Equatable {
        var text: String
        var pin: String
    }

    mutating func react(to event: any Event) {
        switch event {
        case let event as Written: lines.append(Line(text: event.text, pin: event.pin))
        case let event as SignedIn: token = event.password
        default: return
        }
    }

    struct Written: Event, Codable {
        var text: String
        var pin: String
    }

    struct SignedIn: Event, Codable { var password: String }

    static let catalog = EventCatalog<Diary>(events: [
        .event(Written.self, as: "line.written"), .event(SignedIn.self, as: "signedIn"),
    ])

    static let redactor = Redactor(
        state: [["token"], ["lines", .any, "pin"]], events: ["signedIn": [["password"]], "line.*": [["pin"]]])

    /// A confirmed line, a predicted one that is rolled back, and a predicted one that stays pending.
    static let recording = Recording(
        header: JournalHeader(
            id: "diary-1", app: "diary", from: 0, at: Timestamp(millisecondsSince1970: 1_767_254_400_000),
            schema: catalog.schema, base: Array(#"{"lines":[],"token":"t0ken-5ecret"}"#.utf8)),
        lines: [
            entry(1, .event(), "signedIn", #"{"password":"pa55word"}"#),
            entry(2, .event(), "line.written", #"{"text":"=HYPERLINK(1)","pin":"pin-1111"}"#),
            entry(3, .begin(PredictionID(1)), "line.written", #"{"text":"second","pin":"pin-2222"}"#),
            .check(JournalCheck(seq: 3, digest: "0123", members: ["lines": 0xFEED])),
            entry(4, .rollback(PredictionID(1)), nil, nil),
            entry(5, .begin(PredictionID(2)), "line.written", #"{"text":"third\u001b[31m\u202e","pin":"pin-3333"}"#),
        ])

    private static func entry(_ seq: UInt64, _ step: JournalStep, _ name: String?, _ payload: String?) -> JournalLine {
        .entry(
            JournalEntry(
                seq: seq, at: Timestamp(millisecondsSince1970: 1_767_254_400_000 + Int64(seq) * 1_000), step: step,
                cause: JournalCause(command: "Write", launch: seq),
                event: name.map { RecordedEvent(name: $0, payload: Array((payload ?? "").utf8)) }))
    }
}
