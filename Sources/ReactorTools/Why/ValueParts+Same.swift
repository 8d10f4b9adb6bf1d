import Reactor
import ReactorPlatform
import ReactorRecording

extension ValuePart {
    /// Whether both encode to the same JSON. Of large values that share what did not change, only what differs in memory is
    /// encoded.
    ///
    /// - Parameter depth: how many arrays and objects they stand in.
    func isSame(as other: ValuePart, below depth: Int) throws -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.value(let value), .value(let other)): try Self.isSame(value, other, below: depth)
        case (.nested(let parts), .nested(let other)): try parts === other || parts.isSame(as: other, below: depth)
        default: try json(below: depth) == other.json(below: depth)
        }
    }

    private static func isSame<Value: Encodable>(
        _ value: Value, _ other: any Encodable, below depth: Int
    ) throws -> Bool {
        guard type(of: other) == Value.self, let other = other as? Value else {
            return try ValuePart.value(value).json(below: depth) == ValuePart.value(other).json(below: depth)
        }
        return try isSame(value, other, below: depth)
    }

    /// Values are the same when their bytes are: what they refer to is kept, and whoever changes it changes a copy. `==`
    /// would not do: it may pass over a member, or take two spellings of a text for one.
    fileprivate static func isSame<Value: Encodable>(_ value: Value, _ other: Value, below depth: Int) throws -> Bool {
        if sameBytes(value, other) { return true }
        if let value = value as? String, let other = other as? String { return ExactText(value) == ExactText(other) }
        if DirectTypes.contains(Value.self) { return try sameJSON(value, other, below: depth) }
        if let value = value as? any Followable { return try isSame(value, asIt: other, below: depth) }
        return try ValueParts(of: value).isSame(as: ValueParts(of: other), below: depth)
    }

    private static func isSame<Value: Followable>(_ value: Value, asIt other: Any, below depth: Int) throws -> Bool {
        guard let other = other as? Value else { return false }
        return try value.isSame(as: other, below: depth)
    }
}

private func sameJSON<Value: Encodable>(_ value: Value, _ other: Value, below depth: Int) throws -> Bool {
    try JSON(canonicallyEncoding: value, below: depth) == JSON(canonicallyEncoding: other, below: depth)
}

extension ValueParts {
    fileprivate func isSame(as other: ValueParts, below depth: Int) throws -> Bool {
        switch (content, other.content) {
        case (.nothing, .nothing): return true
        case (.single(let part), .single(let other)): return try part.isSame(as: other, below: depth)
        case (.elements(let elements), .elements(let others)):
            guard elements.count == others.count else { return false }
            return try zip(elements, others).allSatisfy { try $0.isSame(as: $1, below: depth + 1) }
        case (.members(let members), .members(let others))
        where members.elementsEqual(others, by: { ExactText($0.key) == ExactText($1.key) }):
            if try zip(members, others).allSatisfy({ try $0.part.isSame(as: $1.part, below: depth + 1) }) {
                return true
            }
            // What was written and then written over does not count.
            return try Set(members.map { ExactText($0.key) }).count < members.count
                && sameJSON(self, other, below: depth)
        default: return try sameJSON(self, other, below: depth)
        }
    }
}

extension Optional where Wrapped: Encodable {
    func isSame(as other: Self, below depth: Int) throws -> Bool {
        guard let value = self, let other else { return try sameJSON(self, other, below: depth) }
        return try ValuePart.isSame(value, other, below: depth)
    }
}

extension Array where Element: Encodable {
    func isSame(as other: Self, below depth: Int) throws -> Bool {
        guard count == other.count else { return false }
        var index = 0
        while index < count {
            let start = index
            index += (count - start).run {
                sameBytes(start + $0.lowerBound, in: other, start + $0.lowerBound, $0.count)
            }
            guard index < count else { break }
            guard try ValuePart.isSame(self[index], other[index], below: depth + 1) else { return false }
            index += 1
        }
        return true
    }
}

