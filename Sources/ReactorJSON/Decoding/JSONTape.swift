/// Where each value of a JSON text begins and ends, in the order in which they begin.
///
/// Nothing is made of a value before somebody asks for it, and what nobody asks for is passed over by its end.
final class JSONTape: Sendable {
    enum Kind: UInt8, Sendable {
        case null, no, yes, number, array, object
        /// A string that stands for itself.
        case plain
        /// A string with an escape in it, or a character beyond ASCII.
        case string
    }

    /// One value, or the name of a member; a member's value stands behind its name.
    struct Value: Sendable {
        let kind: Kind
        /// Its bytes, those between the quotes of a string.
        let start: UInt32
        var end: UInt32
        /// The place behind it and everything in it.
        var next: UInt32
    }

    let bytes: [UInt8]
    /// Whether the strings that stand for infinities and NaN in a recording are read as them.
    let readsNotFinite: Bool
    private let values: [Value]

    /// The whole of a text is always at the first place.
    static let root = 0

    /// A null that is not in the text, for what is not there.
    var nothing: Int { values.count - 1 }

    /// Reads exactly one value, strictly, but for the insides of strings that are no names: those are
    /// looked at when they are asked for. O(bytes).
    ///
    /// - Throws: ``JSONError``, or `DecodingError` for 4 GiB and more.
    convenience init(_ bytes: [UInt8]) throws {
        guard let values = Self.values(in: bytes) else {
            // The parser knows where and why.
            _ = try JSON(parsing: bytes)
            throw Self.tooLong
        }
        self.init(bytes, values, readsNotFinite: true)
    }

    /// Reads one value as servers write it, see ``JSON/init(parsingAnswer:)``. O(bytes), three times what it is otherwise where
    /// a byte order mark stands before it, or an object has two members of one name.
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

    /// The places of what an array or object holds directly, names included.
    func parts(of place: Int) -> some Sequence<Int> {
        let end = Int(values[place].next)
        return sequence(state: place + 1) { [values] next -> Int? in
            guard next < end else { return nil }
            defer { next = Int(values[next].next) }
            return next
        }
    }

    /// Whether a string at this place is this text.
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

    /// The string at a place.
    ///
    /// - Throws: ``JSONError`` for what no string may have in it.
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

    /// The text of a number.
    func text(at place: Int) -> String {
        String(decoding: bytes[Int(values[place].start)..<Int(values[place].end)], as: UTF8.self)
    }
}
