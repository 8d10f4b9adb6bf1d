import Reactor
import ReactorQueries

/// Rows of a server without versions, as the page "Queries" stores them: one list, observed while the app runs.
struct QueriedRows: Recipe {
    private(set) var lists = QueryCache<String, [Row]>("rows")
    /// Rows that the user added before the list was read, and that the server has confirmed: there is no list yet to contain
    /// them.
    private(set) var early: [Row] = []

    init() {}

    init(rows: [Row], version: Int) {
        // As another start of the app has left it.
        lists.seed(Self.all, rows, at: Timestamp(millisecondsSince1970: 0), tags: Self.tags(rows))
    }

    var shown: [Row] { (lists[Self.all] ?? early).sorted { ($0.place, $0.id) < ($1.place, $1.id) } }

    mutating func react(to event: any Event) {
        if lists.react(to: event) { return }
        switch event {
        case let event as RowChanged where !event.change.isPlain:
            let operation = event.change.operation
            change(operation.id) { operation.applied(to: $0) }
        case let event as RowReceived: change(event.known.id) { _ in event.known.row }
        case is Reset<QueriedRows>: self = QueriedRows()
        default: break
        }
    }

    private mutating func change(_ id: String, _ change: (Row?) -> Row?) {
        if lists[Self.all] == nil {
            Self.change(id, in: &early, change)
        } else {
            lists.update(Self.all) { Self.change(id, in: &$0, change) }
        }
    }

    private static func change(_ id: String, in rows: inout [Row], _ change: (Row?) -> Row?) {
        let index = rows.firstIndex { $0.id == id }
        switch (index, change(index.map { rows[$0] })) {
        case (let index?, let row?): rows[index] = row
        case (let index?, nil): rows.remove(at: index)
        case (nil, let row?): rows.append(row)
        case (nil, nil): break
        }
    }

    // MARK: The query

    private static let all = "all"

    private static let list = ServerQuery("rows", \QueriedRows.lists, limit: nil, tags: { _, rows in tags(rows) }) {
        _, core in
        try await core.dependencies.network.list().rows
    }

    private static func tags(_ rows: [Row]) -> [QueryTag] { ["list"] + rows.map { QueryTag("row", $0.id) } }

    /// The ids that a change concerns. A change that makes a row concerns the list: no list contains the row yet.
    private static func tags(_ operation: Operation) -> [QueryTag] {
        let row = QueryTag("row", operation.id)
        if case .put = operation { return ["list", row] }
        return [row]
    }

    // MARK: The app

    static var keepsChanges: Bool { true }

    static func watch(at core: Core<Self>) -> [Subscription] { [core.watch(list, all)] }

    static func act(_ change: Change, at core: Core<Self>, _ network: Network) {
        core.fire(command: ChangeQueriedRow(change: change, tags: tags(change.operation), network: network))
    }

    static func refresh(page: Int?, at core: Core<Self>, _ network: Network) {
        core.perform(options: CommandOptions(owner: Self.self)) { core in await core.refresh(list, all) }
    }

    /// A push only invalidates: its data may be older than the shown data.
    static func receive(_ known: Known, at core: Core<Self>, _ network: Network) { core.invalidate("list") }
}
