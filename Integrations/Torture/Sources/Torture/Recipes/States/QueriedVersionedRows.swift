import Reactor
import ReactorQueries

/// Rows of a server with versions: a query reads them, completely or in pages, and `ServerRows` store the newest version from
/// the query, from responses to changes, and from pushes.
struct QueriedVersionedRows: Recipe {
    private(set) var lists = QueryCache<Int?, Listing>("rows")
    /// The parts of the lists that were stored in the rows.
    private var taken: [Int?: Listing] = [:]
    private var rows = VersionedRows()

    init() {}

    init(rows: [Row], version: Int) {
        self.rows = VersionedRows(rows: rows, version: version)
        // As another start of the app has left it.
        lists.seed(
            nil, Listing(rows: rows, version: version, applied: []), at: Timestamp(millisecondsSince1970: 0))
        taken[nil] = lists[nil]
    }

    var shown: [Row] { rows.shown }

    mutating func react(to event: any Event) {
        if lists.react(to: event) {
            take()
        } else if event is Reset<QueriedVersionedRows> {
            self = QueriedVersionedRows()
        } else {
            rows.react(to: event)
        }
    }

    private mutating func take() {
        for entry in lists.entries {
            guard let listing = entry.value, taken[entry.id] != listing else { continue }
            taken[entry.id] = listing
            rows.react(to: RowsReceived(listing: listing))
        }
    }

    private static let list = ServerQuery("rows", \QueriedVersionedRows.lists) { page, core in
        try await core.dependencies.network.list(page: page)
    }

    // MARK: The app

    static var keepsChanges: Bool { true }

    static func watch(at core: Core<Self>) -> [Subscription] { [core.watch(list, nil)] }

    static func act(_ change: Change, at core: Core<Self>, _ network: Network) {
        core.fire(command: ChangeRow(change: change, network: network))
    }

    static func refresh(page: Int?, at core: Core<Self>, _ network: Network) {
        core.perform(options: CommandOptions(owner: Self.self)) { core in await core.refresh(list, page) }
    }

    static func receive(_ known: Known, at core: Core<Self>, _ network: Network) {
        core.fire(event: RowReceived(known: known), .authoritative)
    }
}
