/// The update that a core gives its mirror.
struct MirrorUpdate<StateType: State>: Sendable {
    /// The state, where it lies on the way and is not copied; nil for a mirror that reads it in the core itself.
    var state: MirroredState<StateType>?
    /// Whether the part that the state is of is still present; nil where it cannot become absent.
    var part: Part.Watch?
    /// The number of the mirror's last assignment that was applied or refused before this state.
    var lastResolvedAssignment: UInt64
}

/// A state on its way to a mirror.
final class MirroredState<StateType: State>: Sendable {
    let value: StateType

    init(_ value: StateType) { self.value = value }
}

extension Core {
    /// Whether the main actor may read the state where it lies.
    nonisolated var isPinnedToMain: Bool { engine.pinnedActor === MainActor.shared }

    /// The state that a mirror shows before anything was delivered, from anywhere.
    ///
    /// It waits while the core is changing the state; inside an event that would be for ever, and ends the program.
    nonisolated func firstUpdate() -> MirrorUpdate<StateType> {
        engine.lendFromAnywhere { update(in: $0, resolved: 0) }
    }

    private nonisolated func update(in whole: borrowing WholeState, resolved: UInt64) -> MirrorUpdate<StateType> {
        MirrorUpdate(
            state: MirroredState(path.value(in: whole)), part: shownPart(in: whole),
            lastResolvedAssignment: resolved)
    }

    /// Says whether the part that is present now is still that one; one that was absent in between is not, whatever
    /// comes instead.
    private nonisolated func shownPart(in whole: borrowing WholeState) -> Part.Watch? {
        path.part.map { $0.watch(whole) ?? { _ in false } }
    }

    /// The part that a mirror shows which reads the state itself.
    @MainActor
    func partOnMain() -> Part.Watch? {
        guard path.part != nil else { return nil }
        return engine.lend { shownPart(in: $0) }
    }

    /// Reads a state that is pinned to the main actor, with everything applied that was fired before.
    @MainActor
    func readOnMain<Result>(_ body: (StateType) -> Result) -> Result {
        engine.lend { path.read(in: $0, body) }
    }

    /// Notifies a mirror whenever an event was applied.
    ///
    /// - Parameter resolved: the number of the mirror's last assignment that was applied or refused, as the core knows it.
    nonisolated func subscribe(
        resolved: Guarded<UInt64>,
        _ mirror: @escaping @MainActor @Sendable (MirrorUpdate<StateType>) -> Void
    ) -> Subscription {
        let source = SelectionSource.computed {
            [self, isPinnedToMain] (whole, lend: (MirrorUpdate<StateType>) -> Void) in
            let resolved = resolved.withLock { $0 }
            lend(
                isPinnedToMain
                    ? MirrorUpdate(lastResolvedAssignment: resolved)
                    : update(in: whole, resolved: resolved))
        }
        let selection = Selection(key: nil, source: source, isEvery: false)
        return subscribe(selection, .latest, true, nil) { @MainActor update in mirror(update) }
    }

    /// Fires an assignment, and calls `isOver` on the core when it was applied or refused.
    ///
    /// - Parameters:
    ///   - shown: the part that was shown where it was made. Another one in its place is not assigned to.
    ///   - place: where what is assigned is declared: a key path, which a binding is, has no room for the line of its call.
    ///   - isOver: receives the reason of the refusal, or nil if the event was applied.
    nonisolated func fire(
        _ event: Assign, for shown: Part.Watch?, at place: CallSite, isOver: @escaping @Sendable (Refusal?) -> Void
    ) {
        engine.mailbox.post(
            .event(event, for: shown, at: engine.keepsPlaces ? place : nil, isOver: isOver), cause: owner,
            part: path.part)
    }
}
