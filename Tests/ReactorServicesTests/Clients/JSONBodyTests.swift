import Foundation
import ReactorJSON
import Testing

@testable import ReactorServices

@Suite("Decoding bodies")
struct JSONBodyTests {
    /// Returns the decoded value as JSON, or the client's error.
    private func outcome<Value: Codable>(_ type: Value.Type, _ body: Data, _ decoder: JSONDecoder?) -> String {
        do {
            return try JSON(encoding: JSONBody.decode(type, from: body, decoder: decoder)).canonical
        } catch {
            return DecodingProblem(error, in: body).description
        }
    }

    @Test(
        "A body that is not JSON for `Response.json` is not decoded, and the error contains the position",
        arguments: [
            (Array("[1,]".utf8), "line 1, column 4 (byte 3): a value was expected", "[1]"),
            (
                Array("[1]".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
                "line 1, column 2 (byte 1): a value was expected", "[1]"
            ),
            (
                Array("[1,\"\u{1}\"]".utf8),
                "line 1, column 5 (byte 4): a string contains an unescaped control character",
                "[1] is not a Int"
            ),
            (
                Array("01".utf8), "line 1, column 2 (byte 1): the value is followed by other text",
                "the value is not a Array<Any>"
            ),
        ] as [([UInt8], String, String)])
    func noJSON(bytes: [UInt8], place: String, before: String) {
        #expect(outcome([Int].self, Data(bytes), nil) == "it is not JSON at \(place)")
        #expect(outcome([Int].self, Data(bytes), JSONDecoder()) == before)
    }
}
