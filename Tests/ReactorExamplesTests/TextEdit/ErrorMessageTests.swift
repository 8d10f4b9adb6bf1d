import ReactorRecording
import Testing

@testable import ExampleTextEdit

@Suite("Error messages of textedit")
struct ErrorMessageTests {
    static let place = TracePlace(transaction: 12, patch: 3)

    @Test(
        "Every problem of a trace says what is wrong and where",
        arguments: [
            (TraceProblem.empty, "the file is empty; a trace is one JSON object"),
            (
                .notJSON(place: JSONPlace(line: 3, column: 7), "':' is expected"),
                "line 3, column 7: this is not JSON: ':' is expected"
            ),
            (.missing(key: "txns", nil), "the key \"txns\" is missing"),
            (
                .missing(key: "patches", TracePlace(transaction: 4)),
                "transaction 4: the key \"patches\" is missing"
            ),
            (
                .wrongType(of: "the position", expected: "a whole number", place),
                "transaction 12, patch 3: the position must be a whole number"
            ),
            (
                .wrongCount(2, place),
                "transaction 12, patch 3: a patch has 3 members, [position, deleted, \"inserted\"]; this one has 2"
            ),
            (.negative("position", "-1", place), "transaction 12, patch 3: the position is negative (-1)"),
            (
                .tooLarge("position", "2147483648", place),
                "transaction 12, patch 3: the position is too large (2147483648); the largest is 2147483647"
            ),
            (
                .positionPastEnd(88, length: 80, place),
                "transaction 12, patch 3: position 88 is past the end (80 code points)"
            ),
            (
                .deletionPastEnd(0..<2, length: 1, place),
                "transaction 12, patch 3: a deletion of 2 code points at position 0 reaches past the end (1 code point)"
            ),
        ])
    func problems(problem: TraceProblem, message: String) {
        #expect(problem.description == message)
    }

    @Test("The file is named, standard input too")
    func files() {
        #expect(
            TraceError(file: "a\u{1B}.json", problem: .empty).description
                == "a\\u{1B}.json: the file is empty; a trace is one JSON object")
        #expect(TraceError(file: "-", problem: .empty).description.hasPrefix("standard input: "))
    }

    @Test(
        "The first code point that differs is named",
        arguments: [
            ("abc", "abd", "at position 2: 'd' (U+0064) should be there, 'c' (U+0063) is"),
            ("ab", "ab\n", "at position 2: '\\n' (U+000A) should be there, the end is"),
            ("🧵b", "🧵", "at position 1: the end should be there, 'b' (U+0062) is"),
            ("e\u{301}", "\u{E9}", "at position 0: 'é' (U+00E9) should be there, 'e' (U+0065) is"),
        ])
    func difference(found: String, expected: String, message: String) {
        #expect(
            EndTextDiffers(between: found, and: expected)?.description
                == "the end text differs from the known one \(message)")
    }

    @Test("What cannot be made or replayed is named with the cure, and steers no terminal")
    func recordings() {
        #expect(
            UnwritableFile.exists("a\u{1B}").description
                == "a\\u{1B} is there already; name another file, or remove it first")
        #expect(
            UnwritableFile.refused("a\n", reason: "No space left on device").description
                == "cannot write a\\n: No space left on device; name a file in a folder that is there and may be written"
        )
        #expect(
            UnreadableRecording(error: .journal(.notJournal(path: "a\u{1B}"))).description.hasPrefix(
                "a\\u{1B} holds no recording. "))
        #expect(
            IncompleteRecording(reason: "text.edited was redacted.").description
                == "nothing was kept, because the recording would not be whole: text.edited was redacted.")
    }

    @Test("Equal texts do not differ")
    func noDifference() {
        #expect(EndTextDiffers(between: "e\u{301}", and: "e\u{301}") == nil)
        #expect(EndTextDiffers(between: "", and: "") == nil)
    }
}
