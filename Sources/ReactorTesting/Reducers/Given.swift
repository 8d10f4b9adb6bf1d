import Reactor

/// Begins a test of a reducer: the state, and what happened to it before.
///
/// ```swift
/// try given(Counter(), Added(amount: 2)).when(Added(amount: 3)).then { $0.count += 3 }
/// ```
///
/// No core, no concurrency: `react(to:)` is called, and nothing else.
public func given<StateType: State>(_ state: StateType, _ events: any Event...) -> GivenState<StateType> {
    GivenState(before: state.reacting(to: events), after: state.reacting(to: events))
}

/// A state of which a test says what it becomes.
public struct GivenState<StateType: State>: Sendable {
    /// The state before the events under test.
    let before: StateType
    /// The state after them.
    let after: StateType

    /// Lets the state react to the events under test. Called again, those before belong to what is given.
    public func when(_ events: any Event...) -> GivenState {
        GivenState(before: after, after: after.reacting(to: events))
    }

    /// Checks the state.
    ///
    /// - Parameter state: the state that is expected.
    /// - Throws: ``TestFailure`` with what differs.
    public func then(state: StateType, fileID: StaticString = #fileID, line: UInt = #line) throws {
        let difference = StateDifference(expected: state, found: after)
        guard !difference.isEmpty else { return }
        throw TestFailure(
            summary: "The state differs from the expected state.", difference: difference, site: TestSite(fileID, line))
    }

    /// Checks what the events under test changed.
    ///
    /// - Parameter change: turns the state before them into the one expected after them.
    /// - Throws: ``TestFailure`` with what differs, and what `change` throws.
    public func then(
        fileID: StaticString = #fileID, line: UInt = #line, _ change: (inout StateType) throws -> Void
    ) throws {
        var expected = before
        try change(&expected)
        try then(state: expected, fileID: fileID, line: line)
    }

    /// Checks that the events under test changed nothing.
    ///
    /// - Throws: ``TestFailure`` with what they changed.
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
