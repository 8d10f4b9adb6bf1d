import ReactorRecording

/// The result of a backtest: the rows, and their causes.
package struct BacktestReport: Hashable, Sendable {
    /// A group of sessions that differ in the same way: at the same event, in the same place, or by the same signal.
    package struct Cause: Hashable, Sendable {
        /// The status of these sessions.
        package let status: BacktestRow.Status
        /// The event at which they differ.
        package let event: String?
        /// The place in the state, the signal of a crash, or the name of an invariant.
        package let place: String?
        /// The sessions, beginning with the fewest entries up to the difference.
        package let rows: [BacktestRow]

        /// The session with the fewest entries up to the difference.
        package var smallest: BacktestRow { rows[0] }
    }

    /// All sessions, in the order of the paths.
    package let rows: [BacktestRow]
    /// The causes, the most frequent first.
    package let causes: [Cause]

    package init(_ rows: [BacktestRow]) {
        self.rows = rows.sorted { $0.path < $1.path }
        let groups = Dictionary(grouping: self.rows.filter(\.isFinding)) { CauseKey($0) }
        causes = groups.map { key, rows in
            Cause(
                status: key.status, event: key.event, place: key.place,
                rows: rows.sorted { ($0.seq ?? 0, $0.path) < ($1.seq ?? 0, $1.path) })
        }.sorted {
            $0.rows.count != $1.rows.count
                ? $0.rows.count > $1.rows.count : CauseKey($0.smallest).text < CauseKey($1.smallest).text
        }
    }

    package var findings: [BacktestRow] { rows.filter(\.isFinding) }

    /// Whether any session was compared. If not, the absence of findings proves nothing.
    package var hasCompared: Bool { rows.contains { $0.compared > 0 || $0.status == .same } }
}

/// The properties that two sessions of one cause share.
private struct CauseKey: Hashable {
    let status: BacktestRow.Status
    let event: String?
    let place: String?

    init(_ row: BacktestRow) {
        status = row.status
        event = row.event
        place =
            switch row.status {
            case .crash, .invariant: row.invariant
            case .damaged, .unreadable: nil
            default: row.pathInState
            }
    }

    var text: String { "\(status.rawValue) \(event ?? "") \(place ?? "")" }
}

extension BacktestReport: CustomStringConvertible {
    /// The number of sessions that differ, and a line for each cause.
    package var description: String {
        let count = findings.count
        guard count > 0 else {
            let compared = rows.count { $0.status == .same }
            return "none of \(rows.count) sessions differs; \(compared) compared\(notCompared)"
        }
        let heading =
            "\(count) of \(rows.count) sessions \(count == 1 ? "differs" : "differ"); \(causes.count) "
            + (causes.count == 1 ? "cause" : "causes") + notCompared
        let width = String(causes[0].rows.count).count
        let titles = causes.map(\.title)
        let longest = min(titles.map(\.count).max() ?? 0, 40)
        let lines = zip(causes, titles).map { cause, title in
            let number = String(cause.rows.count)
            let padding = String(repeating: " ", count: max(0, longest - title.count))
            return "  " + String(repeating: " ", count: width - number.count) + number + "  \(title)\(padding)  "
                + "\(cause.place ?? "")  smallest: \(cause.smallest.path)"
                + (cause.smallest.seq.map { ", entry \($0)" } ?? "")
        }
        return ([heading] + lines).joined(separator: "\n")
    }

    /// The number of sessions that were not compared.
    private var notCompared: String {
        [(BacktestRow.Status.notInBaseline, "not in the baseline"), (.nothingToCompare, "with nothing to compare")]
            .map { status, words in (rows.count { $0.status == status }, words) }
            .filter { $0.0 > 0 }.map { "; \($0) \($1)" }.joined()
    }
}

extension BacktestReport.Cause {
    fileprivate var title: String {
        switch status {
        case .crash: "crash in \(event ?? "reading")"
        case .hang: "hang in \(event ?? "reading")"
        case .impure: "\(event ?? "") is not pure"
        case .invariant: "\(event ?? "") breaks"
        case .damaged, .unreadable: status.rawValue
        default: event ?? "the first state"
        }
    }
}
