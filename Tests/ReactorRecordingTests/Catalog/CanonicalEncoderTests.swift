import Foundation
import Reactor
import ReactorTesting
import Testing

@testable import ReactorJSON
@testable import ReactorRecording

@Suite("Canonical encoding")
struct CanonicalEncoderTests {
    @Test("Classes, single values and manual containers are encoded as Foundation does")
    func byHand() throws {
        let values: [any Codable] = [
            Dog(name: "Rex", tricks: ["sit"]), ByHand(count: 3), Wrapped(value: 4), [Wrapped(value: 1)], "text", 3,
            [1.5], Nothing(), Optional<Int>.none as Int?, Int64.min, Float(0.1), "tab\t\"quoted\" e\u{301}",
            [Double.leastNonzeroMagnitude],
        ]
        for value in values {
            #expect(try JSON(canonicallyEncoding: value) == JSON(encoding: value), "\(value)")
        }
    }

    @Test("Infinities and NaN are written as words and decoded again")
    func notFinite() throws {
        let numbers = [Double.infinity, -.infinity, .nan]
        let json = try JSON(canonicallyEncoding: numbers)
        #expect(json.compact == #"["Infinity","-Infinity","NaN"]"#)
        let again = try JSON.decode([Double].self, from: json.bytes())
        #expect(again[0] == .infinity && again[1] == -.infinity && again[2].isNaN)
    }

    struct Hashed: Codable, Equatable {
        struct Key: Codable, Hashable { var x: Int }

        var set: Set<String> = []
        var keyed: [Key: Int] = [:]
        var deep: [Key: Set<Key>] = [:]
    }

    @Test("Equal sets and dictionaries have equal bytes for any order of insertion")
    func hashOrder() throws {
        for seed in 1...UInt64(40) {
            var random = SeededRandom(seed: seed)
            let numbers = (0..<24).map { _ in Int.random(in: 0..<1_000, using: &random) }
            func filled(_ numbers: [Int]) -> Hashed {
                var hashed = Hashed()
                for number in numbers {
                    hashed.set.insert("s\(number)")
                    hashed.keyed[.init(x: number)] = number % 7
                    hashed.deep[.init(x: number % 5), default: []].insert(.init(x: number))
                }
                return hashed
            }
            let (one, other) = (filled(numbers), filled(numbers.shuffled(using: &random)))
            #expect(one == other)
            let (ours, theirs) = (try JSON(canonicallyEncoding: one), try JSON(canonicallyEncoding: other))
            #expect(ours.canonical == theirs.canonical, "seed \(seed)")
            #expect(try JSON.decode(Hashed.self, from: ours.bytes()) == one)
        }
    }

    @Test("The digest of a state is the same in every process: this one was taken in another")
    func pinnedDigest() throws {
        var shelf = Shelf()
        for event: any Event in [ItemAdded(id: 1, title: "é"), NoteTyped(text: "a"), Shelf.Swept(ids: [9])] {
            shelf.react(to: event)
        }
        let json = try Shelf.catalog.encode(state: shelf).canonical
        #expect(json == Self.pinnedJSON)
        #expect(try Shelf.catalog.digest(of: shelf) == Self.pinnedDigest)
    }

    private static let pinnedJSON = """
        {"items":[{"id":1,"title":"é"}],"note":{"document":{"text":"a"},"done":[{"document":{"text":""},"id":\
        {"number":0}}],"nextNumber":1,"undone":[]},"owner":"nobody","wanted":{"activity":{"idle":{}},"outcome":\
        {"none":{}}}}
        """
    private static let pinnedDigest = "0ba628de0cd93318128c7c18bb5c8863090337f3885e37ec24635296785f46a4"
}

private class Animal: Codable {
    var name: String

    init(name: String) { self.name = name }
}

private final class Dog: Animal {
    private enum Keys: CodingKey { case tricks, count }

    let tricks: [String]

    init(name: String, tricks: [String]) {
        self.tricks = tricks
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        tricks = try container.decode([String].self, forKey: .tricks)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(tricks, forKey: .tricks)
        try super.encode(to: container.superEncoder())
        // A container that is requested twice continues at its end.
        var again = encoder.container(keyedBy: Keys.self)
        try again.encode(tricks.count, forKey: .count)
    }
}

private struct ByHand: Codable {
    private enum Keys: CodingKey { case outer, list, other }

    var count: Int

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var outer = container.nestedContainer(keyedBy: Keys.self, forKey: .outer)
        try outer.encodeNil(forKey: .other)
        var list = outer.nestedUnkeyedContainer(forKey: .list)
        for number in 0..<count { try list.encode(number) }
        var keyed = list.nestedContainer(keyedBy: Keys.self)
        try keyed.encode(1, forKey: .other)
        var inner = list.nestedUnkeyedContainer()
        try inner.encodeNil()
        try Wrapped(value: 9).encode(to: list.superEncoder())
        try Wrapped(value: 8).encode(to: container.superEncoder(forKey: .other))
        // The last value counts.
        try container.encode("first", forKey: .list)
        try container.encode("second", forKey: .list)
    }

    init(count: Int) { self.count = count }
    init(from decoder: any Decoder) throws { count = 0 }
}

private struct Wrapped: Codable {
    var value: Int

    init(value: Int) { self.value = value }

    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

private struct Nothing: Codable {}
