import ReactorTools
import Testing

@testable import ReactorRecording

@Suite("The redactor")
struct RedactorTests {
    private static let json: JSON = [
        "a": ["b": 1, "c": 2], "list": [["pin": 1, "x": 2], ["pin": 3]], "deep": ["er": [["password": "p", "ok": 1]]],
        "password": ["of": "all"],
    ]

    @Test(
        "Exactly the values at a path are redacted",
        arguments: [
            ([["a", "b"]], #"{"a":{"b":"‹redacted›","c":2}}"#),
            ([["a", .any]], #"{"a":{"b":"‹redacted›","c":"‹redacted›"}}"#),
            ([["a", "*"]], #"{"a":{"b":"‹redacted›","c":"‹redacted›"}}"#),
            ([["list", .any, "pin"]], #"{"list":[{"pin":"‹redacted›","x":2},{"pin":"‹redacted›"}]}"#),
            ([["list", 1]], #"{"list":[{"pin":1,"x":2},"‹redacted›"]}"#),
            (
                [[.anywhere, "password"]],
                #"{"deep":{"er":[{"password":"‹redacted›","ok":1}]},"password":"‹redacted›"}"#
            ),
            ([["nowhere", "at", "all"], ["a", "b", "deeper"], ["list", 9]], "{}"),
            ([["a", "c"], ["a", "b"]], #"{"a":{"b":"‹redacted›","c":"‹redacted›"}}"#),
        ] as [([Redactor.Path], String)])
    func paths(paths: [Redactor.Path], changed: String) throws {
        var expected = Self.json
        for member in try #require(JSON(parsing: changed).object).members { expected[member.key] = member.value }
        #expect(Redactor(state: paths).state(Self.json) == expected)
    }

    @Test("Payloads are matched by the name of the event, or by its prefix")
    func events() {
        let redactor = Redactor(events: ["chat.sent": [["text"]], "card.*": [[]]])
        #expect(redactor.payload(["text": "x", "to": 1], of: "chat.sent") == ["text": "‹redacted›", "to": 1])
        #expect(redactor.payload(["text": "x"], of: "chat.sent.again") == ["text": "x"])
        #expect(redactor.payload(["number": 4], of: "card.entered") == Redactor.mark)
        #expect(redactor.payload(["number": 4], of: "card") == ["number": 4])
    }

    @Test("Unreadable values are redacted as a whole")
    func unreadable() {
        let deep =
            String(repeating: "[", count: JSON.depthLimit + 1) + "\"s3cret\""
            + String(repeating: "]", count: JSON.depthLimit + 1)
        let redactor = Redactor(state: [["pin"]], events: ["card.*": [["pin"]]])
        var event = RecordedEvent(name: "card.entered", payload: Array(deep.utf8))
        #expect(redactor.redact(&event, knowing: []))
        #expect(event.gap == .redacted && event.payload == Redactor.mark.bytes())
        var other = RecordedEvent(name: "chat.sent", payload: Array(deep.utf8))
        #expect(!redactor.redact(&other, knowing: []) && other.payload == Array(deep.utf8))
        var header = Diary.recording.header
        header.base = Array(deep.utf8)
        #expect(redactor.redactedBase(&header))
        #expect(header.base == Redactor.mark.bytes())
    }
}
