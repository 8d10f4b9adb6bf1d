extension ObservableCore {
    /// A member that a control may set: `app[Form.draft] = "Hello"`, and in SwiftUI `$app[Form.draft]`, which is a
    /// `Binding`.
    ///
    /// Setting it shows the value immediately and fires an ``Assign``. The new value hides every value that the
    /// core delivers until the assignment is applied or refused. After that, the value of the state is shown: the
    /// value as it was set, or as the validation changed it, or the old value if the assignment was refused. So a
    /// control never shows an older text than the user just typed. Reading tracks the member as its key path does.
    ///
    /// An assignment that no state takes is reported with its name, to the runtime of the core (``Report``). A
    /// member that is not declared as ``Assignable`` cannot be set.
    ///
    /// Among several parts of one type, rows for one, it is for the one that is shown, by its
    /// ``AssignableState/assignmentPart``. In a mirror of a part that may become absent, what is set is for the part
    /// that is shown. When that is absent, or another is in its place, by the time the assignment is to be applied, it is
    /// refused and reported as ``Refusal/Reason/absent``.
    ///
    /// - Complexity: while assignments are under way, each read makes a copy of the state with their values.
    public subscript<Value: Assign.Value>(assignable: Assignable<StateType, Value>) -> Value {
        get { self[assignable.keyPath] }
        set { assign(newValue, to: assignable) }
    }

    private func assign<Value: Assign.Value>(_ value: Value, to assignable: Assignable<StateType, Value>) {
        assignmentCount += 1
        let part = withShown { ($0 as? any AssignableState)?.assignmentPart }
        let event = assignable.assigning(value, id: AssignmentID(number: assignmentCount), part: part)
        pending.append(PendingAssignment(event: event) { $0[keyPath: assignable.keyPath] = value })
        // Before it is decided: a control that was set to what the state refuses must be asked to read the old value again.
        notifyReaders()
        let runtime = core.engine.runtime
        core.fire(event, for: shownPart, at: assignable.place) { [lastResolvedAssignment, weak self] _ in
            lastResolvedAssignment.withLock { $0 = event.id.number }
            switch event.receipt.outcome {
            case .unclaimed: runtime.report(Report(.unclaimedAssignment(name: event.name)))
            // Nothing changed, so nothing will be delivered.
            case .refused(is Refusal): runtime.spawn.detached { await self?.lookAgainLater() }
            case .applied, .refused: break
            }
        }
        lookAgainIfPinned()
    }
}

/// An assignment that is under way: shown, and not decided by the core yet.
struct PendingAssignment<Root> {
    let event: Assign
    /// Puts its value into a state as it is.
    let apply: (inout Root) -> Void

    /// Whether it never came to the state, so that there is no state to wait for.
    var isRefusedOnItsWay: Bool {
        if case .refused(let error) = event.receipt.outcome { error is Refusal } else { false }
    }
}

extension ObservableCore {
    /// Fires an event, as ``Core/fire(event:fileID:line:isolation:)`` does.
    ///
    /// Over a core that is pinned to the main actor, what it changes is shown, and its readers are invalidated, before
    /// this returns: an animation around the call animates it.
    public func fire(event: some Event, fileID: StaticString = #fileID, line: UInt = #line) {
        core.fire(event: event, fileID: fileID, line: line)
        lookAgainIfPinned()
    }

    /// Fires several events as one, as ``Core/fire(events:fileID:line:isolation:)`` does.
    public func fire(events: [any Event], fileID: StaticString = #fileID, line: UInt = #line) {
        core.fire(events: events, fileID: fileID, line: line)
        lookAgainIfPinned()
    }

    /// Fires a command, as ``Core/fire(command:options:fileID:line:)`` does.
    @discardableResult
    public func fire<Work: Command>(
        command: Work, options: CommandOptions? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> CommandHandle where Work.StateType == StateType {
        core.fire(command: command, options: options, fileID: fileID, line: line)
    }

    /// Fires a command with some of its options changed, as ``Core/fire(command:fileID:line:_:)`` does.
    @discardableResult
    public func fire<Work: Command>(
        command: Work, fileID: StaticString = #fileID, line: UInt = #line, _ change: (inout CommandOptions) -> Void
    ) -> CommandHandle where Work.StateType == StateType {
        core.fire(command: command, fileID: fileID, line: line, change)
    }
}

extension ObservableCore {
    @available(*, unavailable, renamed: "fire(event:)", message: "Events are fired: app.fire(event: Added(amount: 1)).")
    public func send(_ event: some Event) { fatalError() }
}
