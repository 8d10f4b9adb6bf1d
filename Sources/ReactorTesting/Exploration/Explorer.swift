import Reactor
import ReactorRecording

/// The breadth-first search through the states of an ``Exploration``.
struct Explorer<StateType: State & Hashable> {
    /// A state whose steps have not been tried.
    fileprivate struct Node {
        var visible: StateType
        var ledger = OptimisticLedger<StateType>()
        /// The pending predictions, in the order of creation.
        var pending: [Pending] = []
        /// The reads in flight, in the order of creation.
        var reads: [Read] = []
        /// The number of the state, in the order of discovery.
        var number = 0
    }

    /// The comparable content of a state: two states with equal keys have equal futures.
    fileprivate struct Key: Hashable {
        let certain: StateType
        let log: [EntryKey]
        /// The cached hash. A set that grows hashes each element again.
        private let hash: Int

        init(certain: StateType, log: [EntryKey]) {
            var hasher = Hasher()
            hasher.combine(certain)
            hasher.combine(log)
            (self.certain, self.log, hash) = (certain, log, hasher.finalize())
        }

        static func == (left: Self, right: Self) -> Bool {
            left.hash == right.hash && left.certain == right.certain && left.log == right.log
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    /// A broken invariant, and the shortest order that breaks it.
    struct Broken {
        let invariant: String
        let state: StateType
        let moves: [ExplorationMove]
    }

    private let exploration: Exploration<StateType>
    private var seen: Set<Key> = []
    private var origins: [FirstMove?] = []
    private var reached: Set<String> = []
    private(set) var report = ExplorationReport()

    init(_ exploration: Exploration<StateType>) { self.exploration = exploration }

    /// The goals that no state reached.
    var missedGoals: [String] { exploration.goals.map(\.name).filter { !reached.contains($0) } }

    /// Runs until an invariant is broken or no new state is found.
    mutating func run() throws -> Broken? {
        var frontier = [Node(visible: exploration.initial)]
        _ = try add(&frontier[0], from: nil)
        if let broken = look(at: frontier[0]) { return broken }
        var depth = 0
        while depth < exploration.depth && !frontier.isEmpty {
            depth += 1
            var next: [Node] = []
            for node in frontier {
                for move in try moves(from: node) {
                    report.steps += 1
                    var node = try node.after(move)
                    if seen.count >= exploration.mostStates, try !seen.contains(node.key()) { return nil }
                    guard try add(&node, from: FirstMove(before: node.number, move: move)) else { continue }
                    report.depth = depth
                    if let broken = look(at: node) { return broken }
                    next.append(node)
                }
            }
            frontier = next
        }
        report.isComplete = try frontier.allSatisfy { node in
            try moves(from: node).allSatisfy { seen.contains(try node.after($0).key()) }
        }
        return nil
    }

    /// Stores a state, and returns false if it was already found.
    private mutating func add(_ node: inout Node, from origin: FirstMove?) throws -> Bool {
        guard seen.insert(try node.key()).inserted else { return false }
        node.number = origins.count
        origins.append(origin)
        report.states = seen.count
        return true
    }

    private mutating func look(at node: Node) -> Broken? {
        for goal in exploration.goals where !reached.contains(goal.name) && goal.isReached(node.visible) {
            reached.insert(goal.name)
        }
        guard let broken = exploration.invariants.first(where: { !$0.holds(node.visible) }) else { return nil }
        return Broken(invariant: broken.name, state: node.visible, moves: way(to: node.number))
    }

    private func way(to number: Int) -> [ExplorationMove] {
        var moves: [ExplorationMove] = []
        var number = number
        while let origin = origins[number] {
            moves.append(origin.move)
            number = origin.before
        }
        return moves.reversed()
    }

    private func moves(from node: Node) throws -> [ExplorationMove] {
        var moves: [ExplorationMove] = []
        for step in exploration.steps(node.visible) {
            if step.isFired { moves.append(.fire(step.event)) }
            if step.isAuthoritative { moves.append(.place(step.event)) }
            if let plan = step.prediction { moves.append(.predict(step.event, plan)) }
            if step.isRead {
                let key = try AnyHashable(comparing: step.event)
                if !node.reads.contains(where: { $0.key == key }) { moves.append(.read(step.event)) }
            }
        }
        for rank in node.pending.indices {
            moves.append(.commit(rank, answer: node.pending[rank].answer))
            moves.append(.rollback(rank))
        }
        for rank in node.reads.indices { moves.append(.answer(rank, node.reads[rank].answer)) }
        return moves
    }
}

// Not nested in the explorer: nested types would be generic, and the runtime would look their metadata up at each step.

private struct Pending {
    let id: PredictionID
    let answer: [any Event]?
    let key: PendingKey
}

private struct Read {
    let mark: MarkID
    let answer: any Event
    let key: AnyHashable
}

/// An entry of the log above the confirmed state.
private struct EntryKey: Hashable {
    let events: [AnyHashable]
    /// The rank of its prediction among the pending predictions, and how that will end.
    let prediction: Int?
    let pending: PendingKey?
    /// The response of the read that began here.
    let answer: AnyHashable?
}

private struct PendingKey: Hashable {
    let owner: ObjectIdentifier?
    let answer: [AnyHashable]?
}

/// The first move that led to a state.
private struct FirstMove {
    let before: Int
    let move: ExplorationMove
}

/// One step of an order.
enum ExplorationMove {
    case fire(any Event)
    case place(any Event)
    case predict(any Event, ExplorationStep.Plan)
    /// Commits the pending prediction of this rank.
    case commit(Int, answer: [any Event]?)
    case rollback(Int)
    /// Begins a read with this response.
    case read(any Event)
    /// Applies the response of the read in flight of this rank.
    case answer(Int, any Event)
}

extension Explorer.Node {
    /// Returns the state after a move, as the ledger of a core computes it.
    fileprivate func after(_ move: ExplorationMove) throws -> Self {
        var node = self
        let step: LogStep
        var beginning: PendingPrediction?
        switch move {
        case .fire(let event):
            let owner = type(of: event)._resetTarget.map { ObjectIdentifier($0) }
            let withdrawn = owner.map { ledger.log.predictions(of: $0) } ?? []
            node.pending.removeAll { withdrawn.contains($0.id) }
            step = .event(event, withdrawing: withdrawn)
        case .place(let event): step = LogStep(.place(asOf: nil), [event])
        case .predict(let event, let plan):
            let id = PredictionID(ledger.log.lastPrediction.rawValue + 1)
            let owner = plan.owner.map { ObjectIdentifier($0) }
            let answer = try plan.answer.map { try $0.map { try AnyHashable(comparing: $0) } }
            node.pending.append(
                Pending(
                    id: id, answer: plan.answer, key: PendingKey(owner: owner, answer: answer)))
            step = LogStep(.begin(id), [event])
            beginning = PendingPrediction(id, owners: owner.map { [$0] } ?? [])
        case .commit(let rank, let answer):
            let id = node.pending.remove(at: rank).id
            step = if let answer { LogStep(.replace(id), answer) } else { LogStep(.commit(id)) }
        case .rollback(let rank): step = LogStep(.rollback(node.pending.remove(at: rank).id))
        case .read(let answer):
            let mark = MarkID(ledger.log.lastMark.rawValue + 1)
            node.reads.append(Read(mark: mark, answer: answer, key: try AnyHashable(comparing: answer)))
            step = LogStep(.mark(mark))
        case .answer(let rank, let answer):
            step = LogStep(.place(asOf: node.reads.remove(at: rank).mark), [answer])
        }
        if case .refused(let refusal) = node.ledger.perform(step, beginning: beginning, on: &node.visible) {
            throw ExplorationRefused(refusal: refusal)
        }
        node.ledger.refold(into: &node.visible)
        node.ledger.advance()
        return node
    }

    fileprivate func key() throws -> Explorer.Key {
        guard !ledger.isEmpty else { return Explorer.Key(certain: visible, log: []) }
        var entries: [LedgerEntry] = []
        ledger.log.entries.forEach { entries.append($0) }
        let log = try entries.map { entry in
            var rank: Int?
            var read: Read?
            switch entry.owner {
            case .prediction(let id): rank = pending.firstIndex { $0.id == id }
            case .mark(let id): read = reads.first { $0.mark == id }
            case nil: break
            }
            return EntryKey(
                events: try entry.events.all.map { try AnyHashable(comparing: $0) }, prediction: rank,
                pending: rank.map { pending[$0].key }, answer: read?.key)
        }
        return Explorer.Key(certain: ledger.base ?? visible, log: log)
    }
}

extension AnyHashable {
    /// Creates the comparable form of an event. All resets of one type are equal.
    fileprivate init(comparing event: any Event) throws {
        if let event = event as? any Hashable {
            self = AnyHashable(event)
        } else if let target = type(of: event)._resetTarget {
            self = AnyHashable(ObjectIdentifier(target))
        } else {
            throw UnhashableEvent(type: "\(type(of: event))")
        }
    }
}

/// An error: the ledger did not perform a step. A core would refuse it, too.
struct ExplorationRefused: Error, CustomStringConvertible {
    let refusal: LedgerRefusal

    var description: String { "\(refusal)" }
}
