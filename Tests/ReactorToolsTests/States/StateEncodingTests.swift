import Foundation
import Reactor
import ReactorJSON
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorTools

@Suite("Encoding consecutive states", .serialized)
struct StateEncodingTests {
    @Test("Consecutive states have the same bytes as complete encodings")
    func agreesWithEncodingAll() throws {
        for seed in 1...UInt64(Loops.rounds(of: 160)) {
            var random = SeededRandom(seed: seed)
            var library = Library()
            let encoding = StateEncoding(shortest: seed.isMultiple(of: 2) ? 1 : 5)
            // Replayed again from here, as after a rollback.
            var before = library
            for step in 0..<80 {
                if random.below(9) == 0 { library = before }
                if random.below(9) == 0 { before = library }
                library.change(&random)
                let all = try JSON(canonicallyEncoding: library)
                #expect(try encoding.encoded(library).json.compact == all.compact, "seed \(seed), step \(step)")
                #expect(try JSON.decode(Library.self, from: all.bytes()) == library, "seed \(seed), step \(step)")
            }
        }
    }

    @Test("Values that == treats as equal are distinguished", arguments: [1, 17])
    func exactness(shortest: Int) throws {
        let encoding = StateEncoding(shortest: shortest)
        for value in [[[0.0]], [[-0.0]], [[0.0]]] as [[[Double]]] {
            #expect(try encoding.encoded(value).json.compact == JSON(canonicallyEncoding: value).compact)
        }
        for value in [[["é"]], [["e\u{301}"]]] as [[[String]]] {
            #expect(try encoding.encoded(value).json == JSON(canonicallyEncoding: value))
        }
        var rows: KeyedRows<Int, Library.Loose> = [Library.Loose(id: 1, seen: 1, unseen: 1)]
        for unseen in [2, 3] {
            // Equal, so that the revision stays.
            rows.update(with: Library.Loose(id: 1, seen: 1, unseen: unseen))
            #expect(try encoding.encoded(["rows": rows]).json["rows"]?[0]?["unseen"]?.int == unseen)
        }
    }

    /// The number of values that are encoded.
    private func counted(_ encode: () throws -> Void) throws -> Int {
        CountedEncoding.encodings.withLock { $0 = 0 }
        try encode()
        return CountedEncoding.encodings.withLock { $0 }
    }

    @Test("Only changes are encoded again, in place, or next to an element that was added or removed")
    func encodesOnlyChanges() throws {
        var values = (0..<50).map { CountedEncoding(number: $0, parts: [$0]) }
        let encoding = StateEncoding()
        func encodings() throws -> Int { try counted { _ = try encoding.encoded([values]) } }
        #expect(try encodings() == 50)
        #expect(try encodings() == 0)
        values[20].parts.append(1)
        #expect(try encodings() == 1)
        values.remove(at: 3)
        #expect(try encodings() == 0)
        values.insert(CountedEncoding(number: 99), at: 30)
        #expect(try encodings() == 1)
        values.append(CountedEncoding(number: 100))
        #expect(try encodings() == 1)
    }

    @Test("Rows that are moved, or replayed again, are not encoded again")
    func encodesOnlyChangedRows() throws {
        var rows = KeyedRows(
            uniqueRows: (0..<100).map { Library.Counted(id: $0, content: CountedEncoding(number: $0)) })
        let encoding = StateEncoding()
        func encodings() throws -> Int { try counted { _ = try encoding.encoded(["rows": rows]) } }
        #expect(try encodings() == 100)
        rows[id: 7]?.content.number = 1
        #expect(try encodings() == 1)
        rows.move(id: 7, to: 90)
        #expect(try encodings() <= 1)
        rows.remove(id: 3)
        #expect(try encodings() == 0)
        let before = rows
        rows[id: 8]?.content.number = 2
        rows.append(Library.Counted(id: 100, content: CountedEncoding(number: 1)))
        #expect(try encodings() == 2)
        // Rolled back, and another change made.
        rows = before
        rows[id: 9]?.content.number = 2
        #expect(try encodings() == 2)
    }
}

/// An album, and rows that are known by their ids.
private struct Library: Codable, Equatable {
    struct Shelf: Codable, Equatable, Identifiable {
        let id: String
        var pages: [Album.Page] = []
        var byName: [String: [Int]] = [:]
    }

    /// Equal whatever the member `unseen` is.
    struct Loose: Codable, Identifiable, Equatable {
        let id: Int
        var seen: Int
        var unseen: Int
        static func == (left: Self, right: Self) -> Bool { left.id == right.id && left.seen == right.seen }
    }

    struct Counted: Codable, Identifiable {
        let id: Int
        var content: CountedEncoding
    }

    var album = Album()
    var shelves = KeyedRows<String, Shelf>()
    @Tracked var numbers: [Int] = []
    var loose = KeyedRows<Int, Loose>()
    var names: [String: String] = [:]

    mutating func change(_ random: inout SeededRandom) {
        let id = "s\(random.below(12))"
        switch random.below(14) {
        case 0, 1, 2: album.change(&random)
        case 3, 4:
            if !shelves.contains(id: id) { shelves.insert(Shelf(id: id), at: random.below(shelves.count + 1)) }
        case 5: shelves.remove(id: id)
        case 6: shelves[id: id]?.pages = album.pages
        case 7: shelves[id: id]?.byName[id, default: []].append(random.below(9))
        case 8: if shelves.contains(id: id) { shelves.move(id: id, to: random.below(shelves.count)) }
        case 9: shelves.sort { $0.pages.count < $1.pages.count }
        case 10: numbers.append(random.below(9))
        case 11:
            let number = random.below(8)
            let row = Loose(id: number, seen: random.below(2), unseen: random.below(9))
            if loose.contains(id: number) { loose.update(with: row) } else { loose.append(row) }
        case 12: names[random.below(2) == 0 ? "é" : "e\u{301}"] = id
        default: if random.below(4) == 0 { shelves = KeyedRows(uniqueRows: Array(shelves).reversed()) }
        }
    }
}
