import ReactorRecording

/// Digests of the states of a replay, each a sum over the values in the state with their paths.
///
/// Only the changed parts of each state are processed.
struct StateDigests {
    private var sum: UInt64 = 0
    private var last: EncodedValue?

    /// Returns the digest of a state.
    ///
    /// - Complexity: O(changes since the previous state), except for lists, whose elements are compared.
    mutating func digest(of state: EncodedValue) -> UInt64 {
        replace(last, state, at: PathHash())
        last = state
        return sum
    }

    private mutating func add(_ text: String, _ sign: Int, at path: PathHash) {
        let hash = path.adding(text)
        sum = sign > 0 ? sum &+ hash : sum &- hash
    }

    private mutating func replace(_ before: EncodedValue?, _ after: EncodedValue?, at path: PathHash) {
        if let before, let after, before.isSame(as: after) { return }
        if let left = before?.members, let right = after?.members {
            right.forEachDifference(from: left) { replace($1, $2, at: path.step($0)) }
        } else if before?.elementCount != nil, after?.elementCount != nil, let left = before?.list,
            let right = after?.list
        {
            replace(left, right, at: path)
        } else {
            if let before { add(before, -1, at: path) }
            if let after { add(after, 1, at: path) }
        }
    }

    private mutating func replace(_ left: EncodedList, _ right: EncodedList, at path: PathHash) {
        if left === right { return }
        add("[\(left.count)", -1, at: path)
        add("[\(right.count)", 1, at: path)
        // The position of an element is a part of its digest, so only elements at the same position are skipped.
        let leaf = zip(left.leaves, right.leaves).prefix { $0 === $1 }.count
        let first = left.leaves[..<leaf].reduce(0) { $0 + $1.elements.count }
        var end = max(left.count, right.count)
        if left.count == right.count {
            for (mine, theirs) in zip(left.leaves[leaf...].reversed(), right.leaves[leaf...].reversed()) {
                guard mine === theirs else { break }
                end -= mine.elements.count
            }
        }
        var (mine, theirs) = (EncodedList.Walker(left, fromLeaf: leaf), EncodedList.Walker(right, fromLeaf: leaf))
        for index in first..<max(first, end) { replace(mine.next(), theirs.next(), at: path.step("\(index)")) }
    }

    private mutating func add(_ value: EncodedValue, _ sign: Int, at path: PathHash) {
        func one(_ inner: EncodedValue, at path: PathHash) {
            sign > 0 ? replace(nil, inner, at: path) : replace(inner, nil, at: path)
        }
        if let members = value.members {
            add("{", sign, at: path)
            for (key, inner) in members { one(inner, at: path.step(key)) }
        } else if let list = value.list {
            add("[\(list.count)", sign, at: path)
            guard list.count > 0 else { return }
            var (elements, index) = (EncodedList.Walker(list), 0)
            while let inner = elements.next() {
                one(inner, at: path.step("\(index)"))
                index += 1
            }
        } else {
            add(value.json.leafText, sign, at: path)
        }
    }
}

/// The path of a value in a state, as a number; FNV-1a, mixed.
private struct PathHash {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    func step(_ name: String) -> PathHash {
        var next = self
        // A byte that UTF-8 does not contain ends a name.
        next.add(name.utf8)
        next.add(CollectionOfOne(0xFF))
        return next
    }

    func adding(_ text: String) -> UInt64 {
        var hash = step(text).hash
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
}

extension JSON {
    /// The text of a value without content, for its digest.
    fileprivate var leafText: String {
        switch self {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): number.normalized
        case .string(let text): "\"" + text
        case .array, .object: ""
        }
    }
}
