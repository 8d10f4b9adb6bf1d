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
    /// Whether an object has several members with one name, of which the last counts.
    let hasRepeatedNames: Bool
    private let values: [Value]

    /// The index of the whole value.
    static let root = 0

    /// The index of an additional null, for missing values.
    var nothing: Int { values.count - 1 }

    /// Scans exactly one value, strictly. O(bytes).
    convenience init(_ bytes: [UInt8], depthLimit: Int = JSON.depthLimit) throws(JSONError) {
        try self.init(scanning: bytes, depthLimit: depthLimit, isAnswer: false)
    }

    /// Scans a value as servers write it, see ``JSON/init(parsingAnswer:)``. O(bytes).
    convenience init(answer bytes: [UInt8]) throws(JSONError) {
        try self.init(scanning: bytes, depthLimit: JSON.depthLimit, isAnswer: true)
    }

    /// Scans a value as servers write it. If names are repeated, each of its members is written once.
    static func distinct(answer bytes: [UInt8]) throws(JSONError) -> JSONTape {
        let tape = try JSONTape(answer: bytes)
        return tape.hasRepeatedNames ? try JSONTape(answer: tape.json().bytes()) : tape
    }

    private init(scanning bytes: [UInt8], depthLimit: Int, isAnswer: Bool) throws(JSONError) {
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<([Value], Bool), JSONError> in
            var scanner = JSONScanner(buffer, depthLimit: depthLimit, isAnswer: isAnswer)
            do throws(JSONError) {
                try scanner.document()
            } catch {
                return .failure(error)
            }
            return .success((scanner.values, scanner.hasRepeatedNames))
        }
        (values, hasRepeatedNames) = try result.get()
        self.bytes = bytes
        readsNotFinite = !isAnswer
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
    func isString(_ place: Int, _ text: String) -> Bool {
        let value = values[place]
        guard value.kind == .plain else { return string(at: place) == text }
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
    func string(at place: Int) -> String { bytes.withUnsafeBufferPointer { Self.text(values[place], in: $0) } }

    /// Returns the text of a number.
    func text(at place: Int) -> String {
        String(decoding: bytes[Int(values[place].start)..<Int(values[place].end)], as: UTF8.self)
    }

    /// Returns the value at an index.
    func json(at place: Int = root) -> JSON {
        switch values[place].kind {
        case .null: return .null
        case .no: return false
        case .yes: return true
        case .number: return .number(JSON.Number(verified: text(at: place)))
        case .plain, .string: return .string(string(at: place))
        case .array: return .array(parts(of: place).map { json(at: $0) })
        case .object:
            var members: [JSON.Object.Member] = []
            var name = place + 1
            while name < Int(values[place].next) {
                members.append(JSON.Object.Member(key: string(at: name), value: json(at: name + 1)))
                name = Int(values[name + 1].next)
            }
            guard hasRepeatedNames else { return .object(JSON.Object(distinct: members)) }
            return .object(members.reduce(into: JSON.Object()) { $0[$1.key] = $1.value })
        }
    }
}

extension JSONTape {
    /// Returns the text of a string that was scanned.
    static func text(_ value: Value, in bytes: UnsafeBufferPointer<UInt8>) -> String {
        let content = bytes[Int(value.start)..<Int(value.end)]
        guard value.kind == .string, content.contains(UInt8(ascii: "\\")) else {
            return String(decoding: content, as: UTF8.self)
        }
        var text: [UInt8] = []
        text.reserveCapacity(content.count)
        var rest = content
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                text.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"):
                var units = [UInt16(unit(rest.prefix(4)))]
                rest = rest.dropFirst(4)
                if UTF16.isLeadSurrogate(units[0]) {
                    units.append(UInt16(unit(rest.dropFirst(2).prefix(4))))
                    rest = rest.dropFirst(6)
                }
                text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
            default: text.append(escape)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the number of four hexadecimal digits.
    static func unit(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
        digits.reduce(0) { $0 << 4 | UInt32(hexDigit($1) ?? 0) }
    }

    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
