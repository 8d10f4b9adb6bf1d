public import Reactor
public import ReactorRecording

/// A check of a reducer with every order of steps up to a depth: fired events, predictions that begin and are committed or rolled
/// back, events from a server, and reads whose responses arrive later.
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
/// The search is breadth-first and uses the ledger of a core, so the order that it reports is one of the shortest. Two states
/// count as the same if their confirmed states and their logs above it are equal. A prediction and a fired event differ in the
/// log, because the prediction can be rolled back. Commands and middlewares do not run; use a ``Simulation`` for them.
public struct Exploration<StateType: State & Hashable> {
    let initial: StateType
    let depth: Int
    let mostStates: Int
    let steps: (StateType) -> [ExplorationStep]
    private(set) var invariants: [Invariant<StateType>] = []
    private(set) var goals: [(name: String, isReached: (StateType) -> Bool)] = []

    /// Creates an exploration that starts from a state.
    ///
    /// - Parameters:
    ///   - initial: The state at the beginning of each order.
    ///   - depth: The largest number of steps in an order.
    ///   - mostStates: The largest number of states. They stay in memory until the end.
    ///   - steps: The steps that can happen in a visible state. An event alone can be fired and can be predicted.
    public init(
        of initial: StateType, depth: Int, mostStates: Int = 1_000_000,
        @_ExplorationBuilder steps: @escaping (_ state: StateType) -> [ExplorationStep]
    ) {
        self.initial = initial
        self.depth = depth
        self.mostStates = mostStates
        self.steps = steps
    }

    /// Adds invariants that must hold in every visible state.
    public func always(_ invariants: [Invariant<StateType>]) -> Exploration {
        var exploration = self
        exploration.invariants += invariants
        return exploration
    }

    /// Adds a state that at least one order must reach; otherwise the check fails. It shows that the exploration covers an
    /// interesting case.
    public func sometimes(_ name: String, _ isReached: @escaping (_ state: StateType) -> Bool) -> Exploration {
        var exploration = self
        exploration.goals.append((name, isReached))
        return exploration
    }

    /// Tries the orders, and stops at the first state that breaks an invariant.
    ///
    /// - Parameters:
    ///   - path: The file for a test that reproduces the failure; an existing file is replaced. A relative path starts at the
    ///     folder of the calling file.
    /// - Throws: ``ExplorationFailure`` with the shortest order that breaks an invariant, or with the goals that no order
    ///   reached; an error that names an event type that is not
    ///   Hashable; the system's error if the test cannot be written.
    /// - Complexity: One update of the state for each step of each state.
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

/// The size of an exploration.
public struct ExplorationReport: Sendable, Hashable, CustomStringConvertible {
    /// The number of different states.
    public internal(set) var states = 0
    /// The number of steps that were tried.
    public internal(set) var steps = 0
    /// The number of steps in the longest order that reached a new state.
    package internal(set) var depth = 0
    /// Whether no further step leads to a new state, so that a larger depth would not find more.
    public internal(set) var isComplete = false

    public var description: String {
        "\(states) states in up to \(depth) steps; \(isComplete ? "there are no others" : "there are more")"
    }
}

/// An error: an event that was predicted, or was fired above a prediction or a read, is not Hashable, so it cannot be compared.
package struct UnhashableEvent: Error, CustomStringConvertible {
    let type: String

    package var description: String {
        "\(type) is fired above a prediction or a read, so the exploration has to compare it, and it is not Hashable. Declare it: "
            + "struct \(type): Event, Hashable."
    }
}