extension Array {
    /// Whether so many elements from a position on have the same bytes as those from a position on of another array.
    func sameBytes(_ start: Int, in other: Self, _ otherStart: Int, _ count: Int) -> Bool {
        let width = MemoryLayout<Element>.stride
        return withUnsafeBytes { mine in
            other.withUnsafeBytes { theirs in
                guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return count == 0 }
                // So many elements stand behind both positions.
                return memcmp(mine + start * width, theirs + otherStart * width, count * width) == 0
            }
        }
    }
}

extension Int {
    /// How many of so many from the first on are so, asked for many at once.
    func run(_ areSo: (Range<Int>) -> Bool) -> Int {
        var count = 0
        for width in [64, 8, 1] { while count + width <= self, areSo(count..<count + width) { count += width } }
        return count
    }
}

extension KeyedRows where Row: Encodable {
    func isSame(as other: Self, below depth: Int) throws -> Bool {
        if revision == other.revision, storedEqual == other.storedEqual { return true }
        guard count == other.count else { return false }
        guard let updated = updates(sinceOneWith: other) else {
            return try zip(self, other).allSatisfy { try ValuePart.isSame($0, $1, below: depth + 1) }
        }
        return try updated.allSatisfy { id in
            guard let row = self[id: id], let other = other[id: id] else { return false }
            return try ValuePart.isSame(row, other, below: depth + 1)
        }
    }
}

extension Dictionary {
    /// What a key is called in an object, of a dictionary by texts or numbers.
    static func name(of key: Key) -> ExactText { ExactText(key as? String ?? "\(key)") }
}

extension Dictionary where Key: Encodable, Value: Encodable {
    func isSame(as other: Self, below depth: Int) throws -> Bool {
        guard count == other.count else { return false }
        guard Key.self == String.self || Key.self == Int.self else { return try sameJSON(self, other, below: depth) }
        return try allSatisfy { key, value in
            // A text is found by another spelling of it, which is another name.
            guard let index = other.index(forKey: key), Self.name(of: other[index].key) == Self.name(of: key) else {
                return false
            }
            return try ValuePart.isSame(value, other[index].value, below: depth + 1)
        }
    }
}

extension Set where Element: Encodable {
    func isSame(as other: Self, below depth: Int) throws -> Bool { try sameJSON(self, other, below: depth) }
}

/// Whether two values are of one type and have the same bytes.
func sameBytes<Value, Other>(_ value: Value, _ other: Other) -> Bool {
    guard Value.self == Other.self else { return false }
    let isSame = withUnsafeBytes(of: value) { value in
        withUnsafeBytes(of: other) { other in
            guard let mine = value.baseAddress, let theirs = other.baseAddress else { return true }
            // Both are of one type, so both have as many bytes.
            return memcmp(mine, theirs, value.count) == 0
        }
    }
    // Values of a word have nothing between their members; of large ones the copies cost more than what is encoded otherwise.
    guard !isSame, 9...512 ~= MemoryLayout<Value>.size, let other = other as? Value else { return isSame }
    return sameMembers(value, other)
}

/// Whether two values have the same bytes but for those between their members, which are not copied with a value, and so are
/// others in each copy.
private func sameMembers<Value>(_ value: Value, _ other: Value) -> Bool {
    let (size, stride) = (MemoryLayout<Value>.size, MemoryLayout<Value>.stride)
    return withUnsafeTemporaryAllocation(byteCount: 2 * stride, alignment: MemoryLayout<Value>.alignment) { memory in
        // There is room for both, each where its type may stand, and both are gone when the room is.
        guard let mine = memory.baseAddress else { return false }
        let theirs = mine + stride
        memset(mine, 0, 2 * stride)
        let first = mine.initializeMemory(as: Value.self, to: value)
        let second = theirs.initializeMemory(as: Value.self, to: other)
        defer {
            first.deinitialize(count: 1)
            second.deinitialize(count: 1)
        }
        return memcmp(mine, theirs, size) == 0
    }
}
