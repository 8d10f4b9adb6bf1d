import ReactorRecording

/// Digests of the states of a replay, one for each way into the state: `/weights/*/kilograms`. So a difference has a place
/// without the program that came to the other state.
///
/// Each value that holds no others is counted into the digest of its way, with its place in lists, so that moving one is
/// a change as well. A list or an object that is the same in memory as the last time, in the same place, is not looked at
/// again: what it counts for is known.
struct StateDigester {
    /// The digest of each way, by the way.
    typealias Digests = [String: UInt64]

    private var ways = Ways()
    private var last: Part?
    /// The digest of each way by its number, and how many values there are; none for a way that is not there.
    private var totals: [Count] = []

    fileprivate struct Count: Equatable {
        var sum: UInt64 = 0
        var values = 0
    }

    /// The digests of a state that differ from those of the state before; nil for a way that no longer exists.
    mutating func change(to state: JSON) -> [String: UInt64?] {
        let part = Part.part(of: state, 0, PlaceHash(), last, &ways)
        if part === last { return [:] }
        last = part
        var next = [Count](repeating: Count(), count: ways.texts.count)
        for (way, count) in part.counts { next[way] = count }
        var changed: [String: UInt64?] = [:]
        for way in next.indices {
            let before = way < totals.count ? totals[way] : Count()
            if next[way] != before { changed[ways.texts[way]] = .some(next[way].values == 0 ? nil : next[way].sum) }
        }
        totals = next
        return changed
    }

    /// The digests of a state.
    mutating func digests(of state: JSON) -> Digests {
        _ = change(to: state)
        return Digests(
            uniqueKeysWithValues: totals.indices.filter { totals[$0].values > 0 }.map {
                (ways.texts[$0], totals[$0].sum)
            })
    }
}

/// The ways into states that were seen, by numbers; the whole state is 0.
private struct Ways {
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

/// A list or an object in a state, and what it counts for.
private final class Part {
    private let json: JSON
    private let way: Int
    private let place: PlaceHash
    private let parts: [Part?]
    /// What it counts for, by the way.
    let counts: [(way: Int, count: StateDigester.Count)]

    /// Objects with more members than this are taken for a list by names.
    private static let mostMembers = 64

    /// The part that stood here before, where it is the same.
    static func part(of json: JSON, _ way: Int, _ place: PlaceHash, _ before: Part?, _ ways: inout Ways) -> Part {
        if let before, before.way == way, before.place == place, before.json.isSameInMemory(as: json) { return before }
        return Part(of: json, way, place, before, &ways)
    }

    init(of json: JSON, _ way: Int, _ place: PlaceHash, _ before: Part?, _ ways: inout Ways) {
        self.json = json
        self.way = way
        self.place = place
        var parts: [Part?] = []
        var counts = Counts()
        func add(_ inner: JSON, _ way: Int, _ place: PlaceHash, _ index: Int) {
            guard let text = inner.countedText else {
                let known = before.flatMap { index < $0.parts.count ? $0.parts[index] : nil }
                let part = Part.part(of: inner, way, place, known, &ways)
                parts.append(part)
                for (way, count) in part.counts { counts.add(count, to: way) }
                return
            }
            parts.append(nil)
            counts.add(StateDigester.Count(sum: place.adding(text), values: 1), to: way)
        }
        switch json {
        case .array(let elements):
            // That there is a list counts, and how long it is.
            counts.add(StateDigester.Count(sum: place.adding("[\(elements.count)"), values: 1), to: way)
            guard !elements.isEmpty else { break }
            let inner = ways.element(of: way)
            for (index, element) in elements.enumerated() { add(element, inner, place.step(UInt64(index)), index) }
        case .object(let object):
            counts.add(StateDigester.Count(sum: place.adding("{"), values: 1), to: way)
            let isList = object.count > Self.mostMembers
            for (index, member) in object.members.enumerated() {
                if isList {
                    add(member.value, ways.element(of: way), place.step(PlaceHash.hash(member.key)), index)
                } else {
                    add(member.value, ways.member(member.key, of: way), place, index)
                }
            }
        case .null, .bool, .number, .string:
            counts.add(StateDigester.Count(sum: place.adding(json.countedText ?? ""), values: 1), to: way)
        }
        self.parts = parts
        self.counts = counts.all
    }
}

/// A few counts by their ways.
private struct Counts {
    private(set) var all: [(way: Int, count: StateDigester.Count)] = []

    mutating func add(_ count: StateDigester.Count, to way: Int) {
        for index in all.indices where all[index].way == way {
            all[index].count.sum &+= count.sum
            all[index].count.values += count.values
            return
        }
        all.append((way, count))
    }
}

/// Where in its lists a value stands, as a number; FNV-1a, mixed.
private struct PlaceHash: Equatable {
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
    /// The text that a value counts as, one for each; nil for what holds others.
    fileprivate var countedText: String? {
        switch self {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): number.normalized
        case .string(let text): "\"" + text
        case .array, .object: nil
        }
    }

    /// Whether both are one list or object in memory, which says without a look at them that they are equal.
    fileprivate func isSameInMemory(as other: JSON) -> Bool {
        switch (self, other) {
        case (.array(let left), .array(let right)):
            left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { $0.baseAddress == left.baseAddress && $0.count == left.count }
            }
        case (.object(let left), .object(let right)):
            left.members.withUnsafeBufferPointer { left in
                right.members.withUnsafeBufferPointer { $0.baseAddress == left.baseAddress && $0.count == left.count }
            }
        default: false
        }
    }
}
