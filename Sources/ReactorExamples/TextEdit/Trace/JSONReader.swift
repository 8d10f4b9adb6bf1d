/// Reads JSON value by value, from the front to the back, and knows the line and column where it stops making sense.
/// (`JSONDecoder` reports neither on Linux, and needs more memory than the trace itself.)
///
/// ```swift
/// try reader.beginArray()
/// var index = 0
/// while try reader.hasElement(index) {
///     numbers.append(try reader.number())
///     index += 1
/// }
/// ```
struct JSONReader {
    enum Kind {
        case object, array, string, number, literal
        /// Nothing but white space is left.
        case end
    }

    private let bytes: [UInt8]
    private var offset: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Some editors begin a file with a byte order mark.
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// What comes next.
    mutating func kind() throws(TraceProblem) -> Kind {
        skipSpace()
        guard offset < bytes.count else { return .end }
        switch bytes[offset] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .literal
        default: throw problem("a value is expected")
        }
    }

    mutating func beginArray() throws(TraceProblem) {
        try expect("[")
    }

    /// Whether the array that was begun goes on with the element of that index.
    mutating func hasElement(_ index: Int) throws(TraceProblem) -> Bool {
        if take("]") { return false }
        if index > 0, !take(",") { throw problem("',' or ']' is expected") }
        return true
    }

    mutating func beginObject() throws(TraceProblem) {
        try expect("{")
    }

    /// The name of the member of that index in the object that was begun; nil after the last one.
    mutating func key(_ index: Int) throws(TraceProblem) -> String? {
        if take("}") { return nil }
        if index > 0, !take(",") { throw problem("',' or '}' is expected") }
        let key = try string()
        try expect(":")
        return key
    }

    /// A number as it is written.
    mutating func number() throws(TraceProblem) -> String {
        skipSpace()
        let start = offset
        _ = step("-")
        guard step("0") || digits(), !step(".") || digits(), !(step("e") || step("E")) || exponent() else {
            throw problem("a digit is expected")
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    mutating func string() throws(TraceProblem) -> String {
        try expect("\"")
        let start = offset
        guard let (text, end) = try JSONString.read(bytes, from: start) else {
            offset = bytes.count
            throw problem("the text that began at \(place(of: start - 1)) does not end")
        }
        offset = end
        return text
    }

    /// Goes past a value of whatever kind.
    mutating func skip(depth: Int = 0) throws(TraceProblem) {
        guard depth < 500 else { throw problem("this is nested too deeply") }
        var index = 0
        switch try kind() {
        case .object:
            try beginObject()
            while try key(index) != nil {
                try skip(depth: depth + 1)
                index += 1
            }
        case .array:
            try beginArray()
            while try hasElement(index) {
                try skip(depth: depth + 1)
                index += 1
            }
        case .string: _ = try string()
        case .number: _ = try number()
        case .literal:
            guard let word = ["true", "false", "null"].first(where: { bytes[offset...].starts(with: $0.utf8) }) else {
                throw problem("a value is expected")
            }
            offset += word.utf8.count
        case .end: throw problem("a value is expected")
        }
    }

    /// Makes sure that nothing follows.
    mutating func finish() throws(TraceProblem) {
        skipSpace()
        if offset < bytes.count { throw problem("nothing more is expected") }
    }
}

extension JSONReader {
    private mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return
            }
        }
    }

    private mutating func exponent() -> Bool {
        _ = step("+") || step("-")
        return digits()
    }

    private mutating func digits() -> Bool {
        let start = offset
        while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) { offset += 1 }
        return offset > start
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        return step(character)
    }

    /// Goes past that very character, if it comes next.
    private mutating func step(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(TraceProblem) {
        guard take(character) else { throw problem("'\(character)' is expected") }
    }

    private func problem(_ what: String) -> TraceProblem {
        .notJSON(place: place(of: offset), offset < bytes.count ? what : "\(what), but the file ends here")
    }

    private func place(of offset: Int) -> JSONPlace { JSONPlace(of: offset, in: bytes) }
}
