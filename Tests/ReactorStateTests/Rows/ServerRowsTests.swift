import Foundation
import ReactorState
import Testing

@Suite("ServerRows")
struct ServerRowsTests {
    typealias Quotes = ServerRows<Quote, Int>

    private func quote(_ id: Int, _ price: Int) -> Quote { Quote(id: id, price: price) }

    // MARK: One row

    @Test("Of two words about a row the newer one stays, whichever comes last")
    func newerStays() {
        var quotes = Quotes()
        #expect(quotes.receive(quote(1, 10), at: 4) == true)
        #expect(quotes.receive(quote(1, 9), at: 3) == false)
        #expect(quotes.rows == [quote(1, 10)])
        #expect(quotes.receive(quote(1, 12), at: 6) == true)
        #expect(quotes.rows == [quote(1, 12)])
    }

    @Test("A deletion stays against what is older, also when the row was never here")
    func deletions() {
        var quotes = Quotes()
        #expect(quotes.receiveDeletion(of: 1, at: 5) == true)
        #expect(quotes.receive(quote(1, 10), at: 4) == false)
        #expect(quotes.rows.isEmpty)
        #expect(quotes.receive(quote(2, 20), at: 7) == true)
        #expect(quotes.receiveDeletion(of: 2, at: 6) == false)
        #expect(quotes.rows == [quote(2, 20)])
        #expect(quotes.receiveDeletion(of: 2, at: 8) == true)
        #expect(quotes.rows.isEmpty)
        #expect(quotes.receive(quote(1, 11), at: 9) == true)
        #expect(quotes.rows == [quote(1, 11)])
    }

    @Test("The same version again is taken, so the last of two words at one version stays")
    func sameVersion() {
        var quotes = Quotes()
        quotes.receive(quote(1, 10), at: 5)
        #expect(quotes.receive(quote(1, 11), at: 5) == true)
        #expect(quotes.rows == [quote(1, 11)])
        #expect(quotes.receiveDeletion(of: 1, at: 5) == true)
        #expect(quotes.rows.isEmpty)
        #expect(quotes.receive(quote(1, 12), at: 5) == true)
        #expect(quotes.rows == [quote(1, 12)])
        #expect(quotes.receive(all: [quote(2, 20)], asOf: 5) == true)
        #expect(quotes.rows == [quote(2, 20)])
        #expect(quotes.receive(quote(1, 13), at: 5) == true)
        #expect(quotes.rows == [quote(2, 20), quote(1, 13)])
        #expect(quotes.versions.isEmpty)
    }

    @Test("Dates as versions show the older of two changes in one second until the row is told again")
    func coarseDates() {
        var quotes = ServerRows<Quote, Date>()
        let second = Date(timeIntervalSince1970: 1_000)
        quotes.receive(quote(1, 11), at: second)
        quotes.receive(quote(1, 10), at: second)
        #expect(quotes.rows == [quote(1, 10)])
        #expect(quotes.receive(all: [quote(1, 11)], asOf: second) == true)
        #expect(quotes.rows == [quote(1, 11)])
    }

    @Test("Some rows are taken each as of its own version, and an absent one is not removed")
    func pages() {
        var quotes = Quotes()
        quotes.receive(quote(1, 10), at: 5)
        quotes.receive(quote(2, 20), at: 5)
        quotes.receiveDeletion(of: 3, at: 6)
        let versions = [1: 4, 3: 5, 4: 7]
        quotes.receive([quote(1, 9), quote(3, 30), quote(4, 40)]) { versions[$0.id] ?? 0 }
        #expect(quotes.rows == [quote(1, 10), quote(2, 20), quote(4, 40)])
        #expect(quotes.floor == nil)
    }

    // MARK: The whole

    @Test("A whole read removes what it does not hold, and keeps what is known at a newer version")
    func whole() {
        var quotes = Quotes([quote(1, 10), quote(2, 20), quote(3, 30)], asOf: 2)
        quotes.receive(quote(2, 22), at: 9)
        quotes.receiveDeletion(of: 3, at: 9)
        quotes.receive(quote(5, 50), at: 9)
        quotes.receive(quote(1, 11), at: 4)
        #expect(quotes.receive(all: [quote(3, 31), quote(2, 21), quote(4, 40)], asOf: 7) == true)
        #expect(quotes.rows == [quote(2, 22), quote(4, 40), quote(5, 50)])
        #expect(quotes.floor == 7)
        #expect(quotes.versions == [2: 9, 3: 9, 5: 9])
    }

    @Test("A whole read forgets the versions and deletions up to its own, so they do not grow")
    func bounded() {
        var quotes = Quotes()
        for round in 1...200 {
            for id in 0..<50 {
                let version = round * 100 + id
                if id.isMultiple(of: 2) {
                    quotes.receive(quote(id, round), at: version)
                } else {
                    quotes.receiveDeletion(of: round * 50 + id, at: version)
                }
            }
            #expect(quotes.versions.count == 50)
            let evens = stride(from: 0, to: 50, by: 2).map { quote($0, round) }
            #expect(quotes.receive(all: evens, asOf: round * 100 + 50) == true)
            #expect(quotes.versions.isEmpty)
        }
        #expect(quotes.receive(quote(1, 1), at: 20_049) == false)
        #expect(quotes.receiveDeletion(of: 2, at: 20_049) == false)
        #expect(quotes.rows.count == 25)
    }

    @Test("A read below the floor changes nothing and says so")
    func belowTheFloor() {
        var quotes = Quotes([quote(1, 10)], asOf: 7)
        let before = quotes
        #expect(quotes.receive(all: [quote(2, 20)], asOf: 6) == false)
        #expect(quotes == before)
    }

