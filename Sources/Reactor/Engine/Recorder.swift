/// A recorder of the steps of a core. For a core without a recorder, the cost is a check of a flag for each event.
///
/// All members except ``whenRoom(_:)`` are called on the core's executor, in the order of application.
package protocol StepRecorder: AnyObject, Sendable {
    /// The number of steps that can be recorded before the core has to wait. A group, and the steps that are applied
    /// for a reader, can exceed it.
    var room: Int { get }

    /// The time for recorded steps, or nil for a recorder without times. Read whenever a command is launched.
    var now: Timestamp? { get }

    /// The number of the last entry, or nil for a recorder without numbers. Read after each event if there are
    /// reactions.
    var lastEntry: UInt64? { get }

    /// The number of the last recorded step in the log, or nil if the core numbers its steps.
    var lastNumber: UInt64? { get }

    /// Records a step that the core has performed, or is about to perform and cannot refuse any more.
    ///
    /// - Parameter cause: The command of the step.
    func record(_ step: LogStep, cause: LogCause?)

    /// The maximum number of consecutive plain events that are passed together. ``wantsState`` is read once for all of
    /// them.
    var runLength: Int { get }

    /// Records events that the core is about to apply, in order. They are not predicted, and no command fired them.
    func record(_ events: borrowing EventRun)

    /// Whether the recorder tracks the running reducer, so that a crash report can name the event. Read once. If it is
    /// false, the methods from ``willPerform(_:cause:)`` to ``returned()`` are not called.
    ///
    /// An event is recorded before it is applied, so ``nextBegins()`` is sufficient. A step of the ledger is recorded
    /// after it was accepted, so it is announced before.
    var followsReactions: Bool { get }

    /// The core is about to perform a step. It is recorded afterwards, unless the ledger refuses it.
    func willPerform(_ step: LogStep, cause: LogCause?)
    /// The ledger refused the announced step.
    func refused()
    /// `react(to:)` begins with the next recorded event.
    func nextBegins()
    /// `react(to:)` begins with the last recorded or announced step.
    func lastBegins()
    /// `react(to:)` has returned.
    func returned()

    /// Begins a group: the steps that are recorded until ``groupEnded()`` count as one, also after a crash.
    func groupBegan()
    /// Ends a group.
    func groupEnded()

    /// Whether the recorder requires the current state. Read between steps, never inside a group.
    var wantsState: Bool { get }

    /// Calls `resume` once, when there is room again, or immediately if there is room. Can be called from any thread.
    func whenRoom(_ resume: @escaping @Sendable () -> Void)
}

/// A recorder that also stores the state.
package protocol Recorder<StateType>: StepRecorder {
    associatedtype StateType: State

    /// Stores the visible state, and the log below it.
    func keep(visible: StateType, _ record: LedgerRecord<StateType>)

    /// Stores the final state of the core, with the log. Later requests do not change it.
    func end(visible: StateType, _ record: LedgerRecord<StateType>)
}

extension StepRecorder {
    package func record(_ events: borrowing EventRun) {
        for index in events.indices { record(events.step(index), cause: nil) }
    }

    package var lastEntry: UInt64? { nil }
    package var lastNumber: UInt64? { nil }
    package func willPerform(_ step: LogStep, cause: LogCause?) { mustOverride() }
    package func refused() { mustOverride() }
    package func nextBegins() { mustOverride() }
    package func lastBegins() { mustOverride() }
    package func returned() { mustOverride() }
}
