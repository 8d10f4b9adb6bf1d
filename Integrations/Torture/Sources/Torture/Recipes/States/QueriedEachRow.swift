import Reactor
import ReactorQueries
import Synchronization

/// Rows of a server with versions, each read separately: with `version:` of its query the newest is shown, in whatever order
/// responses and pushes arrive. A query of the whole list finds the ids of the rows.
struct QueriedEachRow: Recipe {
    private(set) var lists = QueryCache<String, Listing>("lists")
    private(set) var rows = QueryCache<String, Known>("rows")

    init() {}

    init(rows: [Row], version: Int) {
        let listing = Listing(rows: rows, version: version, applied: [])
        lists.seed(Self.all, listing, version: version)
        take(listing)
    }

    var shown: [Row] {
        rows.entries.compactMap(\.value?.row).sorted { ($0.place, $0.id) < ($1.place, $1.id) }
    }

    mutating func react(to event: any Event) {
        let before = lists[Self.all]
        if lists.react(to: event) {
            if let listing = lists[Self.all], listing != before { take(listing) }
            return
        }
        if rows.react(to: event) { return }
        switch event {
        case let event as RowChanged where !event.change.isPlain: perform(event.change)
        case let event as RowReceived: take(event.known)
        case is Reset<QueriedEachRow>: self = QueriedEachRow()
        default: break
        }
    }

    /// Changes a row, unless its stored value already contains the change.
    private mutating func perform(_ change: Change) {
        let id = change.operation.id
        let held = rows[id]
        guard held?.applied.contains(change.request) != true else { return }
        let row = change.operation.applied(to: held?.row)
        if held != nil {
            rows.update(id) { $0.row = row }
        } else if let row {
            hold(Known(id: id, row: row, version: Self.predicted, applied: []))
        }
    }

    /// The row of a push or a response. The list contains every row as of its version: a row without a stored value did not
    /// exist then, and an older version is obsolete.
    private mutating func take(_ known: Known) {
        let isHeld = rows[known.id].map { $0.version > Self.predicted } ?? false
        if isHeld || known.version > lists[Self.all]?.version ?? Self.predicted { hold(known) }
    }

    private mutating func hold(_ known: Known) {
        rows.seed(known.id, known, version: known.version, tags: [Self.tag(known.id)])
    }

    /// The list contains the value of every row, and shows that the other rows are deleted, both as of its version.
    private mutating func take(_ listing: Listing) {
        let ids = Set(listing.rows.map(\.id))
        for row in listing.rows {
            hold(Known(id: row.id, row: row, version: row.version, applied: listing.applied))
        }
        for id in Array(rows.entries.ids) where !ids.contains(id) {
            hold(Known(id: id, row: nil, version: listing.version, applied: listing.applied))
        }
    }

    // MARK: The queries

    private static let all = "all"
    /// Older than every version of a server.
    private static let predicted = -1

    private static let list = ServerQuery(
        "lists", \QueriedEachRow.lists, tags: { _, _ in ["list"] }, version: { $0.version }
    ) { _, core in
        try await core.dependencies.network.list()
    }

    private static let row = ServerQuery(
        "rows", \QueriedEachRow.rows, tags: { id, _ in [tag(id)] }, version: { $0.version }
    ) { id, core in
        try await core.dependencies.network.row(id)
    }

    private static func tag(_ id: String) -> QueryTag { QueryTag("row", id) }

    // MARK: The app

    static var keepsChanges: Bool { true }

    /// The list, and each row that is shown for as long as it is.
    static func watch(at core: Core<Self>) -> [Subscription] {
        let watches = Watches()
        let follower = core.subscribe { (app: Self) in
            let ids = app.shown.map(\.id)
            watches.rows.withLock { watches in
                watches = watches.filter { ids.contains($0.key) }
                for id in ids where watches[id] == nil { watches[id] = core.watch(row, id) }
            }
        }
        return [core.watch(list, all), follower]
    }

    static func act(_ change: Change, at core: Core<Self>, _ network: Network) {
        var tags = [tag(change.operation.id)]
        // It is not known yet whether a new row exists.
        if case .put = change.operation { tags.append("list") }
        core.fire(command: ChangeQueriedRow(change: change, tags: tags, network: network))
    }

    static func refresh(page: Int?, at core: Core<Self>, _ network: Network) {
        core.perform(options: CommandOptions(owner: Self.self)) { core in await core.refresh(list, all) }
    }

    /// A push is applied as it arrives: it contains its version.
    static func receive(_ known: Known, at core: Core<Self>, _ network: Network) {
        core.fire(event: RowReceived(known: known), .authoritative)
    }
}

/// The queries of the rows that are shown.
private final class Watches: Sendable {
    let rows = Mutex<[String: Subscription]>([:])
}
