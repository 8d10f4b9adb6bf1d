extension ObservableCore {
    /// The value of a property that a control can set: `app[Form.draft] = "Hello"`, and in SwiftUI `$app[Form.draft]`,
    /// which is a `Binding`.
    ///
    /// A write shows the value immediately and fires an ``Assign``. Until the core has applied or refused the
    /// assignment, the new value hides values that the core delivers, so a control never shows an older text than the
    /// user typed. After that, the value in the state is shown: the new value, a corrected value, or the old value if
    /// the assignment was refused. A read observes the property, like a read of its key path.
    ///
    /// Only a property that is declared as ``Assignable`` can be set. An assignment that no state handles is reported
    /// to the core's runtime with its name (``Report``).
    ///
    /// If a state contains several child states of one type, such as rows, the assignment goes to the one that is
    /// shown, by its ``AssignableState/assignmentPart``. If this wrapper shows a child state that no longer exists, or
    /// was replaced, when the assignment is processed, the assignment is refused and reported as
    /// ``Refusal/Reason/absent``.
    ///
    /// - Complexity: While assignments are pending, each read makes a copy of the state with their values.
    public subscript<Value: Assign.Value>(assignable: Assignable<StateType, Value>) -> Value {
        get { self[assignable.keyPath] }
        set { assign(newValue, to: assignable) }
    }

    private func assign<Value: Assign.Value>(_ value: Value, to assignable: Assignable<StateType, Value>) {
        assignmentCount += 1
        let part = withShown { ($0 as? any AssignableState)?.assignmentPart }
        let event = assignable.assigning(value, id: AssignmentID(number: assignmentCount), part: part)
        pending.append(PendingAssignment(event: event) { $0[keyPath: assignable.keyPath] = value })
        // Readers are notified before the decision: a control whose value the state refuses has to read the old value
        // again.
        notifyReaders()
        let runtime = core.engine.runtime
        core.fire(event, for: shownPart, at: assignable.place) { [lastResolvedAssignment, weak self] _ in
            lastResolvedAssignment.withLock { $0 = event.id.number }
            switch event.receipt.outcome {
            case .unclaimed: runtime.report(Report(.unclaimedAssignment(name: event.name)))
            // Nothing changed, so the core delivers nothing.
            case .refused(is Refusal): runtime.spawn.detached { await self?.lookAgainLater() }
            case .applied, .refused: break
            }
        }
        lookAgainIfPinned()
    }
}

/// An assignment that is shown, and that the core has not processed yet.
struct PendingAssignment<Root> {
    let event: Assign
    /// Sets the value in a copy of the state.
    let apply: (inout Root) -> Void

    /// Whether the core refused the event, so that no state with a decision will arrive.
    var isRefusedOnItsWay: Bool {
        if case .refused(let error) = event.receipt.outcome { error is Refusal } else { false }
    }
}

extension ObservableCore {
    /// Fires an event, like ``Core/fire(event:fileID:line:isolation:)``.
    ///
    /// If the core is pinned to the main actor, the change is shown, and its readers are invalidated, before this call
    /// returns. An animation around the call therefore animates the change.
    public func fire(event: some Event, fileID: StaticString = #fileID, line: UInt = #line) {
        core.fire(event: event, fileID: fileID, line: line)
        lookAgainIfPinned()
    }

    /// Fires several events as a group, like ``Core/fire(events:fileID:line:isolation:)``.
    public func fire(events: [any Event], fileID: StaticString = #fileID, line: UInt = #line) {
        core.fire(events: events, fileID: fileID, line: line)
        lookAgainIfPinned()
    }

    /// Fires a command, like ``Core/fire(command:options:fileID:line:)``.
    @discardableResult
    public func fire<Work: Command>(
        command: Work, options: CommandOptions? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> CommandHandle where Work.StateType == StateType {
        core.fire(command: command, options: options, fileID: fileID, line: line)
    }

    /// Fires a command with some of its options changed, like ``Core/fire(command:fileID:line:_:)``.
    @discardableResult
    public func fire<Work: Command>(
        command: Work, fileID: StaticString = #fileID, line: UInt = #line, _ change: (inout CommandOptions) -> Void
    ) -> CommandHandle where Work.StateType == StateType {
        core.fire(command: command, fileID: fileID, line: line, change)
    }
}

extension ObservableCore {
    @available(*, unavailable, renamed: "fire(event:)", message: "Fire the event: app.fire(event: Added(amount: 1)).")
    public func send(_ event: some Event) { fatalError() }
}
