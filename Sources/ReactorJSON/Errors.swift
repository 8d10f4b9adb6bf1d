/// The error messages of this module. Each names the fault, its place and the fix.
enum Errors {
    /// `JSONError`: a text is not JSON, or an object names a member twice.
    static func json(_ error: JSONError) -> String {
        "Not JSON at line \(error.line), column \(error.column) (byte \(error.offset)): \(reason(error.reason))"
    }

    private static func reason(_ reason: JSONError.Reason) -> String {
        switch reason {
        case .endsEarly(let expected): "the text ends where \(expected) should come. Was it cut off?"
        case .unexpected(let byte, let expected): "\(shown(byte)) stands where \(expected) should come."
        case .trailing(let byte): "\(shown(byte)) follows the value. Give one value alone."
        case .invalidUTF8: "these bytes are not UTF-8. Save the text as UTF-8."
        case .controlCharacter(let byte):
            "\(shown(byte)) stands bare in a string. Write it as an escape, such as \\n or \\u00…"
        case .invalidEscape:
            "a backslash stands before something it does not escape. Write \\\\ for a backslash itself."
        case .loneSurrogate: "half of a surrogate pair. Write both halves, high before low."
        case .hugeExponent: "an exponent of more than nine digits. Give a number within reach."
        case .duplicateKey(let key):
            "the member \(JSON.string(key).compact) comes a second time. Name each member once."
        case .tooDeep(let limit): "more than \(limit) arrays and objects stand in each other. Flatten the value."
        }
    }

    private static func shown(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "\"\(UnicodeScalar(byte))\""
            : byte == 0x20 ? "a space" : "byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
}
