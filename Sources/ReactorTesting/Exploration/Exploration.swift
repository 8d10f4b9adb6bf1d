public import Reactor
public import ReactorRecording

/// Tries a reducer with every order of steps, up to so many: events that are fired, predictions that begin, are committed
/// and rolled back, what a server says below them, and reads whose answers land later.
///
/// ```swift
/// import ReactorRecording
///
/// struct Slots: State, Hashable {
///     var free = 2
///
///     mutating func react(to event: any Event) {
///         if event is SlotTaken, free > 0 { free -= 1 }
///     }
///
///     static let invariants = [Invariant<Slots>("none is taken that is not there") { $0.free >= 0 }]
/// }
/// struct SlotTaken: Event, Hashable {}
///
/// let report = try Exploration(of: Slots(), depth: 6) { _ in
///     SlotTaken()
///     Reset<Slots>()
/// }
/// .always(Slots.invariants)
/// .sometimes("all are taken") { $0.free == 0 }
/// .check()
/// ```
///
/// It goes breadth first through the ledger that a core uses, so the order that it finds is one of the shortest. Two states
/// are the same when what is certain in them is equal and what stands above it in the log is: a prediction and an event
/// that was fired look alike until one is rolled back. No command runs, and no middleware; a ``Simulation`` runs those.
public struct Exploration<StateType: State & Hashable> {
    let initial: StateType
    let depth: Int
    let mostStates: Int
    let steps: (StateType) -> [ExplorationStep]
    private(set) var invariants: [Invariant<StateType>] = []
    private(set) var goals: [(name: String, isReached: (StateType) -> Bool)] = []

    /// An exploration from a state.
    ///
    /// - Parameters:
    ///   - initial: where each order begins.
    ///   - depth: how many steps an order has at most.
    ///   - mostStates: how many states are kept at most. They stay in memory until the end.
    ///   - steps: what may happen in a state, as it is seen. An event by itself may be fired and may be predicted.
    public init(
        of initial: StateType, depth: Int, mostStates: Int = 1_000_000,
        @ExplorationBuilder steps: @escaping (_ state: StateType) -> [ExplorationStep]
    ) {
        self.initial = initial
        self.depth = depth
        self.mostStates = mostStates
        self.steps = steps
    }

    /// What has to hold in every state that is seen.
    public func always(_ invariants: [Invariant<StateType>]) -> Exploration {
        var exploration = self
        exploration.invariants += invariants
        return exploration
    }

    /// A state that some order has to come to. Without one that does, the exploration proves little, and the check fails.
    public func sometimes(_ name: String, _ isReached: @escaping (_ state: StateType) -> Bool) -> Exploration {
        var exploration = self
        exploration.goals.append((name, isReached))
        return exploration
    }

    /// Goes through the orders, and stops at the first state that breaks an invariant.
    ///
    /// - Parameters:
    ///   - path: where the test is written that shows what is broken, in place of one that is there; one that is not
    ///     absolute is beside the calling file.
    /// - Throws: ``ExplorationFailure`` with the shortest order that breaks an invariant, or with the goals that no order
    ///   came to; ``UnhashableEvent``; what the system refuses when the test is written.
    /// - Complexity: for each state that is seen, one fold for each step that it offers.
    @discardableResult
    public func check(
        writingTo path: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) throws -> ExplorationReport {
        var explorer = Explorer(self)
        let site = TestSite(fileID, line)
        if let broken = try explorer.run() {
            let path = path.map { RecordingPath.resolve($0, beside: filePath) }
            throw ExplorationFailure(broken, from: initial, explorer.report, site: site, path: path)
        }
        let missed = explorer.missedGoals
        if !missed.isEmpty { throw ExplorationFailure(missed, explorer.report, site: site) }
        return explorer.report
    }
}

/// How much an exploration has seen.
public struct ExplorationReport: Sendable, Hashable, CustomStringConvertible {
    /// How many states, each counted once.
    public internal(set) var states = 0
    /// How many steps were tried from them.
    public internal(set) var steps = 0
    /// How many steps the longest order had that came to a state not seen before.
    public internal(set) var depth = 0
    /// Whether no further step leads to another state: more depth would show nothing else.
    public internal(set) var isComplete = false

    public var description: String {
        "\(states) states in up to \(depth) steps; \(isComplete ? "there are no others" : "there are more")"
    }
}

/// An event that was predicted, or fired above a prediction or a read, cannot be compared with others.
public struct UnhashableEvent: Error, CustomStringConvertible {
    let type: String

    public var description: String {
        "\(type) is fired above a prediction or a read, so the exploration has to compare it, and it is not Hashable. Declare it: "
            + "struct \(type): Event, Hashable."
    }
}
