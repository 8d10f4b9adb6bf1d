import Reactor

/// Tables of rows that one event changes, by `KeyedRows` and by an array: alone, or through a core whose subscriber receives
/// the changed rows, against a plain loop whose reader retains the array.
///
/// A table is made for each time beforehand, and as many whatever is counted, so that making them cancels out.
package struct RowsInBulk: Sendable {
    /// The operation on a table.
    package enum Change: Sendable {
        case create(Int), append(Int), others, everyTenth, select, swap, remove
    }

    /// The most times that it may be done.
    private static let most = 30

    private let change: Change

    /// The work for each table.
    package init(_ change: Change) { self.change = change }

    /// Changes N tables of `KeyedRows`.
    package func keyed(_ count: Int) throws {
        var tables = (0..<Self.most).map { _ in KeyedTable(size) }
        for index in 0..<count { tables[index].react(to: BulkChanged(change: change)) }
        try check(Array(tables[count - 1].rows))
    }

    /// Changes N tables of an array, each of which a reader retains before and afterwards.
    package func loop(_ count: Int) throws {
        var tables = (0..<Self.most).map { _ in ArrayTable(size) }
        var kept = tables.map(\.rows)
        for index in 0..<count {
            tables[index].react(to: BulkChanged(change: change))
            kept[index] = tables[index].rows
        }
        try check(kept[count - 1])
    }

    /// Changes N tables of an array that no reader retains.
    package func array(_ count: Int) throws {
        var tables = (0..<Self.most).map { _ in ArrayTable(size) }
        for index in 0..<count { tables[index].react(to: BulkChanged(change: change)) }
        try check(tables[count - 1].rows)
    }

    /// Changes N tables of cores, each when its subscriber was notified of the previous change.
    package func core(_ count: Int) async throws {
        let watch = Watch()
        let cores = (0..<Self.most).map { _ in Core(state: KeyedTable(size)) }
        var subscriptions: [Subscription] = []
        for core in cores {
            subscriptions.append(
                core.subscribe(to: .changes(of: \.rows), initial: false) { [watch] _ in watch.notify(1) })
            await watch.wait { core.fire(event: BulkWarmed()) }
        }
        for index in 0..<count { await watch.wait { cores[index].fire(event: BulkChanged(change: change)) } }
        try check(await cores[count - 1].read { Array($0.rows) })
        withExtendedLifetime(subscriptions) {}
    }

    private var size: Int {
        if case .create = change { 0 } else { 10_000 }
    }

    private func check(_ rows: [Line]) throws {
        var expected = ArrayTable(size)
        expected.react(to: BulkChanged(change: change))
        try Workloads.check(rows == expected.rows, "\(change): the \(rows.count) rows are others.")
    }
}

struct BulkChanged: Event {
    let change: RowsInBulk.Change
}

/// An event for the subscriber, which does not change the rows.
private struct BulkWarmed: Event {}

struct Line: Identifiable, Equatable {
    let id: Int
    var label: String
    var isSelected = false

    private static let labels = (0..<64).map { "pretty red table \($0)" }

    init(id: Int) {
        self.id = id
        label = Self.labels[id % 64]
    }

    static func lines(_ ids: Range<Int>) -> [Line] { ids.map { Line(id: $0) } }
}

private struct ArrayTable: State {
    var rows: [Line]

    init(_ count: Int) { rows = Line.lines(0..<count) }

    @inline(never)
    mutating func react(to event: any Event) {
        guard let event = event as? BulkChanged else { return }
        switch event.change {
        case .create(let count): rows = Line.lines(0..<count)
        case .append(let count): rows.append(contentsOf: Line.lines(rows.count..<rows.count + count))
        case .others: rows = Line.lines(rows.count..<2 * rows.count)
        case .everyTenth: for index in stride(from: 0, to: rows.count, by: 10) { rows[index].isSelected = true }
        case .select: rows[5_000].isSelected = true
        case .swap: rows.swapAt(1, 9_998)
        case .remove: rows.remove(at: 5_000)
        }
    }
}

private struct KeyedTable: State {
    var rows: KeyedRows<Int, Line>

    init(_ count: Int) { rows = KeyedRows(uniqueRows: Line.lines(0..<count)) }

    @inline(never)
    mutating func react(to event: any Event) {
        guard let event = event as? BulkChanged else {
            // The first event of a core creates objects that are created once.
            rows.append(Line(id: .max))
            rows.remove(id: .max)
            return
        }
        switch event.change {
        case .create(let count): replaceAll(with: Line.lines(0..<count))
        case .append(let count): rows.append(contentsOf: Line.lines(rows.count..<rows.count + count))
        case .others: replaceAll(with: Line.lines(rows.count..<2 * rows.count))
        case .everyTenth: for id in stride(from: 0, to: rows.count, by: 10) { rows[id: id]?.isSelected = true }
        case .select: rows[id: 5_000]?.isSelected = true
        case .swap: rows.swapAt(1, 9_998)
        case .remove: rows.remove(id: 5_000)
        }
    }

    private mutating func replaceAll(with lines: [Line]) {
        do { try rows.replaceAll(with: lines) } catch { preconditionFailure("\(error)") }
    }
}
