/// Keeps what a core does. A core without one pays a test of a flag for each event.
///
/// Everything is called on the core's executor, in the order of application, but ``whenRoom(_:)``.
package protocol StepRecorder: AnyObject, Sendable {
    /// The number of steps that may still be recorded before the core has to wait. A group, and the steps that a
    /// reader requests, may exceed it.
    var room: Int { get }

    /// The time for recorded steps, or nil for a recorder without times. Read whenever a command is launched.
    var now: Timestamp? { get }

    /// The number of the last entry that it has, nil for a recorder without numbers. Read after each event while there are
    /// reactions.
    var lastEntry: UInt64? { get }

    /// The core has done this, or is about to: nothing can be refused any more.
    ///
    /// - Parameter cause: the command it comes from.
    func record(_ step: LogStep, cause: LogCause?)

    /// The maximum number of plain events in a row that are passed together. The recorder's wish is read once for
    /// all of them.
    var runLength: Int { get }

    /// The core is about to apply these, one after the other: certain events that no command fired.
    func record(_ events: borrowing EventRun)

    /// Whether it knows at any instant what `react(to:)` is at work on, so that a crash can be named. Asked once. Where it
    /// does not, nothing from ``willPerform(_:cause:)`` to ``returned()`` is called.
    ///
    /// An event is recorded before it is applied, and needs no more than the word that it begins. A step on the ledger is
    /// recorded when it was not refused, so it is announced before.
    var followsReactions: Bool { get }

    /// The core is about to perform this, and to record it unless the ledger refuses it.
    func willPerform(_ step: LogStep, cause: LogCause?)
    /// The ledger refused what was waits.
    func refused()
    /// `react(to:)` begins with the next event that was recorded.
    func nextBegins()
    /// `react(to:)` begins with everything that was recorded or waits.
    func lastBegins()
    /// `react(to:)` has returned.
    func returned()

    /// The steps that are recorded until ``groupEnded()`` count as one, also after a crash.
    func groupBegan()
    func groupEnded()

    /// Whether the recorder wants the state as it is now. Asked between steps, never inside a group.
    var wantsState: Bool { get }

    /// Calls `resume`, once, when there is room again, or at once when there is. From any thread.
    func whenRoom(_ resume: @escaping @Sendable () -> Void)
}

/// A recorder that keeps the state too.
package protocol Recorder<StateType>: StepRecorder {
    associatedtype StateType: State

    /// Receives the visible state, and the log below it.
    func keep(visible: StateType, _ record: LedgerRecord<StateType>)

    /// The core has ended in this state, with this record of the ledger: no later request changes it.
    func end(visible: StateType, _ record: LedgerRecord<StateType>)
}

extension StepRecorder {
    package func record(_ events: borrowing EventRun) {
        for index in events.indices { record(events.step(index), cause: nil) }
    }

    package var lastEntry: UInt64? { nil }
    package func willPerform(_ step: LogStep, cause: LogCause?) { mustOverride() }
    package func refused() { mustOverride() }
    package func nextBegins() { mustOverride() }
    package func lastBegins() { mustOverride() }
    package func returned() { mustOverride() }
}
