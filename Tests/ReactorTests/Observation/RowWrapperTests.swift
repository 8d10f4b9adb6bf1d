import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorStateSupport

/// A number whose comparisons are counted.
private struct Weighed: Equatable {
    let tally: Locked<Int>
    var number = 0

    static func == (left: Weighed, right: Weighed) -> Bool {
        left.tally.withLock { $0 += 1 }
        return left.number == right.number
    }
}

private struct Lifted: Event {
    var id: Int
    var number: Int
}

private struct Taken: Event { var id: Int }
private struct Returned: Event { var weight: Weight }

private struct Weight: AssignableState, Identifiable {
    let id: Int
    var weighed: Weighed
    var note = ""

    static let note = Assignable("weight.note", \Weight.note) { String($0.prefix(2)) }
    static let assignables = Assignables(note)

    mutating func react(to event: any Event) {
        if assign(event) { return }
        if let event = event as? Lifted { weighed.number = event.number }
    }
}

private struct WeightRack: State {
    var count = 0
    var weights: KeyedRows<Int, Weight> = []

    mutating func react(to event: any Event) {
        switch event {
        case is Ticked: count += 1
        case let event as Taken: weights[id: event.id] = nil
        case let event as Returned: weights.append(event.weight)
        case let event as Lifted: weights[id: event.id]?.react(to: event)
        case let event as Assign: if let id = event.part.flatMap(Int.init) { weights[id: id]?.react(to: event) }
        default: break
        }
    }
}

@MainActor
@Suite("A wrapper for each row")
struct RowWrapperTests {
    private let tally = Locked(0)

    private func rows(_ lying: Lying) -> [ObservableCore<Weight>] {
        let weights = (0..<5).map { Weight(id: $0, weighed: Weighed(tally: tally)) }
        let core = Core(
            state: WeightRack(weights: KeyedRows(uniqueRows: weights)), runtime: .testing(executor: lying.executor))
        return (0..<5).map { ObservableCore(core.scope(to: \.weights, id: $0, default: weights[0])) }
    }

    @Test(
        "An event that changes no row compares no row, and an event of a row compares that row",
        arguments: Lying.allCases)
    func compares(lying: Lying) async {
        let rows = rows(lying)
        for row in rows { await row.settled() }
        let readers = rows.map { row in Reader { _ = row.weighed } }
        let core = rows[0].core
        tally.withLock { $0 = 0 }
        for _ in 0..<3 { core.fire(event: Ticked()) }
        await core.settled()
        #expect(tally.withLock { $0 } == 0)
        core.fire(event: Lifted(id: 3, number: 9))
        await core.settled()
        #expect((1...2).contains(tally.withLock { $0 }), "one comparison calls == once or twice")
        #expect(readers.map(\.invalidations) == [0, 0, 0, 1, 0])
        #expect(rows.map(\.weighed.number) == [0, 0, 0, 9, 0])
    }

    @Test("A released wrapper is no longer notified, and the others still are")
    func released() async {
        var rows = rows(.onMain)
        let core = rows[0].core
        let last = Reader { [row = rows[4]] in _ = row.weighed }
        rows.removeFirst(2)
        await core.settled()
        core.fire(events: (0..<5).map { Lifted(id: $0, number: 2) })
        #expect(rows.map(\.weighed.number) == [2, 2, 2])
        #expect(last.invalidations == 1)
    }

    @Test("A value that is set in a row disappears when the row stays the same", arguments: Lying.allCases)
    func assigned(lying: Lying) async {
        let rows = rows(lying)
        rows[1][Weight.note] = "ab"
        await rows[1].settled()
        rows[1][Weight.note] = "abc"
        await rows[1].settled()
        #expect(rows.map(\.note) == ["", "ab", "", "", ""])
    }

    @Test(
        "The readers of a row that is removed, and of one that comes back, are notified; others are not",
        arguments: Lying.allCases)
    func comesBack(lying: Lying) async {
        let rows = rows(lying)
        for row in rows { await row.settled() }
        let core = rows[0].core
        core.fire(event: Lifted(id: 2, number: 40))
        await core.settled()
        let readers = rows.map { row in Reader { _ = row.weighed } }
        core.fire(event: Taken(id: 2))
        if lying == .onMain { #expect(readers[2].invalidations == 1, "in the same call") }
        await core.settled()
        #expect(readers.map(\.invalidations) == [0, 0, 1, 0, 0])
        #expect(rows[2].weighed.number == 0, "the default of the scope")
        readers[2].read()
        core.fire(event: Returned(weight: Weight(id: 2, weighed: Weighed(tally: tally, number: 41))))
        await core.settled()
        #expect(readers.map(\.invalidations) == [0, 0, 2, 0, 0])
        #expect(rows[2].weighed.number == 41)
    }

    @Test("A value can be set in a row that was replaced by an equal row in one step", arguments: Lying.allCases)
    func replaced(lying: Lying) async {
        let rows = rows(lying)
        let weight = Weight(id: 3, weighed: Weighed(tally: tally))
        rows[3].core.fire(events: [Taken(id: 3), Returned(weight: weight)])
        await rows[3].settled()
        rows[3][Weight.note] = "x"
        await rows[3].settled()
        #expect(rows.map(\.note) == ["", "", "", "x", ""])
    }
}
