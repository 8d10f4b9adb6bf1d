import Reactor
import ReactorRecording

/// Folds a session in other orders, in this process.
final class OrderFolds<StateType: State & Codable>: OrderJudge {
    /// So many moments behind an exchange are folded before the states count as different.
    static var following: Int { 200 }

    private let catalog: EventCatalog<StateType>
    private let invariants: [Invariant<StateType>]
    /// Where in a worker it is said what is asked next.
    private let page: EventNote?
    /// The numbers of those that are not asked, since the session itself breaks them.
    private var broken: Set<Int> = []
    private var header: JournalHeader?
    private var moments: [[JournalEntry]] = []
    /// Of the session as it was recorded, in front of the moments that were reached last, the newest last. They are kept, and
    /// no digests of them: two states are compared by what differs in memory, and a digest encodes the whole state.
    private var recorded: [Replay<StateType>] = []
    /// The moment that the first of them is in front of.
    private var first = 0

    init(catalog: EventCatalog<StateType>, invariants: [Invariant<StateType>], noting page: EventNote? = nil) {
        self.catalog = catalog
        self.invariants = invariants
        self.page = page
    }

    func begin(_ session: inout RecordedSession, _ report: inout NearMissReport) throws {
        report.brokenAsRecorded = try replay(session)
    }

    /// Folds a session as it was recorded.
    ///
    /// - Returns: the names of the invariants that it breaks.
    @discardableResult
    func replay(_ session: RecordedSession) throws -> [String] {
        try begin(session.draft.header, session.moments.map(\.entries), without: [])
    }

    /// Folds the moments as they were recorded.
    ///
    /// - Parameter absent: the numbers of invariants that are not asked.
    /// - Returns: the names of those that the session itself breaks.
    func begin(_ header: JournalHeader, _ moments: [[JournalEntry]], without absent: Set<Int>) throws -> [String] {
        self.header = header
        self.moments = moments
        var replay = try Replay(header, catalog: catalog)
        (recorded, first, broken) = ([replay], 0, absent)
        var names: [String] = []
        for number in -1..<moments.count {
            try Task.checkCancellation()
            if number >= 0 { try read(moments[number], &replay) }
            let state = replay.state
            for index in invariants.indices where !broken.contains(index) && !holds(index, state) {
                broken.insert(index)
                names.append(invariants[index].name)
            }
        }
        // What does not encode cannot be compared.
        _ = try replay.json()
        return names
    }

    func verdict(_ exchange: Exchange) throws -> (kind: NearMiss.Kind, end: Int)? {
        let kept = exchange.earlier - exchange.reach
        var replay = try recorded(before: exchange.earlier, keptFrom: kept)
        let following = exchange.end..<min(moments.count, exchange.end + Self.following)
        for (done, number) in (exchange.order + Array(following)).enumerated() {
            do {
                try read(moments[number], &replay)
            } catch {
                // The ledger refuses it, so a core could not have done it.
                return nil
            }
            let reached = exchange.earlier + done + 1
            let state = replay.state
            if let index = invariants.indices.first(where: { !broken.contains($0) && !holds($0, state) }) {
                return (.broken(invariants[index].name), reached)
            }
            // Both have read the same entries, so what is open is open in both, and may still change what is below.
            guard reached >= exchange.end, replay.isQuiet else { continue }
            var recorded = try recorded(before: reached, keptFrom: kept)
            // From here on everything is as it was.
            if try isSame(state, recorded.state) { return nil }
        }
        guard exchange.asksTheEnd, following.upperBound == moments.count else { return nil }
        var end = try recorded(before: moments.count, keptFrom: kept)
        if try isSame(replay.state, end.state) { return nil }
        let difference = JSONDifference(from: try end.json(), to: try replay.json(), limit: 1)
        return (.ends(place: difference.changes.first.map { "\($0.path)" } ?? ""), moments.count)
    }

    func hits(of kind: NearMiss.Kind, in session: RecordedSession) throws -> ([Int]) throws -> UInt64? {
        { order in
            guard case .broken(let name) = kind else { return nil }
            return try self.entry(breaking: name, in: order)
        }
    }

    /// The number of the first entry behind which an invariant is broken, of these moments in this order.
    func entry(breaking name: String, in order: [Int]) throws -> UInt64? {
        guard let header, let index = invariants.firstIndex(where: { $0.name == name }) else { return nil }
        let draft = RecordingDraft(header: header, entries: order.flatMap { moments[$0] })
        do {
            var replay = try Replay(header, catalog: catalog)
            guard holds(index, replay.state) else { return nil }
            for entry in draft.entries {
                try read([entry], &replay)
                if !replay.isInGroup, !holds(index, replay.state) { return replay.seq }
            }
            return nil
        } catch {
            // What does not replay is no shorter one.
            return nil
        }
    }

    // MARK: Folding

    /// The session as it was recorded, in front of a moment; at its end, in front of the one behind the last.
    ///
    /// - Parameter kept: the first moment that may be asked for again.
    private func recorded(before moment: Int, keptFrom kept: Int) throws -> Replay<StateType> {
        if moment < first, let header { (recorded, first) = ([try Replay(header, catalog: catalog)], 0) }
        while moment - first >= recorded.count, var replay = recorded.last {
            try Task.checkCancellation()
            try read(moments[first + recorded.count - 1], &replay)
            recorded.append(replay)
            let gone = max(0, min(kept - first, recorded.count - 1))
            recorded.removeFirst(gone)
            first += gone
        }
        return recorded[moment - first]
    }

    private func isSame(_ state: StateType, _ other: StateType) throws -> Bool {
        try ValuePart.value(state).isSame(as: .value(other), below: 0)
    }

    /// Reads the entries as if they were the next.
    private func read(_ entries: [JournalEntry], _ replay: inout Replay<StateType>) throws(ReplayError) {
        for var entry in entries {
            page?.reach(entry.seq, Array((entry.event?.name ?? "").utf8))
            entry.seq = replay.reached + 1
            try replay.read(.entry(entry))
        }
    }

    private func holds(_ index: Int, _ state: StateType) -> Bool {
        page?.ask(index)
        defer { page?.ask(nil) }
        return invariants[index].holds(state)
    }
}
