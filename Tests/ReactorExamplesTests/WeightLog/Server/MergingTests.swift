import ReactorTerminal
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Merging the weights of a server into a log")
struct MergingTests {
    @Test(
        "Weights retain their numbers by key, new ones get the next, missing ones are removed, and local ones stay"
    )
    func merging() throws {
        var keyed = try record(1, "2026-01-02", "80")
        keyed.key = "a"
        var gone = try record(2, "2026-01-03", "81")
        gone.key = "b"
        let own = try record(3, "2026-01-04", "82")
        let book = WeightBook(records: [keyed, gone, own], nextID: 7)
        let merged = book.merged(with: [
            ServerWeight(key: "c", reading: try reading("2026-01-05", "83")),
            ServerWeight(key: "a", reading: try reading("2026-01-02", "79")),
        ])
        var new = try record(7, "2026-01-05", "83")
        new.key = "c"
        #expect(merged.records == [keyed.corrected(to: try reading("2026-01-02", "79")), own, new])
        #expect(merged.nextID == 8)
        #expect(merged.version == nil)
        #expect(book.merged(with: [], asOf: 4).version == 4)
        #expect(merged.merged(with: []).records == [own])
        #expect(book.numbering(above: [3, 12, 5]).nextID == 13)
        #expect(book.numbering(above: []).nextID == 7)
    }

    @Test("A weight that is added again receives its key, and its values are preserved")
    func keys() throws {
        let own = try record(1, "2026-01-02", "80")
        var keyed = try record(1, "2026-01-02", "70")
        keyed.key = "a"
        var book = WeightBook(records: [own])
        book.apply(.add([keyed]))
        #expect(book.records.map(\.key) == ["a"])
        #expect(book.records.map(\.reading) == [own.reading])
        var other = keyed
        other.key = "b"
        book.apply(.add([other]))
        #expect(book.records.map(\.key) == ["a"])
    }
}
