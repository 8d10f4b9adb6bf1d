import Reactor
import ReactorRecording

/// Looks for orders that a recorded session could have had, and in which an invariant would have been broken.
///
/// An answer changes places with what came near it: with the answer to another command that was under way, and with what was
/// fired from elsewhere behind it, as if the answer had been slower. Nothing comes before what caused it: a command that
/// was launched after an answer had landed never comes before it, the events of one command keep their order, and nothing
/// comes later than a ``Reset``, which cancels commands.
package struct NearMisses {
    /// So many moments an answer comes earlier or later at most.
    package var reach = 16
    /// Whether what was fired from no command is passed, too.
    package var passesOthers = true
    /// What was found so far; right also after an interruption.
    package private(set) var report = NearMissReport()

    private let session: RecordedSession
    private let causes: RecordedCauses
    private let judge: any OrderJudge
    /// The earlier one of two neighbours whose exchange breaks something.
    private var brokenNeighbours: Set<Int> = []

    /// A search in a recording, in this process: an order that stops `react(to:)` stops the search.
    ///
    /// - Throws: ``ReplayError`` when it cannot be replayed.
    package init<StateType: State & Codable>(
        in source: some RecordingSource, catalog: EventCatalog<StateType>, invariants: [Invariant<StateType>]
    ) throws {
        try self.init(try RecordedSession(of: source, catalog), OrderFolds(catalog: catalog, invariants: invariants))
    }

    /// A search in a recording, whose orders are folded by a program of its own, which may die.
    ///
    /// - Throws: ``ReplayError`` when it cannot be replayed, ``MinimiseError`` of the program.
    package init<StateType: State & Codable>(
        in source: some RecordingSource, catalog: EventCatalog<StateType>, by worker: WorkerFolds
    ) throws {
        try self.init(try RecordedSession(of: source, catalog), worker) { session in
            try OrderFolds(catalog: catalog, invariants: []).replay(session)
        }
    }

    /// - Parameter foldedHere: folds a session as it was recorded in this process, where a worker was refused it: why is the
    ///   same here, and has its type.
    private init(
        _ session: RecordedSession, _ judge: any OrderJudge, foldedHere: (RecordedSession) throws -> Void = { _ in }
    ) throws {
        var session = session
        do {
            try judge.begin(&session, &report)
        } catch let error as WorkerFolds.Refused {
            try foldedHere(session)
            throw MinimiseError.worker(program: "The worker", reason: error.reason)
        }
        self.session = session
        self.judge = judge
        causes = RecordedCauses(session.moments)
    }

    private var moments: [RecordedMoment] { session.moments }

    /// What can be replayed of the session, up to where it stops the program.
    package var recorded: RecordingDraft { session.draft }

    /// Tries each exchange, and makes what is found short.
    ///
    /// - Parameter progress: called with how many of how many moments are done.
    /// - Throws: `CancellationError`.
    package mutating func run(progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }) throws -> NearMissReport {
        for number in moments.indices {
            try Task.checkCancellation()
            progress(number, moments.count)
            guard moments[number].launch != nil else { continue }
            try letComeLater(number)
            try letComeSooner(number)
        }
        return report
    }

    /// An answer is slower and slower, until something is broken or what follows cannot come before it.
    private mutating func letComeLater(_ number: Int) throws {
        for last in moments.indices[(number + 1)...].prefix(reach) {
            guard causes.mayPass(moments[last], moments[number]) else { return }
            guard passesOthers || moments[last].launch != nil else { continue }
            let order = Array(number + 1...last) + [number]
            if try attempt(order, earlier: number, later: last) {
                if last == number + 1 { brokenNeighbours.insert(number) }
                return
            }
        }
    }

    /// An answer is faster and faster, until something is broken or it would come before its command was launched.
    private mutating func letComeSooner(_ number: Int) throws {
        for back in 0..<min(number, reach) {
            let first = number - 1 - back
            guard causes.mayPass(moments[number], moments[first]), !brokenNeighbours.contains(first) || back > 0 else {
                return
            }
            // Neighbours have changed places already; and only with an answer does an answer change places.
            guard back > 0, moments[first].launch != nil else { continue }
            if try attempt([number] + Array(first..<number), earlier: first, later: number) { return }
        }
    }

    /// - Returns: whether it must not be so: an invariant is broken, or the program stopped.
    private mutating func attempt(_ order: [Int], earlier: Int, later: Int) throws -> Bool {
        report.orders += 1
        // Only of two answers is the order nobody's choice.
        let exchange = Exchange(
            earlier: earlier, order: order, asksTheEnd: moments[later].launch != nil, reach: reach)
        guard let (kind, end) = try judge.verdict(exchange) else { return false }
        try add(kind, Array(0..<earlier) + order + Array(exchange.end..<max(end, exchange.end)), earlier, later)
        if case .ends = kind { return false }
        return true
    }

    private mutating func add(_ kind: NearMiss.Kind, _ order: [Int], _ earlier: Int, _ later: Int) throws {
        let (first, second) = (moments[earlier].named, moments[later].named)
        let known = report.found.firstIndex {
            $0.kind == kind && $0.earlier.eventText == first.eventText && $0.later.eventText == second.eventText
        }
        if let known {
            report.found[known].times += 1
            return
        }
        // Who interrupts what makes it short has it as it was found.
        let place = report.found.count
        report.found.append(NearMiss(kind: kind, earlier: first, later: second, draft: session.draft(of: order)))
        if case .ends = kind { return }
        let hits = try judge.hits(of: kind, in: session)
        guard let hit = try hits(order) else {
            report.found[place].isSeenAgain = false
            return
        }
        report.found[place].draft = session.draft(of: order).cut(after: hit)
        report.found[place].draft = try shortest(order, hits, keeping: [earlier, later])
    }

    // MARK: Making it short

    /// As few moments as do it in this order, and not in the order that they had.
    private func shortest(
        _ order: [Int], _ hits: ([Int]) throws -> UInt64?, keeping kept: Set<Int>
    ) throws -> RecordingDraft {
        func hit(_ order: [Int]) throws -> UInt64? {
            guard try hits(order.sorted()) == nil else { return nil }
            return try hits(order)
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
        let whole = session.draft(of: order)
        return try hit(order).map { whole.cut(after: $0) } ?? whole
    }
}
