import Reactor

/// Rows of a server that says no versions: a read counts only when no change was on its way from its beginning to its end.
struct UnversionedRows: Recipe {
    private(set) var rows: [String: Row] = [:]
    /// The changes that have no answer, each with its row.
    private var open: [String: String] = [:]
    /// The rows that the server has answered for before the first read.
    private var answered: Set<String> = []
    /// Whether anything was read.
    private(set) var isRead = false
    /// How many changes have ended.
    private(set) var ended = 0
    /// The last read that counted.
    private(set) var lastRead = 0

    init() {}

    init(rows: [Row], version: Int) {
        self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        isRead = true
    }

    var shown: [Row] { rows.values.sorted { ($0.place, $0.id) < ($1.place, $1.id) } }

    /// Whether no change is on its way.
    var isFree: Bool { open.isEmpty }

    mutating func react(to event: any Event) {
        switch event {
        case let event as RowChanged where !event.change.isPlain:
            let operation = event.change.operation
            rows[operation.id] = operation.applied(to: rows[operation.id])
        case let event as RowReceived:
            rows[event.known.id] = event.known.row
            if !isRead { answered.insert(event.known.id) }
        case let event as ChangeBegan: open[event.request] = event.id
        case let event as ChangeEnded:
            open[event.request] = nil
            ended += 1
        case let event as RowsRead: receive(event)
        case is Reset<UnversionedRows>: self = UnversionedRows()
        default: break
        }
    }

    /// Decided here, in one step with taking it: a change may begin or end at any moment before.
    private mutating func receive(_ read: RowsRead) {
        let isBetween = isFree && ended == read.ended
        // The first read is shown at once, but for the rows whose changes crossed it.
        guard isBetween || !isRead else { return }
        var next = Dictionary(uniqueKeysWithValues: read.rows.map { ($0.id, $0) })
        if !isBetween { for id in answered.union(open.values) { next[id] = rows[id] } }
        rows = next
        isRead = true
        answered = []
        if isBetween { lastRead = read.number }
    }

    /// Without the server's word on what it has applied, a change that is sent again could count twice.
    static var keepsChanges: Bool { false }

    static func act(_ change: Change, at core: Core<Self>, _ network: Network) {
        core.fire(event: ChangeBegan(request: change.request, id: change.operation.id))
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
