#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONValue {
    /// Reads a JSON text (RFC 8259). A byte-order mark before it is passed over. Of two members of one object with the
    /// same name, reading finds the last, as ``JSONBody`` does.
    ///
    /// - Throws: the place where it stops being JSON.
    public init(reading text: Data) throws(JSONSyntaxError) {
        var reader = JSONReader(bytes: Array(text))
        self = try reader.document()
    }
}

/// Reads JSON, remembering where it is.
struct JSONReader {
    static let deepest = 512

    private let bytes: [UInt8]
    /// Whether an object had two members of one name.
    private(set) var hasRepeatedNames = false
    private var index = 0
    private var depth = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        let value = try value()
        skipBlanks()
        guard index == bytes.count else { throw failure(.trailingContent) }
        return value
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        skipBlanks()
        guard let byte = current else { throw failure(.unexpectedEnd) }
        switch byte {
        case UInt8(ascii: "{"): return .object(try nested { reader throws(JSONSyntaxError) in try reader.object() })
        case UInt8(ascii: "["): return .array(try nested { reader throws(JSONSyntaxError) in try reader.array() })
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw failure(.unexpectedCharacter)
        }
    }

    private mutating func nested<Value>(
        _ body: (inout JSONReader) throws(JSONSyntaxError) -> Value
    ) throws(JSONSyntaxError) -> Value {
        guard depth < Self.deepest else { throw failure(.tooDeep) }
        depth += 1
        index += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONObject {
        var object = JSONObject()
        skipBlanks()
        if take("}") { return object }
        while true {
            skipBlanks()
            guard current == UInt8(ascii: "\"") else { throw stopped() }
            let name = try string()
            skipBlanks()
            guard take(":") else { throw stopped() }
            object.members.append(JSONObject.Member(name: name, value: try value()))
            skipBlanks()
            if take("}") {
                noteRepeatedNames(object)
                return object
            }
            guard take(",") else { throw stopped() }
        }
    }

    private mutating func noteRepeatedNames(_ object: JSONObject) {
        guard !hasRepeatedNames, object.members.count > 1 else { return }
        var names: Set<String> = []
        hasRepeatedNames = !object.members.allSatisfy { names.insert($0.name).inserted }
    }

    private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
        var elements: [JSONValue] = []
        skipBlanks()
        if take("]") { return elements }
        while true {
            elements.append(try value())
            skipBlanks()
            if take("]") { return elements }
            guard take(",") else { throw stopped() }
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        for byte in word.utf8 {
            guard current == byte else { throw stopped() }
            index += 1
        }
        return value
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
        let start = index
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return JSONNumber(checked: String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = index
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        guard index > start else { throw failure(current == nil ? .unexpectedEnd : .badNumber) }
    }

    // MARK: Where it is

    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private func stopped() -> JSONSyntaxError { failure(current == nil ? .unexpectedEnd : .unexpectedCharacter) }

    private func failure(_ problem: JSONSyntaxError.Problem, at place: Int? = nil) -> JSONSyntaxError {
        let offset = place ?? index
        let before = bytes[..<offset]
        let newline = UInt8(ascii: "\n")
        let lineStart = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        return JSONSyntaxError(
            problem: problem, line: before.count { $0 == newline } + 1, column: offset - lineStart + 1, offset: offset)
    }
}

// MARK: Texts

extension JSONReader {
    private mutating func string() throws(JSONSyntaxError) -> String {
        let start = index
        index += 1
        var content: [UInt8] = []
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                guard let text = String(bytes: content, encoding: .utf8) else { throw failure(.badText, at: start) }
                return text
            case UInt8(ascii: "\\"): try escape(into: &content)
            case ..<0x20: throw failure(.controlCharacter)
            default:
                content.append(byte)
                index += 1
            }
        }
        throw failure(.unexpectedEnd)
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONSyntaxError) {
        let start = index
        index += 1
        guard let byte = current else { throw failure(.unexpectedEnd) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = try scalar() else { throw failure(.badEscape, at: start) }
            content += Array(String(Character(scalar)).utf8)
        default: throw failure(.badEscape, at: start)
        }
    }

    /// The character of `\uXXXX`, or of two that make a pair; nil for half a pair.
    private mutating func scalar() throws(JSONSyntaxError) -> Unicode.Scalar? {
        let first = try hexadecimal()
        guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) }
        guard take("\\"), take("u") else { return nil }
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second) else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current else { throw failure(.unexpectedEnd) }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw failure(.badEscape)
            }
            value = value << 4 + UInt32(digit)
            index += 1
        }
        return value
    }
}
