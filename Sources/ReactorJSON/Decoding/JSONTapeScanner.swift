/// A scanner that finds the values of a JSON text. It only finds whether the text is valid; ``JSONParser`` finds the reason if it
/// is not.
struct JSONTapeScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var values: [JSONTape.Value] = []
    private var offset = 0
    private var depth = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        values.reserveCapacity(bytes.count / 8 + 5)
    }

    mutating func document() -> Bool {
        guard bytes.count <= UInt32.max, value() else { return false }
        skipSpace()
        guard offset == bytes.count else { return false }
        // The additional null for missing values.
        add(.null, from: offset)
        return true
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func value() -> Bool {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return object()
        case UInt8(ascii: "["): return array()
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "t"): return word("true", .yes)
        case UInt8(ascii: "f"): return word("false", .no)
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private mutating func object() -> Bool {
        guard let place = open(.object) else { return false }
        var last: Int?
        var isSorted = true
        skipSpace()
        if !take(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                guard next == UInt8(ascii: "\""), name() else { return false }
                let name = values.count - 1
                isSorted = isSorted && (last.map { isName($0, before: name) } ?? (values[name].kind == .plain))
                last = name
                skipSpace()
                guard take(UInt8(ascii: ":")), value() else { return false }
                skipSpace()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "}")) else { return false }
        }
        close(place)
        return isSorted || hasDistinctNames(place)
    }

    /// Whether a name comes before another one in the order of a recording, in which names are unique.
    private func isName(_ first: Int, before second: Int) -> Bool {
        guard values[second].kind == .plain else { return false }
        let (first, second) = (values[first], values[second])
        let (start, other) = (Int(first.start), Int(second.start))
        let (count, otherCount) = (Int(first.end) - start, Int(second.end) - other)
        for index in 0..<min(count, otherCount) {
            let (byte, otherByte) = (bytes[start + index], bytes[other + index])
            if byte != otherByte { return byte < otherByte }
        }
        return count < otherCount
    }

    /// Whether the names of an object are unique if they have another order, or escapes.
    private func hasDistinctNames(_ object: Int) -> Bool {
        var names: Set<ExactText> = []
        var place = object + 1
        while place < Int(values[object].next) {
            var parser = JSONParser(bytes, depthLimit: 0)
            parser.offset = Int(values[place].start) - 1
            guard let name = try? parser.string(), names.insert(ExactText(name)).inserted else { return false }
            place = Int(values[place + 1].next)
        }
        return true
    }

    private mutating func array() -> Bool {
        guard let place = open(.array) else { return false }
        skipSpace()
        if !take(UInt8(ascii: "]")) {
            repeat {
                guard value() else { return false }
                skipSpace()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "]")) else { return false }
        }
        close(place)
        return true
    }

    private mutating func open(_ kind: JSONTape.Kind) -> Int? {
        depth += 1
        guard depth <= JSON.depthLimit else { return nil }
        add(kind, from: offset)
        offset += 1
        return values.count - 1
    }

    private mutating func close(_ place: Int) {
        depth -= 1
        values[place].end = UInt32(offset)
        values[place].next = UInt32(values.count)
    }

    /// Scans a name and checks its content, because a later access to all names cannot throw.
    private mutating func name() -> Bool {
        var parser = JSONParser(bytes, depthLimit: 0)
        parser.offset = offset
        guard string(), let kind = values.last?.kind else { return false }
        return kind == .plain || (try? parser.string()) != nil
    }

    private mutating func string() -> Bool {
        offset += 1
        let start = offset
        var kind = JSONTape.Kind.plain
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") {
                add(kind, from: start)
                offset += 1
                return true
            }
            if byte < 0x20 { return false }
            if byte >= 0x80 { kind = .string }
            if byte == UInt8(ascii: "\\") {
                kind = .string
                offset += 1
            }
            offset += 1
        }
        return false
    }

    private mutating func number() -> Bool {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")), digits() == 0 { return false }
        if take(UInt8(ascii: ".")), digits() == 0 { return false }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard 1...9 ~= digits() else { return false }
        }
        add(.number, from: start)
        return true
    }

    /// Scans digits and returns their number.
    private mutating func digits() -> Int {
        let start = offset
        while offset < bytes.count, JSONParser.digits.contains(bytes[offset]) { offset += 1 }
        return offset - start
    }

    private mutating func word(_ word: StaticString, _ kind: JSONTape.Kind) -> Bool {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount {
            guard next == word.utf8Start[index] else { return false }
            offset += 1
        }
        add(kind, from: start)
        return true
    }

    /// Adds a value without content, from `start` to the current position.
    private mutating func add(_ kind: JSONTape.Kind, from start: Int) {
        values.append(
            JSONTape.Value(
                kind: kind, start: UInt32(start), end: UInt32(offset), next: UInt32(values.count + 1)))
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }
}
