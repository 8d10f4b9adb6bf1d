import Reactor

/// Rows of a server with versions: the newest version is stored, in whatever order versions arrive.
struct VersionedRows: Recipe {
    private(set) var rows: ServerRows<Row, Int>
    /// The user's requests that these rows include, so that a change in flight is not counted twice.
    private(set) var applied: Set<String> = []

    init() { rows = ServerRows() }

    init(rows: [Row], version: Int) {
        self.rows = ServerRows()
        _ = self.rows.receive(all: rows, asOf: version)
    }

    var shown: [Row] { rows.rows.sorted { ($0.place, $0.id) < ($1.place, $1.id) } }

    mutating func react(to event: any Event) {
        switch event {
        case let event as RowChanged:
            let (change, isHere) = (event.change, applied.contains(event.change.request))
            if !change.isPlain && !isHere { perform(change.operation) }
        case let event as RowReceived:
            let known = event.known
            if let row = known.row {
                rows.receive(row, at: known.version)
            } else {
                rows.receiveDeletion(of: known.id, at: known.version)
            }
            applied.formUnion(known.applied)
        case let event as RowsReceived:
            let listing = event.listing
            if listing.page == nil {
                _ = rows.receive(all: listing.rows, asOf: listing.version)
            } else {
                rows.receive(listing.rows) { $0.version }
            }
            applied.formUnion(listing.applied)
        case is Reset<VersionedRows>: self = VersionedRows()
        default: break
        }
    }

    private mutating func perform(_ operation: Operation) {
        if let row = operation.applied(to: rows.rows[id: operation.id]) {
            rows.rows.update(with: row)
        } else {
            rows.rows.remove(id: operation.id)
        }
    }

    static var keepsChanges: Bool { true }

    static func act(_ change: Change, at core: Core<Self>, _ network: Network) {
        core.fire(command: ChangeRow(change: change, network: network))
    }

    static func refresh(page: Int?, at core: Core<Self>, _ network: Network) {
        core.fire(command: ReadVersionedRows(page: page, network: network))
    }

    static func receive(_ known: Known, at core: Core<Self>, _ network: Network) {
        core.fire(event: RowReceived(known: known), .authoritative)
    }
}
