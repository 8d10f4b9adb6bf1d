import Reactor

/// The former page "Optimistic updates": a mark for each read, the response in place of the prediction, pushes below the
/// predictions. It ignores versions, and breaks rules.
struct MarkedRows: Recipe, Equatable {
    private(set) var rows: [String: Row] = [:]

    init() {}

    init(rows: [Row], version: Int) { self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) }) }

    var shown: [Row] { rows.values.sorted { ($0.place, $0.id) < ($1.place, $1.id) } }

    mutating func react(to event: any Event) {
        switch event {
        case let event as RowChanged where !event.change.isPlain:
            let operation = event.change.operation
            rows[operation.id] = operation.applied(to: rows[operation.id])
        case let event as RowReceived: rows[event.known.id] = event.known.row
        case let event as RowsReceived:
            if event.listing.page == nil { rows = [:] }
            for row in event.listing.rows { rows[row.id] = row }
        case is Reset<MarkedRows>: rows = [:]
        default: break
        }
    }

    static var keepsChanges: Bool { false }

    static func act(_ change: Change, at core: Core<Self>, _ network: Network) {
        core.fire(command: ChangeRow(change: change, network: network))
    }

    static func refresh(page: Int?, at core: Core<Self>, _ network: Network) {
        core.fire(command: ReadMarkedRows(page: page, network: network))
    }

    static func receive(_ known: Known, at core: Core<Self>, _ network: Network) {
        core.fire(event: RowReceived(known: known), .authoritative)
    }
}
