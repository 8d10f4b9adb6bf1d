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
    /// to the core's runtime with its name (``Runtime/Report``).
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
        let part = withShown { ($0 as? any AssignableState)?.assignmentPart }
        let id = AssignmentID(number: assignmentCount + 1)
        let event = assignable.assigning(value, id: id, part: part)
        let runtime = core.engine.runtime
        show({ $0[keyPath: assignable.keyPath] = value }) { core, shown, isOver in
            core.fire(event, for: shown, at: assignable.place) { _ in
                switch event.receipt.outcome {
                case .refused(is Refusal): return isOver(true)
                case .unclaimed: runtime.report(Runtime.Report(.unclaimedAssignment(name: event.name)))
                case .applied, .refused: break
                }
                isOver(false)
            }
        }
    }

    /// Shows the value of a control immediately, and fires the event that sets it.
    ///
    /// - Parameters:
    ///   - apply: Sets the value in a copy of the state.
    ///   - fire: Fires the event for the child state that is shown. Its last argument has to be called on the core after
    ///     the event was applied or refused, with whether the core refused it.
    func show(
        _ apply: @escaping (inout StateType) -> Void,
        fire: (Core<StateType>, Part.Watch?, _ isOver: @escaping @Sendable (Bool) -> Void) -> Void
    ) {
        assignmentCount += 1
        let number = assignmentCount
        let isRefused = Guarded(false)
        pending.append(PendingAssignment(number: number, isRefused: isRefused, apply: apply))
        // Readers are notified before the decision: a control whose value the state refuses has to read the old value
        // again.
        notifyReaders()
        let spawn = core.engine.runtime.spawn
        // The core delivers nothing if nothing has changed. The wrapper of a row receives only changes of the row.
        let isAlwaysDelivered = isPinned || core.path.enteredRow == nil
        fire(core, shownPart) { [lastResolvedAssignment, weak self] refused in
            lastResolvedAssignment.withLock { $0 = number }
            if refused {
                isRefused.withLock { $0 = true }
                spawn.detached { await self?.lookAgainLater() }
            } else if !isAlwaysDelivered {
                spawn.detached { await self?.settled() }
            }
        }
        guard isPinned else { return }
        core.engine.finishCall()
        // Inside an event nothing has changed yet, and the outer call notifies.
        if case .resting = core.engine.phase { lookAgain() }
    }
}

/// A value of a control that is shown, and whose event the core has not processed yet.
struct PendingAssignment<Root> {
    let number: UInt64
    /// Whether the core refused the event, so that no state with a decision will arrive.
    let isRefused: Guarded<Bool>
    /// Sets the value in a copy of the state.
    let apply: (inout Root) -> Void
}

extension ObservableCore {
    /// Fires an event, like ``Core/fire(event:fileID:line:isolation:)``.
    ///
    /// If the core is pinned to the main actor, the change is shown, and the readers of all its wrappers are invalidated,
    /// before this call returns. An animation around the call therefore animates the change.
    public func fire(event: some Event, fileID: StaticString = #fileID, line: UInt = #line) {
        core.fire(event: event, fileID: fileID, line: line)
    }

    /// Fires several events as a group, like ``Core/fire(events:fileID:line:isolation:)``.
    public func fire(events: [any Event], fileID: StaticString = #fileID, line: UInt = #line) {
        core.fire(events: events, fileID: fileID, line: line)
    }

    /// Fires a command, like ``Core/fire(command:options:fileID:line:isolation:)``.
    ///
    /// If the core is pinned to the main actor, the command runs up to its first suspension before this call returns.
    @discardableResult
    public func fire<Work: Command>(
        command: Work, options: CommandOptions? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> CommandHandle where Work.StateType == StateType {
        core.fire(command: command, options: options, fileID: fileID, line: line)
    }

    /// Fires a command with some of its options changed, like ``Core/fire(command:fileID:line:isolation:_:)``.
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
