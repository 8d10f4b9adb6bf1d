import Reactor
import ReactorTerminal

/// One instrument: a line for its price as it is, and for each price that it has later. Prices that come while a line is being
/// written are passed over for the newest.
struct RowDisplay {
    let core: Core<Market>
    let output: Output

    /// Ends behind so many lines, or with its task.
    func run(_ id: Int32, frames: Int?) async throws {
        var shown = 0
        for await case let row? in core.updates(of: .row(\.instruments, id: id)) {
            try Task.checkCancellation()
            let price = Columns.hundredths(Int(row.price))
            try output.line("\(row.symbol)  \(price)  \(Columns.change(of: row))  \(Int(row.trades).grouped) trades")
            try output.flush()
            shown += 1
            if shown == frames { return }
        }
        try Task.checkCancellation()
    }
}
