import Reactor
import ReactorTerminal

/// The rows that changed since the last frame. A subscription adds rows, and each frame removes them.
final class Changes: Sendable {
    private let ids = Locked<Set<Int32>>([])

    func note(_ changes: KeyedRows<Int32, Instrument>.Changes) {
        // A rescan contains no rows, and the first one shows no change.
        if case .difference(let difference) = changes { ids.withLock { $0.formUnion(difference.ids) } }
    }

    func take() -> Set<Int32> {
        ids.withLock { ids in
            defer { ids.removeAll(keepingCapacity: true) }
            return ids
        }
    }
}

/// A display of text frames: the changed rows with the largest price changes, and the number of changes.
struct Frames {
    let core: Core<Market>
    let changes: Changes
    let output: Output
    let clock: RuntimeClock
    var interval = Duration.seconds(1)

    static let height = 12

    func run(count: Int?) async throws {
        var (shown, events, time) = (0, await core.counts.applied, clock.now)
        while shown < count ?? .max {
            try await clock.sleep(for: interval)
            let changed = changes.take()
            let now = (events: await core.counts.applied, time: clock.now)
            let rate = Int(Double(now.events - events) / ((now.time - time) / .seconds(1)))
            (events, time) = now
            try output.write(await text(changed, eventsPerSecond: rate))
            try output.flush()
            shown += 1
        }
    }

    /// Returns the text of a frame. It reads only the rows that changed; the rest of the state is not copied.
    func text(_ changed: Set<Int32>, eventsPerSecond: Int) async -> String {
        let (rows, count) = await core.read { market in
            (changed.compactMap { market.instruments[id: $0] }, market.instruments.count)
        }
        let most = rows.sorted { (abs($1.change), $0.id) < (abs($0.change), $1.id) }.prefix(Self.height)
        let lines =
            most.map(\.line) + [
                "\(rows.count.grouped) of \(count.counted("row")) changed", "\(eventsPerSecond.grouped) events/s", "",
            ]
        return lines.map { "\($0)\n" }.joined()
    }
}

/// A display of one instrument, with a line for its price, and for each later price. Prices that arrive while a line is
/// written are skipped, except the newest.
struct Follower {
    let core: Core<Market>
    let output: Output

    /// Prints lines until their number is reached, or the task is canceled.
    func run(_ id: Int32, lines: Int?) async throws {
        var shown = 0
        for await case let row? in core.updates(of: .row(\.instruments, id: id)) {
            try Task.checkCancellation()
            try output.line(row.line)
            try output.flush()
            shown += 1
            if shown == lines { return }
        }
        try Task.checkCancellation()
    }
}

extension Instrument {
    var line: String {
        let sign = change > 0 ? "+" : ""
        return "\(symbol)  \(Self.hundredths(Int(price)))  \(sign)\(Self.hundredths(change))%  "
            + Int(trades).counted("trade")
    }

    /// Returns an amount with two decimals.
    static func hundredths(_ amount: Int) -> String {
        let fraction = abs(amount % 100)
        let sign = amount < 0 && amount > -100 ? "-" : ""
        return "\(sign)\((amount / 100).grouped).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
