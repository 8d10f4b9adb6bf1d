/// What a core tells a mirror of it.
struct MirrorUpdate<StateType: State>: Sendable {
    /// The state; nil for a mirror that reads it in the core itself.
    let state: StateType?
    /// The number of the mirror's last assignment that had its turn before this state.
    let decided: UInt64
}

extension Core {
    /// Whether the main actor may read the state where it lies.
    nonisolated var isPinnedToMain: Bool { engine.pinnedActor === MainActor.shared }

    /// A copy of the state, from anywhere.
    ///
    /// It waits while the core is changing the state, so it is not for use from inside an event.
    nonisolated var snapshot: StateType {
        engine.changing.lock()
        defer { engine.changing.unlock() }
        return place.value(in: engine.store.memory)
    }

    /// Reads a state that is pinned to the main actor, with everything applied that was fired before.
    @MainActor
    func readOnMain<Result>(_ body: (StateType) -> Result) -> Result {
        engine.catchUp()
        return place.read(in: engine.store.memory, body)
    }

    /// Tells a mirror whenever an event was applied.
    ///
    /// - Parameter decided: the number of the mirror's last assignment that had its turn, as the core knows it.
    nonisolated func subscribe(
        decided: Guarded<UInt64>, _ mirror: @escaping @MainActor @Sendable (MirrorUpdate<StateType>) -> Void
    ) -> Subscription {
        let source = SelectionSource.computed { [place, isPinnedToMain] memory -> MirrorUpdate<StateType>? in
            MirrorUpdate(
                state: isPinnedToMain ? nil : place.value(in: memory), decided: decided.withLock { $0 })
        }
        let selection = Selection(source: source, keyPath: nil, isEqual: nil, isEvery: false)
        return subscribe(selection, .latest, true) { @MainActor update in mirror(update) }
    }

    /// Fires an assignment, and calls `isOver` on the core when it had its turn.
    nonisolated func fire(_ event: Assign, isOver: @escaping @Sendable () -> Void) {
        engine.mailbox.post(.event(event, isOver: isOver), cause: owner, part: place.part)
    }
}
