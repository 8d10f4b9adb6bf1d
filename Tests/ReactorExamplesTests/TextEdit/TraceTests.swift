import Foundation
import ReactorTerminal
import Testing

@testable import ExampleTextEdit

@Suite("Traces")
struct TraceTests {
    func trace(_ json: String) throws(TraceProblem) -> Trace {
        try Trace(json: Array(json.utf8))
    }

    /// A trace that begins with "abc", whose second transaction inserts one code point and then has this patch.
    func problem(ofPatch patch: String) -> TraceProblem? {
        problem(
            #"{"startContent":"abc","endContent":"","txns":[{"patches":[]},{"patches":[[0,0,"ü"],\#(patch)]}]}"#)
    }

    func problem(_ json: String) -> TraceProblem? {
        do {
            _ = try trace(json)
            return nil
        } catch {
            return error
        }
    }

    static let place = TracePlace(transaction: 2, patch: 2)

    @Test("A trace holds its texts and its patches in order, whatever stands beside them and in which order")
    func reading() throws {
        let trace = try trace(
            #"""
            {"more": [1, true, null, -0.5e+3, {"x": []}],
             "txns": [
               {"time": "2021", "patches": [[0, 1, "\"\\\/\b\f\n\r\t"], [1, 0, "\u00fc\ud83e\uddf5"]]},
               {"patches": []}
             ],
             "endContent": "e\u0301", "startContent": "🧵"}
            """#)
        #expect(trace.start == "🧵")
        #expect(trace.end.unicodeScalars.elementsEqual("e\u{301}".unicodeScalars))
        #expect(trace.transactionCount == 2)
        #expect(
            trace.edits == [
                Edited(position: 0, deletedCount: 1, inserted: "\"\\/\u{8}\u{C}\n\r\t"),
                Edited(position: 1, deletedCount: 0, inserted: "ü🧵"),
            ])
    }

    @Test("A byte order mark is passed over")
    func byteOrderMark() throws {
        #expect(try trace("\u{FEFF}{\"startContent\":\"\",\"endContent\":\"\",\"txns\":[]}").edits == [])
    }

    @Test("What an encoder of another house writes is read back", arguments: [1, 2, 3] as [UInt64])
    func foreignEncoder(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let inserted = (0..<200).map { _ in random.text(count: Int.random(in: 0..<20, using: &random)) + "\u{1}\"\\/" }
        let object: [String: Any] = [
            "startContent": "", "endContent": inserted.joined(),
            "txns": inserted.map { ["patches": [[0, 0, $0] as [Any]]] },
        ]
        for options in [JSONSerialization.WritingOptions.prettyPrinted, []] {
            let json = try JSONSerialization.data(withJSONObject: object, options: options)
            let trace = try Trace(json: [UInt8](json))
            #expect(trace.edits.map(\.inserted) == inserted, "seed \(seed)")
            #expect(trace.end == inserted.joined(), "seed \(seed)")
        }
    }

    @Test(
        "A file that is no JSON is answered with line and column",
        arguments: [
            ("\n\n {", 3, 3, "'\"' is expected, but the file ends here"),
            ("{\"a\"", 1, 5, "':' is expected, but the file ends here"),
            ("{\"a\":", 1, 6, "a value is expected, but the file ends here"),
            ("{\"ü\":x}", 1, 6, "a value is expected"),
            ("{\"a\":tru}", 1, 6, "a value is expected"),
            ("{\"a\":[1 2]}", 1, 9, "',' or ']' is expected"),
            ("{\"a\":[1,]}", 1, 9, "a value is expected"),
            ("{\"a\":1,}", 1, 8, "'\"' is expected"),
            ("{\"a\":1 \"b\":2}", 1, 8, "',' or '}' is expected"),
            ("{\"a\":-}", 1, 7, "a digit is expected"),
            ("{\"a\":1.}", 1, 8, "a digit is expected"),
            ("{\"a\":1e+}", 1, 9, "a digit is expected"),
            ("{\"a\":01}", 1, 7, "',' or '}' is expected"),
            ("{\"a\":\"\\x\"}", 1, 7, "this is no escape of a character"),
            ("{\"a\":\"\\ud800\"}", 1, 7, "this is no escape of a character"),
            ("{\"a\":\"\\ud800\\u0041\"}", 1, 7, "this is no escape of a character"),
            ("{\"a\":\"\\u+123\"}", 1, 7, "this is no escape of a character"),
            ("{\"a\":\"\n\"}", 1, 7, "a control character must be escaped in a text"),
            ("{\n\"a\":\"b", 2, 7, "the text that began at line 2, column 5 does not end, but the file ends here"),
        ])
    func notJSON(json: String, line: Int, column: Int, what: String) {
        #expect(problem(json) == .notJSON(place: JSONPlace(line: line, column: column), what))
    }

    @Test("Bytes that are not UTF-8 are named, and so is what follows the trace")
    func otherFiles() {
        #expect(throws: TraceProblem.notJSON(place: JSONPlace(line: 1, column: 4), "this is not UTF-8")) {
            try Trace(json: Array("{\"ü".utf8) + [0xF0, 0x9F, 0xA7] + Array("\":1}".utf8))
        }
        #expect(
            problem(#"{"startContent":"","endContent":"","txns":[]} {}"#)
                == .notJSON(place: JSONPlace(line: 1, column: 47), "nothing more is expected"))
        #expect(
            problem(#"{"a":"# + String(repeating: "[", count: 100_000))
                == .notJSON(place: JSONPlace(line: 1, column: 506), "this is nested too deeply"))
    }

    @Test("An empty file is called empty")
    func empty() {
        #expect(problem("") == .empty)
        #expect(problem(" \n") == .empty)
    }

    @Test("A key that is missing is named")
    func missingKeys() {
        #expect(problem("{}") == .missing(key: "startContent", nil))
        #expect(problem(#"{"startContent":"","txns":[]}"#) == .missing(key: "endContent", nil))
        #expect(problem(#"{"startContent":"","endContent":""}"#) == .missing(key: "txns", nil))
        #expect(
            problem(#"{"startContent":"","endContent":"","txns":[{"time":""}]}"#)
                == .missing(key: "patches", TracePlace(transaction: 1)))
    }

    @Test("A value of the wrong type is named with its place and the right type")
    func wrongTypes() {
        #expect(problem("[]") == .wrongType(of: "a trace", expected: "one JSON object", nil))
        #expect(problem(#"{"startContent":1}"#) == .wrongType(of: "\"startContent\"", expected: "a string", nil))
        #expect(problem(#"{"endContent":null}"#) == .wrongType(of: "\"endContent\"", expected: "a string", nil))
        #expect(problem(#"{"txns":{}}"#) == .wrongType(of: "\"txns\"", expected: "an array", nil))
        let first = TracePlace(transaction: 1)
        #expect(problem(#"{"txns":[1]}"#) == .wrongType(of: "a transaction", expected: "an object", first))
        #expect(problem(#"{"txns":[{"patches":1}]}"#) == .wrongType(of: "\"patches\"", expected: "an array", first))
    }

    @Test(
        "A patch that is malformed is named by transaction and patch",
        arguments: [
            (
                "1",
                .wrongType(of: "a patch", expected: "an array [position, deleted, \"inserted\"]", place)
            ),
            (#"["1",2,"x"]"#, .wrongType(of: "the position", expected: "a whole number", place)),
            (#"[1.5,2,"x"]"#, .wrongType(of: "the position", expected: "a whole number", place)),
            (
                #"[1,null,"x"]"#,
                .wrongType(of: "the number of deleted code points", expected: "a whole number", place)
            ),
            ("[1,2,3]", .wrongType(of: "the inserted text", expected: "a string", place)),
            ("[]", .wrongCount(0, place)), ("[1,2]", .wrongCount(2, place)), (#"[1,0,"x",4]"#, .wrongCount(4, place)),
            (#"[-1,0,"x"]"#, .negative("position", "-1", place)),
            (#"[1,-2,"x"]"#, .negative("number of deleted code points", "-2", place)),
            (#"[2147483648,0,"x"]"#, .tooLarge("position", "2147483648", place)),
            (#"[5,0,"x"]"#, .positionPastEnd(5, length: 4, place)),
            (#"[3,2,"x"]"#, .deletionPastEnd(3..<5, length: 4, place)),
            (#"[2147483647,2147483647,"x"]"#, .positionPastEnd(2_147_483_647, length: 4, place)),
        ] as [(String, TraceProblem)])
    func malformedPatch(patch: String, expected: TraceProblem) {
        #expect(problem(ofPatch: patch) == expected)
    }

    @Test("The end of the text is a position, and all of it can be deleted")
    func limits() {
        #expect(problem(ofPatch: #"[4,0,"x"]"#) == nil)
        #expect(problem(ofPatch: #"[0,4,""]"#) == nil)
    }
}
