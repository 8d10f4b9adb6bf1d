/// The positions of all values in a JSON text, in the order of their beginnings.
///
/// A value is only created when it is requested. Other values are skipped by their end position.
final class JSONTape: Sendable {
    enum Kind: UInt8, Sendable {
        case null, no, yes, number, array, object
        /// A string without escapes.
        case plain
        /// A string with an escape, or with a character that is not ASCII.
        case string
    }

    /// A value, or the name of a member, which precedes the member's value.
    struct Value: Sendable {
        let kind: Kind
        /// The range of bytes, for a string without its quotes.
        let start: UInt32
        var end: UInt32
        /// The index of the next value outside of this one.
        var next: UInt32
    }

    let bytes: [UInt8]
    /// Whether the strings for infinities and NaN are read as numbers, as in a recording.
    let readsNotFinite: Bool
    private let values: [Value]

    /// The index of the whole value.
    static let root = 0

    /// The index of an additional null, for missing values.
    var nothing: Int { values.count - 1 }

    /// Parses exactly one value, strictly, except for the content of strings that are not names, which is checked on request.
    /// O(bytes).
    ///
    /// - Throws: ``JSONError``, or `DecodingError` for 4 GiB and more.
    convenience init(_ bytes: [UInt8]) throws {
        guard let values = Self.values(in: bytes) else {
            // The parser finds the place and the reason.
            _ = try JSON(parsing: bytes)
            throw Self.tooLong
        }
        self.init(bytes, values, readsNotFinite: true)
    }

    /// Parses a value as servers write it, see ``JSON/init(parsingAnswer:)``. O(bytes), and three times slower if there is a byte
    /// order mark, or two members of an object have the same name.
    ///
    /// - Throws: ``JSONError``, or `DecodingError` for 4 GiB and more.
    convenience init(answer bytes: [UInt8]) throws {
        if let values = Self.values(in: bytes) {
            self.init(bytes, values, readsNotFinite: false)
        } else {
            let plain = try JSON(parsingAnswer: bytes).bytes()
            guard let values = Self.values(in: plain) else { throw Self.tooLong }
            self.init(plain, values, readsNotFinite: false)
        }
    }

    private init(_ bytes: [UInt8], _ values: [Value], readsNotFinite: Bool) {
        self.bytes = bytes
        self.values = values
        self.readsNotFinite = readsNotFinite
    }

    private static func values(in bytes: [UInt8]) -> [Value]? {
        bytes.withUnsafeBufferPointer { buffer in
            var scanner = JSONTapeScanner(buffer)
            return scanner.document() ? scanner.values : nil
        }
    }

    private static var tooLong: DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "The text must be shorter than 4 GiB."))
    }

    subscript(place: Int) -> Value { values[place] }

    /// Returns the indices of the direct content of an array or object, with names.
    func parts(of place: Int) -> some Sequence<Int> {
        let end = Int(values[place].next)
        return sequence(state: place + 1) { [values] next -> Int? in
            guard next < end else { return nil }
            defer { next = Int(values[next].next) }
            return next
        }
    }

    /// Whether the string at an index is equal to a text.
    func isString(_ place: Int, _ text: String) throws -> Bool {
        let value = values[place]
        guard value.kind == .plain else { return try string(at: place) == text }
        let start = Int(value.start)
        let count = Int(value.end) - start
        var text = text
        return text.withUTF8 { utf8 in
            guard utf8.count == count else { return false }
            for index in 0..<count where bytes[start + index] != utf8[index] { return false }
            return true
        }
    }

    /// Returns the string at an index.
    ///
    /// - Throws: ``JSONError`` if the string is invalid.
    func string(at place: Int) throws -> String {
        let value = values[place]
        let range = Int(value.start)..<Int(value.end)
        if value.kind == .plain { return String(decoding: bytes[range], as: UTF8.self) }
        return try bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(buffer, depthLimit: 0)
            parser.offset = range.lowerBound - 1
            return try parser.string()
        }
    }

    /// Returns the text of a number.
    func text(at place: Int) -> String {
        String(decoding: bytes[Int(values[place].start)..<Int(values[place].end)], as: UTF8.self)
    }
}
