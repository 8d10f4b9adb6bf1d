import Foundation
import ReactorRows
import ReactorState
import ReactorUndo
import Testing

@Suite("ServerRows")
struct ServerRowsTests {
    typealias Quotes = ServerRows<Quote, Int>

    private func quote(_ id: Int, _ price: Int) -> Quote { Quote(id: id, price: price) }

    @Test("A read that was requested after a version was received, and is older, shows a server that was reset")
    func restoredBackup() {
        var quotes = Quotes([quote(1, 10)], asOf: 7)
        quotes.receive(quote(1, 12), at: 12)
        let asked = quotes.newest
        #expect(asked == 12)
        // The backup is from version 9, above the floor: the read is applied, and the row keeps the version that the server has
        // lost.
        #expect(quotes.receive(all: [quote(1, 11)], asOf: 9) == true)
        #expect(quotes.rows == [quote(1, 12)])
        #expect(asked.map { 9 < $0 } == true)
        quotes.forget()
        #expect(quotes.newest == nil)
        #expect(quotes.receive(all: [quote(1, 11)], asOf: 9) == true)
        #expect(quotes.rows == [quote(1, 11)])
    }

    @Test("The user's own change touches no version, so a word of the server overwrites it")
    func ownChanges() {
        var quotes = Quotes([quote(1, 10)], asOf: 4)
        quotes.rows[id: 1]?.price = 99
        quotes.rows.append(quote(-1, 5))
        #expect(quotes.versions.isEmpty)
        #expect(quotes.newest == 4)
        #expect(quotes.receive(quote(1, 10), at: 4) == true)
        #expect(quotes.receive(all: [quote(1, 10)], asOf: 4) == true)
        #expect(quotes.rows == [quote(1, 10)])
    }

    @Test("A late update, and an equal row with a newer version, change no revision")
    func quiet() {
        var quotes = Quotes([quote(1, 10), quote(2, 20)], asOf: 4)
        quotes.receive(quote(1, 11), at: 6)
        let revision = quotes.rows.revision
        #expect(quotes.receive(quote(1, 9), at: 5) == false)
        quotes.receive(quote(1, 11), at: 7)
        #expect(quotes.receiveDeletion(of: 2, at: 3) == false)
        quotes.receiveDeletion(of: 3, at: 9)
        #expect(quotes.receive(all: [], asOf: 3) == false)
        #expect(quotes.receive(all: [quote(1, 11), quote(2, 20)], asOf: 8) == true)
        #expect(quotes.rows.revision == revision)
    }

    @Test("Rows are equal if they contain the same rows and the same versions")
    func equality() {
        var left = Quotes([quote(1, 10)], asOf: 4)
        var right = left
        #expect(left == right)
        left.receive(quote(1, 10), at: 5)
        #expect(left != right)
        right.receive(quote(1, 10), at: 5)
        #expect(left == right)
        right.receiveDeletion(of: 2, at: 5)
        #expect(left != right)
        #expect(Quotes([quote(1, 10)], asOf: 4) != Quotes([quote(1, 10)], asOf: 5))
    }

    @Test("ServerRows are encoded with their versions, and plain rows are decoded as rows without a version")
    func codable() throws {
        var quotes = Quotes([quote(1, 10), quote(2, 20)], asOf: 4)
        quotes.receive(quote(1, 11), at: 6)
        quotes.receiveDeletion(of: 3, at: 7)
        let data = try JSONEncoder().encode(quotes)
        var decoded = try JSONDecoder().decode(Quotes.self, from: data)
        #expect(decoded == quotes)
        #expect(decoded.receive(quote(3, 30), at: 6) == false)
        let rows = try JSONDecoder().decode(Quotes.self, from: Data(#"{"rows":[{"id":1,"price":10}]}"#.utf8))
        #expect(rows == Quotes([quote(1, 10)]))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Quotes.self, from: Data(#"{"rows":[{"id":1,"price":1},{"id":1,"price":2}]}"#.utf8))
        }
    }

    @Test("An undo outside of the rows does not change versions; in a document it restores old versions")
    func undo() {
        struct Sheet: UndoableDocument {
            var title = ""
            var quotes = Quotes()
        }
        struct Renamed: Event {}
        var beside = Quotes()
        var sheet = Undoable(Sheet())
        sheet.change(for: Renamed()) { $0.title = "a" }
        beside.receive(quote(1, 11), at: 6)
        sheet.change(for: Renamed()) { $0.quotes.receive(quote(1, 11), at: 6) }
        sheet.undoEvent.map { _ = sheet.undo($0.step) }
        #expect(beside.receive(quote(1, 9), at: 5) == false)
        var undone = sheet.document.quotes
        #expect(undone.receive(quote(1, 9), at: 5) == true)
    }
}
