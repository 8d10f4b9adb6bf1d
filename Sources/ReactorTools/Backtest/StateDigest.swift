import ReactorRecording

/// Digests of the states of a replay, one for each path: `/weights/*/kilograms`. They give a difference a place without the
/// program that computed the other state.
///
/// Each leaf value is added to the digest of its path, with its positions in lists, so that a move is a change, too. Only the
/// changed parts of each state are processed.
struct StateDigests {
    private var ways = PathNumbers()
    /// The digest of each path by number, with the number of values. Empty for a path that does not exist.
    private var totals: [Count] = []
    /// The totals of the affected paths before the change.
    private var touched: [(way: Int, before: Count)] = []
    private var last: EncodedValue?

    private struct Count: Equatable {
        var sum: UInt64 = 0
        var values = 0
        var isTouched = false
    }

    /// Objects with more members than this are treated as dictionaries.
    private static let mostMembers = 64

    /// Returns the digests that differ from those of the previous state, or nil for a path that no longer exists.
    mutating func change(to state: EncodedValue) -> [String: UInt64?] {
        replace(last, state, 0, PlaceHash())
        last = state
        var changed: [String: UInt64?] = [:]
        for (way, before) in touched {
            totals[way].isTouched = false
            if totals[way] != before {
                changed[ways.texts[way]] = .some(totals[way].values == 0 ? nil : totals[way].sum)
            }
        }
        touched.removeAll(keepingCapacity: true)
        return changed
    }

    private mutating func count(_ text: String, _ sign: Int, _ way: Int, _ place: PlaceHash) {
        while totals.count <= way { totals.append(Count()) }
        if !totals[way].isTouched {
            touched.append((way, totals[way]))
            totals[way].isTouched = true
        }
        let hash = place.adding(text)
        totals[way].sum = sign > 0 ? totals[way].sum &+ hash : totals[way].sum &- hash
        totals[way].values += sign
    }

    private mutating func replace(_ before: EncodedValue?, _ after: EncodedValue?, _ way: Int, _ place: PlaceHash) {
        if let before, let after, before.isSame(as: after) { return }
        if let left = before?.members, let right = after?.members,
            (left.count > Self.mostMembers) == (right.count > Self.mostMembers)
        {
            let isList = left.count > Self.mostMembers
            right.forEachDifference(from: left) { replace($1, $2, member: $0, isList, way, place) }
        } else if before?.elementCount != nil, after?.elementCount != nil, let left = before?.list,
            let right = after?.list
        {
            replace(left, right, way, place)
        } else {
            if let before { count(before, -1, way, place) }
            if let after { count(after, 1, way, place) }
        }
    }

    private mutating func replace(
        _ before: EncodedValue?, _ after: EncodedValue?, member key: String, _ isList: Bool, _ way: Int,
        _ place: PlaceHash
    ) {
        if isList {
            replace(before, after, ways.element(of: way), place.step(PlaceHash.hash(key)))
        } else {
            replace(before, after, ways.member(key, of: way), place)
        }
    }

    private mutating func replace(_ left: EncodedList, _ right: EncodedList, _ way: Int, _ place: PlaceHash) {
        if left === right { return }
        if left.count != right.count {
            count("[\(left.count)", -1, way, place)
            count("[\(right.count)", 1, way, place)
        }
        guard left.count + right.count > 0 else { return }
        let inner = ways.element(of: way)
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
        for index in first..<max(first, end) {
            let (before, after) = (mine.next(), theirs.next())
            if let before, let after, before.isSame(as: after) { continue }
            replace(before, after, inner, place.step(UInt64(index)))
        }
    }

    private mutating func count(_ value: EncodedValue, _ sign: Int, _ way: Int, _ place: PlaceHash) {
        func one(_ inner: EncodedValue, _ body: (EncodedValue?, EncodedValue?) -> Void) {
            sign > 0 ? body(nil, inner) : body(inner, nil)
        }
        if let members = value.members {
            count("{", sign, way, place)
            let isList = members.count > Self.mostMembers
            for (key, inner) in members { one(inner) { replace($0, $1, member: key, isList, way, place) } }
        } else if let list = value.list {
            // The existence and length of a list are counted.
            count("[\(list.count)", sign, way, place)
            guard list.count > 0 else { return }
            let element = ways.element(of: way)
            var (elements, index) = (EncodedList.Walker(list), UInt64(0))
            while let inner = elements.next() {
                one(inner) { replace($0, $1, element, place.step(index)) }
                index += 1
            }
        } else {
            count(value.json.countedText, sign, way, place)
        }
    }
}

/// The paths in the states by number. The whole state has the number 0.
private struct PathNumbers {
    private(set) var texts = ["/"]
    private var members: [[(key: String, way: Int)]] = [[]]
    private var elements: [Int?] = [nil]

    mutating func member(_ key: String, of way: Int) -> Int {
        for member in members[way] where member.key == key { return member.way }
        let new = add("\(prefix(way))/\(key)")
        members[way].append((key, new))
        return new
    }

    mutating func element(of way: Int) -> Int {
        if let known = elements[way] { return known }
        let new = add("\(prefix(way))/*")
        elements[way] = new
        return new
    }

    private func prefix(_ way: Int) -> String { way == 0 ? "" : texts[way] }

    private mutating func add(_ text: String) -> Int {
        texts.append(text)
        members.append([])
        elements.append(nil)
        return texts.count - 1
    }
}

/// The positions of a value in its lists, as a number; FNV-1a, mixed.
private struct PlaceHash {
    private var place: UInt64 = 0xCBF2_9CE4_8422_2325

    func step(_ index: UInt64) -> PlaceHash {
        var next = self
        next.place = (place ^ (index &+ 1)) &* 0x0000_0100_0000_01B3 &+ 0x9E37_79B9_7F4A_7C15
        return next
    }

    func adding(_ text: String) -> UInt64 {
        var hash = place
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    static func hash(_ text: String) -> UInt64 { PlaceHash().adding(text) }
}

extension JSON {
    /// The text of a leaf value for its digest.
    fileprivate var countedText: String {
        switch self {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): number.normalized
        case .string(let text): "\"" + text
        case .array, .object: ""
        }
    }
}
