import Reactor
import ReactorRecording

/// Looks for orders that a recorded session could have had, and in which an invariant would have been broken.
///
/// An answer changes places with what came near it: with the answer to another command that was under way, and with what was
/// fired from elsewhere behind it, as if the answer had been slower. Nothing comes before what caused it: a command that
/// was launched after an answer had landed never comes before it, the events of one command keep their order, and nothing
/// comes later than a ``Reset``, which cancels commands.
package struct NearMisses<StateType: State & Codable> {
    /// So many moments an answer comes earlier or later at most.
    package var reach = 16
    /// So many moments behind an exchange are folded before the states count as different.
    package var following = 200
    /// Whether what was fired from no command is passed, too.
    package var passesOthers = true

    private let catalog: EventCatalog<StateType>
    /// Those that the session itself keeps.
    private var invariants: [Invariant<StateType>]
    private let draft: RecordingDraft
    private let moments: [RecordedMoment]
    private let causes: RecordedCauses
    /// Of the session as it was recorded, in front of each moment and at the end.
    private var sights: [Sight] = []
    private var report = NearMissReport()
    /// The earlier one of two neighbours whose exchange breaks something.
    private var brokenNeighbours: Set<Int> = []

    /// What a fold has come to.
    private struct Sight {
        let digest: String
        /// Whether nothing is open that may still change what is below.
        let isQuiet: Bool
    }

    /// A search in a recording.
    ///
    /// - Throws: ``ReplayError`` when it cannot be replayed.
    package init(
        in source: some RecordingSource, catalog: EventCatalog<StateType>, invariants: [Invariant<StateType>]
    ) throws {
        self.catalog = catalog
        let session = try RecordedSession(of: source, catalog)
        (draft, moments) = (session.draft, session.moments)
        causes = RecordedCauses(moments)
        self.invariants = invariants
        try replayAsRecorded()
        self.invariants = invariants.filter { !report.brokenAsRecorded.contains($0.name) }
    }

    private mutating func replayAsRecorded() throws {
        var replay = try Replay(draft.header, catalog: catalog)
        var memory = EncodingMemory()
        for number in -1..<moments.count {
            try Task.checkCancellation()
            if number >= 0 { for entry in moments[number].entries { try replay.read(.entry(entry)) } }
            sights.append(Sight(digest: try replay.json(&memory).digest, isQuiet: replay.isQuiet))
            let state = replay.state
            for invariant in invariants where !invariant.holds(state) {
                if !report.brokenAsRecorded.contains(invariant.name) { report.brokenAsRecorded.append(invariant.name) }
            }
        }
    }

    /// Tries each exchange, and makes what is found short.
    ///
    /// - Parameter progress: called with how many of how many moments are done.
    /// - Throws: `CancellationError`.
    package mutating func run(progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }) throws -> NearMissReport {
        var replay = try Replay(draft.header, catalog: catalog)
        // In front of the last moments, the newest last.
        var starts: [Replay<StateType>] = []
        for number in moments.indices {
            try Task.checkCancellation()
            progress(number, moments.count)
            starts.append(replay)
            if starts.count - 1 > reach { starts.removeFirst() }
            if moments[number].launch != nil {
                try letComeLater(number, from: replay)
                try letComeSooner(number, starts)
            }
            for entry in moments[number].entries { try replay.read(.entry(entry)) }
        }
        return report
    }

    /// Two moments that change places, and the order of all from the first to the last of them.
    private struct Exchange {
        let earlier: Int
        let later: Int
        let order: [Int]

        var end: Int { earlier + order.count }
    }

    /// An answer is slower and slower, until something is broken or what follows cannot come before it.
    private mutating func letComeLater(_ number: Int, from start: Replay<StateType>) throws {
        for last in moments.indices[(number + 1)...].prefix(reach) {
            guard causes.mayPass(moments[last], moments[number]) else { return }
            guard passesOthers || moments[last].launch != nil else { continue }
            let order = Array(number + 1...last) + [number]
            if try attempt(Exchange(earlier: number, later: last, order: order), from: start) {
                if last == number + 1 { brokenNeighbours.insert(number) }
                return
            }
        }
    }

    /// An answer is faster and faster, until something is broken or it would come before its command was launched.
    private mutating func letComeSooner(_ number: Int, _ starts: [Replay<StateType>]) throws {
        for (back, start) in starts.dropLast().reversed().enumerated() {
            let first = number - 1 - back
            guard causes.mayPass(moments[number], moments[first]), !brokenNeighbours.contains(first) || back > 0 else {
                return
            }
            // Neighbours have changed places already; and only with an answer does an answer change places.
            guard back > 0, moments[first].launch != nil else { continue }
            let order = [number] + Array(first..<number)
            if try attempt(Exchange(earlier: first, later: number, order: order), from: start) { return }
        }
    }

    /// - Returns: whether an invariant is broken.
    private mutating func attempt(_ exchange: Exchange, from start: Replay<StateType>) throws -> Bool {
        report.orders += 1
        guard let (kind, end) = try judge(exchange, from: start) else { return false }
        let (earlier, later) = (moments[exchange.earlier].named, moments[exchange.later].named)
        let known = report.found.firstIndex {
            $0.kind == kind && $0.earlier.eventText == earlier.eventText && $0.later.eventText == later.eventText
        }
        if let known {
            report.found[known].times += 1
        } else {
            let order = Array(0..<exchange.earlier) + exchange.order + Array(exchange.end..<max(end, exchange.end))
            let draft = try shortest(kind, order, keeping: [exchange.earlier, exchange.later])
            report.found.append(NearMiss(kind: kind, earlier: earlier, later: later, draft: draft))
        }
        if case .broken = kind { return true }
        return false
    }

    /// What is wrong in another order, and how many moments it took to be seen; nil when nothing is.
    private func judge(
        _ exchange: Exchange, from start: Replay<StateType>
    ) throws -> (kind: NearMiss.Kind, end: Int)? {
        var replay = start
        var memory = EncodingMemory()
        let following = exchange.end..<min(moments.count, exchange.end + following)
        for (done, number) in (exchange.order + Array(following)).enumerated() {
            do {
                for entry in moments[number].entries { try replay.readNext(entry) }
            } catch {
                // The ledger refuses it, so a core could not have done it.
                return nil
            }
            if let broken = invariants.first(where: { !$0.holds(replay.state) }) {
                return (.broken(broken.name), exchange.earlier + done + 1)
            }
            // From here on everything is as it was.
            let reached = exchange.earlier + done + 1
            guard reached >= exchange.end, sights[reached].isQuiet, replay.isQuiet else { continue }
            if try replay.json(&memory).digest == sights[reached].digest { return nil }
        }
        // Only of two answers is the order nobody's choice.
        guard moments[exchange.later].launch != nil, following.upperBound == moments.count else { return nil }
        guard try replay.json(&memory).digest != sights[moments.count].digest else { return nil }
        return (.ends(place: try place(of: replay)), moments.count)
    }

    /// Where the state in the end is another.
    private func place(of other: Replay<StateType>) throws -> String {
        var (recorded, other) = (try Replay(draft.header, catalog: catalog), other)
        for moment in moments { for entry in moment.entries { try recorded.read(.entry(entry)) } }
        let difference = JSONDifference(from: try recorded.json(), to: try other.json(), limit: 1)
        return difference.changes.first.map { "\($0.path)" } ?? ""
    }

    // MARK: Making it short

    /// As few moments as break the invariant in this order, and keep it in the order that they had.
    private func shortest(_ kind: NearMiss.Kind, _ order: [Int], keeping kept: Set<Int>) throws -> RecordingDraft {
        guard case .broken(let name) = kind, let invariant = invariants.first(where: { $0.name == name }) else {
            return draft(of: order)
        }
        let judge = invariant.judge(catalog)
        func hit(_ order: [Int]) throws -> UInt64? {
            guard try judge(draft(of: order.sorted())) == nil else { return nil }
            return try judge(draft(of: order))
        }
        var order = order
        var size = max(1, order.count / 2)
        while true {
            var isSmaller = false
            var end = order.count
            while end > 0 {
                try Task.checkCancellation()
                let start = max(0, end - size)
                let fewer = order[..<start] + order[start..<end].filter(kept.contains) + order[end...]
                if fewer.count < order.count, try hit(Array(fewer)) != nil {
                    order = Array(fewer)
                    isSmaller = true
                }
                end = min(start, order.count)
            }
            if size > 1 { size /= 2 } else if !isSmaller { break }
        }
        let whole = draft(of: order)
        return try hit(order).map { whole.cut(after: $0) } ?? whole
    }

    /// These moments, in this order.
    private func draft(of order: [Int]) -> RecordingDraft {
        RecordingDraft(header: draft.header, entries: order.flatMap { moments[$0].entries })
    }
}

extension Replay {
    /// Goes on by an entry as if it were the next.
    fileprivate mutating func readNext(_ entry: JournalEntry) throws(ReplayError) {
        var entry = entry
        entry.seq = reached + 1
        try read(.entry(entry))
    }
}
