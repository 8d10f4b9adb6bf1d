/// An update from a core to its observable wrapper.
struct MirrorUpdate<StateType: State>: Sendable {
    /// The state, in an object so that it is not copied on the way; nil for a wrapper that reads the state in the core.
    var state: MirroredState<StateType>?
    /// Whether the child state of the wrapper still exists; nil if it cannot cease to exist.
    var part: Part.Watch?
    /// The number of the wrapper's last assignment that was applied or refused before this state.
    var lastResolvedAssignment: UInt64
}

/// A state on its way to an observable wrapper.
final class MirroredState<StateType: State>: Sendable {
    let value: StateType

    init(_ value: StateType) { self.value = value }
}

extension Core {
    /// Whether the main actor can read the state in the core.
    nonisolated var isPinnedToMain: Bool { engine.isPinnedToMain }

    /// Returns the state for an observable wrapper before the first delivery. Can be called on any thread.
    ///
    /// It waits while the core changes the state. A call inside an event would wait forever, so it stops the program.
    nonisolated func firstUpdate() -> MirrorUpdate<StateType> {
        engine.lendFromAnywhere { update(in: $0, resolved: 0) }
    }

    private nonisolated func update(in whole: borrowing WholeState, resolved: UInt64) -> MirrorUpdate<StateType> {
        MirrorUpdate(
            state: MirroredState(path.value(in: whole)), part: shownPart(in: whole),
            lastResolvedAssignment: resolved)
    }

    /// Returns a check whether the child state that exists now still exists. If none exists now, the check is always
    /// false, even after one appears.
    private nonisolated func shownPart(in whole: borrowing WholeState) -> Part.Watch? {
        path.part.map { $0.watch(whole) ?? { _ in false } }
    }

    /// The check for the child state of a wrapper that reads the state itself.
    @MainActor
    func partOnMain() -> Part.Watch? {
        guard path.part != nil else { return nil }
        return engine.lend { shownPart(in: $0) }
    }

    /// Reads a state that is pinned to the main actor, after everything fired before is applied.
    @MainActor
    func readOnMain<Result>(_ body: (StateType) -> Result) -> Result {
        engine.lend { path.read(in: $0, body) }
    }

    /// Notifies an observable wrapper of a core that is pinned to the main actor: in each call on the main actor, and
    /// after each pass, in which its state may have changed.
    @MainActor
    func mirror(_ update: @escaping @MainActor @Sendable (MirrorOccasion) -> Bool) -> MirrorSubscription {
        let mirror = MirrorEntry(update)
        engine.attach(mirror, at: SelectionKey(.properties([]), in: path.key), behind: path.gate)
        return MirrorSubscription(mirror, engine.mailbox)
    }

    /// Notifies an observable wrapper after each pass in which an event was applied; the wrapper of a row, after each
    /// pass in which the row may have changed.
    ///
    /// - Parameter resolved: The number of the wrapper's last assignment that the core has applied or refused.
    nonisolated func subscribe(
        resolved: Guarded<UInt64>,
        _ mirror: @escaping @MainActor @Sendable (MirrorUpdate<StateType>) -> Void
    ) -> Subscription {
        let source = SelectionSource.computed {
            [self] (whole, lend: (MirrorUpdate<StateType>) -> Void) in
            let resolved = resolved.withLock { $0 }
            lend(update(in: whole, resolved: resolved))
        }
        let selection = Selection(key: nil, source: source, isEvery: false, gate: path.gate)
        return subscribe(selection, .latest, true, nil) { @MainActor update in mirror(update) }
    }

    /// Fires the event of a control, and calls `isOver` on the core after it was applied or refused.
    ///
    /// - Parameters:
    ///   - shown: The check for the child state that was shown at the time of the call. The assignment is refused if
    ///     another one has replaced it.
    ///   - place: The place at which the property was declared as assignable. A binding is a key path, which cannot
    ///     carry the line of its call.
    ///   - isOver: Receives the reason of the refusal, or nil if the event was applied.
    nonisolated func fire(
        _ event: any Event, for shown: Part.Watch?, at place: CallSite, isOver: @escaping @Sendable (Refusal?) -> Void
    ) {
        engine.mailbox.post(
            .event(event, for: shown, at: engine.keepsPlaces ? place : nil, isOver: isOver), cause: owner,
            part: path.part)
    }
}

/// The reference of an observable wrapper to its mirror, which is removed when the reference is released.
final class MirrorSubscription: Sendable {
    private let mirror: MirrorEntry
    private let mailbox: Mailbox

    init(_ mirror: MirrorEntry, _ mailbox: Mailbox) {
        self.mirror = mirror
        self.mailbox = mailbox
    }

    deinit { mailbox.post(.detachMirror(mirror)) }
}
