import ReactorRows
import ReactorState
import Testing

/// A row of which `==` compares the id alone.
private struct Badge: Identifiable, Equatable {
    var id: Int
    var label: String
    static func == (left: Badge, right: Badge) -> Bool { left.id == right.id }
}

private struct Place: Identifiable, Equatable {
    var id: Int
    var name = ""
    var offset = 0.0
}

@Suite("Rows that are equal to the rows before are stored")
struct EqualRowsTests {
    @Test("whichever members == compares, and they count as unchanged")
    func replaced() throws {
        var rows = KeyedRows(uniqueRows: [Badge(id: 1, label: "a"), Badge(id: 2, label: "b"), Badge(id: 3, label: "c")])
        let revision = rows.revision
        try rows.replaceAll(with: [Badge(id: 1, label: "A"), Badge(id: 2, label: "B"), Badge(id: 3, label: "C")])
        #expect(rows.map(\.label) == ["A", "B", "C"])
        #expect(rows.revision == revision)
        try rows.replaceAll(with: [Badge(id: 3, label: "x"), Badge(id: 4, label: "y"), Badge(id: 1, label: "z")])
        #expect(rows.map(\.label) == ["x", "y", "z"])
    }

    @Test("with the sign of a zero and the spelling of a name")
    func spelled() throws {
        var places = KeyedRows(uniqueRows: [Place(id: 7, name: "e\u{301}", offset: 0)])
        try places.replaceAll(with: [Place(id: 7, name: "é", offset: -0.0)])
        #expect(places[id: 7].map { Array($0.name.unicodeScalars) } == ["é"])
        #expect(places[id: 7]?.offset.sign == .minus)
    }

    @Test("by a server, one by one and all together")
    func received() {
        var badges = ServerRows<Badge, Int>()
        let isFirst = badges.receive(all: [Badge(id: 5, label: "a"), Badge(id: 6, label: "b")], asOf: 1)
        let revision = badges.rows.revision
        badges.receive(Badge(id: 5, label: "A"), at: 2)
        #expect(badges.rows.map(\.label) == ["A", "b"])
        badges.receive([Badge(id: 6, label: "B")], at: { _ in 3 })
        #expect(badges.rows.map(\.label) == ["A", "B"])
        let isSecond = badges.receive(all: [Badge(id: 5, label: "x"), Badge(id: 6, label: "y")], asOf: 4)
        #expect(isFirst && isSecond)
        #expect(badges.rows.map(\.label) == ["x", "y"])
        #expect(badges.rows.revision == revision)
    }
}