    @Test("A read that was asked for after a version was told, and is older, shows a server that went back")
    func restoredBackup() {
        var quotes = Quotes([quote(1, 10)], asOf: 7)
        quotes.receive(quote(1, 12), at: 12)
        let asked = quotes.newest
        #expect(asked == 12)
        // The backup is from version 9, above the floor: the read is taken, and the row stays as of what the server lost.
        #expect(quotes.receive(all: [quote(1, 11)], asOf: 9) == true)
        #expect(quotes.rows == [quote(1, 12)])
        #expect(asked.map { 9 < $0 } == true)
        quotes.forget()
        #expect(quotes.newest == nil)
        #expect(quotes.receive(all: [quote(1, 11)], asOf: 9) == true)
        #expect(quotes.rows == [quote(1, 11)])
    }

    @Test("After forgetting, the rows stay, and the next word is taken whatever its version is")
    func forgets() {
        var quotes = Quotes([quote(1, 10), quote(2, 20)], asOf: 100)
        quotes.receiveDeletion(of: 3, at: 110)
        quotes.forget()
        #expect(quotes.rows == [quote(1, 10), quote(2, 20)])
        #expect(quotes.floor == nil)
        #expect(quotes.receive(quote(3, 30), at: 1) == true)
        #expect(quotes.receive(all: [quote(3, 30)], asOf: 1) == true)
        #expect(quotes.rows == [quote(3, 30)])
    }

    @Test("The order is that of the newest read, with newer rows behind; of two rows with one id the later is taken")
    func order() {
        var quotes = Quotes([quote(1, 10), quote(2, 20), quote(3, 30)])
        quotes.receive(quote(8, 80), at: 9)
        quotes.receive(quote(7, 70), at: 9)
        #expect(quotes.receive(all: [quote(3, 30), quote(2, 20), quote(3, 31), quote(1, 10)], asOf: 5) == true)
        #expect(quotes.rows == [quote(3, 31), quote(2, 20), quote(1, 10), quote(8, 80), quote(7, 70)])
        #expect(quotes.receive(all: [quote(1, 1), quote(2, 2), quote(1, 3)], asOf: 9) == true)
        #expect(quotes.rows == [quote(1, 3), quote(2, 2)])
    }

    @Test("A number taken before its transaction commits is no version: what commits late waits for a whole read")
    func sequenceNumbers() {
        // Transaction 10 is open, 11 commits, the server reads "as of 11", 10 commits and is pushed.
        var quotes = Quotes()
        #expect(quotes.receive(all: [quote(2, 20)], asOf: 11) == true)
        #expect(quotes.receive(quote(1, 10), at: 10) == false)
        #expect(quotes.receive(quote(3, 30), at: 12) == true)
        #expect(quotes.rows == [quote(2, 20), quote(3, 30)])
        #expect(quotes.receive(all: [quote(1, 10), quote(2, 20), quote(3, 30)], asOf: 12) == true)
        #expect(quotes.rows == [quote(1, 10), quote(2, 20), quote(3, 30)])
    }

    @Test("Without whole reads, revisions of each row alone will do, and a row that is made again needs a new id")
    func revisionsOfRows() {
        var quotes = Quotes()
        quotes.receive([quote(1, 10), quote(2, 20)]) { _ in 1 }
        quotes.receive(quote(1, 11), at: 2)
        #expect(quotes.receive(quote(1, 10), at: 1) == false)
        quotes.receiveDeletion(of: 1, at: 3)
        #expect(quotes.receive(quote(1, 90), at: 1) == false)
        #expect(quotes.receive(quote(3, 90), at: 1) == true)
        #expect(quotes.rows == [quote(2, 20), quote(3, 90)])
        // Deletions are kept for good.
        #expect(quotes.versions.count == 3)
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

    // MARK: As a value

    @Test("What is late, and an equal row at a newer version, change no revision")
    func quiet() {
        var quotes = Quotes([quote(1, 10), quote(2, 20)], asOf: 4)
        quotes.receive(quote(1, 11), at: 6)
        let revision = quotes.rows.revision
        quotes.receive(quote(1, 9), at: 5)
        quotes.receive(quote(1, 11), at: 7)
        quotes.receiveDeletion(of: 2, at: 3)
        quotes.receiveDeletion(of: 3, at: 9)
        #expect(quotes.receive(all: [], asOf: 3) == false)
        #expect(quotes.receive(all: [quote(1, 11), quote(2, 20)], asOf: 8) == true)
        #expect(quotes.rows.revision == revision)
    }

    @Test("A whole read changes the rows that differ, and no others")
    func changes() {
        var quotes = Quotes([quote(1, 10), quote(2, 20), quote(3, 30)], asOf: 4)
        let revision = quotes.rows.revision
        #expect(quotes.receive(all: [quote(1, 10), quote(2, 21), quote(4, 40)], asOf: 5) == true)
        guard case .difference(let difference) = quotes.rows.changes(since: revision) else {
            Issue.record("The change is not in the log.")
            return
        }
        #expect(difference.inserted == [4])
        #expect(difference.updated == [2])
        #expect(difference.removed == [3])
    }

    @Test("Equal is what knows the same: the same rows and the same versions")
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

    @Test("It survives encoding with all that it knows, and rows alone are rows of which no version is known")
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

    @Test("A dump shows its rows, its floor and its versions")
    func mirror() {
        let children = Mirror(reflecting: Quotes([quote(1, 10)], asOf: 4)).children
        #expect(children.map(\.label) == ["rows", "floor", "versions"])
    }

    @Test("An undo beside the rows leaves versions alone; in a document it brings old ones back, and old words in")
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
