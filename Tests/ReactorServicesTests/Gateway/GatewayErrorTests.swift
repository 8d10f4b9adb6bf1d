import Testing

@testable import ReactorServices

@Suite("The errors of the gateway")
struct GatewayErrorTests {
    @Test(
        "The message about a response that is not JSON has the place, and not the text there",
        arguments: [
            ("{\"a\"", "line 1, column 5 (byte 4): it ends where a colon should come"),
            ("{\n \"a\": oops}", "line 2, column 7 (byte 8): something else stands where a value should come"),
            ("1 2", "line 1, column 3 (byte 2): something follows the value"),
            ("\"\u{1}\"", "line 1, column 2 (byte 1): a control character stands bare in a string"),
            (#""\x""#, "line 1, column 2 (byte 1): an escape is not one of JSON's"),
            (#""\ud800""#, "line 1, column 2 (byte 1): half of a surrogate pair"),
            ("1e1234567890", "line 1, column 3 (byte 2): an exponent of more than nine digits"),
            (
                String(repeating: "[", count: 513),
                "line 1, column 513 (byte 512): more than 512 arrays and objects stand in each other"
            ),
        ])
    func json(text: String, place: String) throws {
        let error = try #require(throws: JSONError.self) { try JSON(parsingAnswer: text.utf8) }
        #expect(
            "\(GatewayError(.malformedJSON(error)))"
                == "The answer is no JSON at \(place). Look at what was sent there, or turn off applyContentTypeParsing."
        )
    }

    @Test("The place is given for bytes that are not UTF-8 and for a member that is repeated")
    func jsonBytes() throws {
        let bytes = try #require(throws: JSONError.self) { try JSON(parsingAnswer: [0x22, 0xFF, 0x22]) }
        #expect(Errors.place(bytes) == "line 1, column 2 (byte 1): these bytes are not UTF-8")
        let twice = try #require(throws: JSONError.self) { try JSON(parsing: #"{"a":1,"a":2}"#) }
        #expect(Errors.place(twice) == "line 1, column 8 (byte 7): a member comes a second time")
    }

    @Test("An address is shown without its user, password, query and fragment, and without control characters")
    func addresses() {
        #expect(Errors.withoutSecrets("https://u:p@a/b?c=d#e") == "https://…@a/b")
        #expect(Errors.withoutSecrets("https://a/\u{1B}[2J\u{9B}") == "https://a/\\u{1B}[2J\\u{9B}")
    }
}
