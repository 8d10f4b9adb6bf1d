import Reactor

/// Rows of a server without versions: a read counts only if no local change overlapped it.
struct UnversionedRows: Recipe {
    private(set) var rows: [String: Row] = [:]

    init() {}

    init(rows: [Row], version: Int) {
        self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    }

    var shown: [Row] { rows.values.sorted { ($0.place, $0.id) < ($1.place, $1.id) } }

    mutating func react(to event: any Event) {
        switch event {
        case let event as RowChanged where !event.change.isPlain:
            let operation = event.change.operation
            rows[operation.id] = operation.applied(to: rows[operation.id])
        case let event as RowReceived: rows[event.known.id] = event.known.row
        case let event as RowsReceived:
            rows = Dictionary(uniqueKeysWithValues: event.listing.rows.map { ($0.id, $0) })
        case is Reset<UnversionedRows>: self = UnversionedRows()
        default: break
        }
    }

    static var keepsChanges: Bool { true }

    static func act(_ change: Change, at core: Core<Self>, _ network: Network) {
        core.fire(command: ChangeRow(change: change, network: network))
    }

    static func refresh(page: Int?, at core: Core<Self>, _ network: Network) {
        core.fire(command: ReadBetweenChanges(network: network))
    }

    /// A push only starts a read: its data may be older than the shown data.
    static func receive(_ known: Known, at core: Core<Self>, _ network: Network) {
        refresh(page: nil, at: core, network)
    }
}
