import Reactor

/// Rows of a server that says no versions: a read counts only when no change was on its way from its beginning to its end.
struct UnversionedRows: Recipe {
    private(set) var rows: [String: Row] = [:]
    /// The changes that have no answer.
    private var open: Set<String> = []
    /// How many changes have ended.
    private(set) var ended = 0
    /// The last read that counted.
    private(set) var lastRead = 0

    init() {}

    init(rows: [Row], version: Int) { self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) }) }

    var shown: [Row] { rows.values.sorted { ($0.place, $0.id) < ($1.place, $1.id) } }

    /// Whether no change is on its way.
    var isFree: Bool { open.isEmpty }

    mutating func react(to event: any Event) {
        switch event {
        case let event as RowChanged:
            let operation = event.change.operation
            rows[operation.id] = operation.applied(to: rows[operation.id])
        case let event as RowReceived: rows[event.known.id] = event.known.row
        case let event as ChangeBegan: open.insert(event.request)
        case let event as ChangeEnded:
            open.remove(event.request)
            ended += 1
        // Decided here, in one step with taking it: a change may begin or end at any moment before.
        case let event as RowsRead where isFree && ended == event.ended:
            rows = Dictionary(uniqueKeysWithValues: event.rows.map { ($0.id, $0) })
            lastRead = event.number
        case is Reset<UnversionedRows>: self = UnversionedRows()
        default: break
        }
    }

    static var keepsChanges: Bool { true }

    static func act(_ change: Change, at core: Core<Self>, _ network: Network) {
        core.fire(event: ChangeBegan(request: change.request))
        core.fire(command: ChangeRow(change: change, network: network))
    }

    static func refresh(page: Int?, at core: Core<Self>, _ network: Network) {
        core.fire(command: ReadBetweenChanges(network: network))
    }

    /// A push only asks: what it says may be older than what is shown.
    static func receive(_ known: Known, at core: Core<Self>, _ network: Network) {
        refresh(page: nil, at: core, network)
    }
}
