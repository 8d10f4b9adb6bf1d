import Reactor

/// A test of a reducer, with a state and earlier events.
///
/// ```swift
/// try ReducerTest(given: Counter(), Added(amount: 2)).when(Added(amount: 3)).then { $0.count += 3 }
/// ```
///
/// It only calls `react(to:)`, without a core and without concurrency.
public struct ReducerTest<StateType: State>: Sendable {
    /// The state before the events under test.
    let before: StateType
    /// The state after the events under test.
    let after: StateType

    /// Creates a test that starts from a state, after these events.
    public init(given state: StateType, _ events: any Event...) {
        let given = state.reacting(to: events)
        self.init(before: given, after: given)
    }

    private init(before: StateType, after: StateType) {
        self.before = before
        self.after = after
    }

    /// Applies the events under test. If it is called again, the earlier events become part of the given state.
    public func when(_ events: any Event...) -> ReducerTest {
        ReducerTest(before: after, after: after.reacting(to: events))
    }

    /// Checks the state.
    ///
    /// - Parameter state: The expected state.
    /// - Throws: ``TestFailure`` with the differences.
    public func then(state: StateType, fileID: StaticString = #fileID, line: UInt = #line) throws {
        let difference = StateDifference(expected: state, found: after)
        guard !difference.isEmpty else { return }
        throw TestFailure(
            summary: "The state differs from the expected state.", difference: difference, site: TestSite(fileID, line))
    }

    /// Checks the changes by the events under test.
    ///
    /// - Parameter change: A closure that turns the state before the events into the expected state.
    /// - Throws: ``TestFailure`` with the differences, or the error of `change`.
    public func then(
        fileID: StaticString = #fileID, line: UInt = #line, _ change: (inout StateType) throws -> Void
    ) throws {
        var expected = before
        try change(&expected)
        try then(state: expected, fileID: fileID, line: line)
    }

    /// Checks that the events under test changed nothing.
    ///
    /// - Throws: ``TestFailure`` with the changes.
    public func thenNothing(fileID: StaticString = #fileID, line: UInt = #line) throws {
        try then(state: before, fileID: fileID, line: line)
    }
}

extension State {
    fileprivate func reacting(to events: [any Event]) -> Self {
        var state = self
        for event in events { state.react(to: event) }
        return state
    }
}
