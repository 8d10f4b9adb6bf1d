import Testing

@testable import ReactorJSON

@Suite("What is said of a text that is not JSON")
struct JSONErrorTextTests {
    @Test("Each sentence names the place, what is wrong there, and what to do", arguments: Self.sentences)
    func sentence(text: [UInt8], sentence: String) {
        do throws(JSONError) {
            Issue.record("was read as \(try JSON(parsing: text, depthLimit: 2))")
        } catch {
            #expect("\(error)" == sentence)
        }
    }

    static let sentences: [([UInt8], String)] = [
        (
            Array("{\n \"a\" 1}".utf8),
            "Not JSON at line 2, column 6 (byte 7): \"1\" stands where a colon should come."
        ),
        (
            Array("[1".utf8),
            "Not JSON at line 1, column 3 (byte 2): the text ends where a comma or the end of the array should come. "
                + "Was it cut off?"
        ),
        (Array("1 2".utf8), "Not JSON at line 1, column 3 (byte 2): \"2\" follows the value. Give one value alone."),
        (
            [0x22, 0xFF, 0x22],
            "Not JSON at line 1, column 2 (byte 1): these bytes are not UTF-8. Save the text as UTF-8."
        ),
        (
            [0x22, 0x1B, 0x22],
            "Not JSON at line 1, column 2 (byte 1): byte 0x1B stands bare in a string. Write it as an escape, such as "
                + "\\n or \\u00…"
        ),
        (
            Array(#""\x""#.utf8),
            "Not JSON at line 1, column 2 (byte 1): a backslash stands before something it does not escape. Write \\\\ "
                + "for a backslash itself."
        ),
        (
            Array(#""\ud800""#.utf8),
            "Not JSON at line 1, column 2 (byte 1): half of a surrogate pair. Write both halves, high before low."
        ),
        (
            Array("1e1234567890".utf8),
            "Not JSON at line 1, column 3 (byte 2): an exponent of more than nine digits. Give a number within reach."
        ),
        (
            Array(#"{"a":1,"a":2}"#.utf8),
            "Not JSON at line 1, column 8 (byte 7): the member \"a\" comes a second time. Name each member once."
        ),
        (
            Array("[[[]]]".utf8),
            "Not JSON at line 1, column 3 (byte 2): more than 2 arrays and objects stand in each other. Flatten the "
                + "value."
        ),
    ]
}
