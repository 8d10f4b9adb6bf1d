import Observation

/// An observable wrapper of a core. It has the properties of the state, and invalidates the views that read them when
/// they change.
///
/// ```swift
/// import Observation
///
/// @MainActor
/// func count(with app: ObservableCore<Counter>) {
///     withObservationTracking {
///         print(app.count)
///     } onChange: {
///         print("another count")
///     }
///     app.fire(event: Added(amount: 1))
/// }
/// ```
///
/// `app.entries` observes the property `entries`; `app[\.entries.first]` observes exactly this value; `app[\.self]`
/// observes everything. A view is invalidated when a value that it has read has changed, but not when an equal value
/// was written. A value that is not `Equatable` counts as changed after every event. If a property of the state has the
/// name of a member of this class, read it as `app[\.core]`.
///
/// **Displayed state.** If the core is pinned to the main actor (``Runtime/main``), a read applies waiting events
/// first, so it is up to date directly after a `fire`. For other cores, a read returns the state that was delivered
/// last; ``settled()`` waits until it is up to date. After the core was closed, the last state remains.
///
/// **Cost.** For each observed property: its key path and a copy of its value, which is compared whenever the core
/// notifies. If the core is not pinned, also a copy of the whole state. A value that shares its storage with these
/// copies is copied at its next change: read small values, or the revision of a large value (``Tracked``), and store
/// large collections in ``KeyedRows``. Key paths that no view observes are discarded, which invalidates no view.
///
/// A key path with an index is read again after the element was removed, and then stops the program like the index
/// itself. Access elements by id.
///
/// **Child states.** A wrapper of a core for a child state (``Core/scope(to:)``) observes the properties of this child
/// state. While the child state does not exist, the wrapper shows the default of the scope.
///
/// The wrapper retains the core. The core does not retain the wrapper.
@MainActor
@dynamicMemberLookup
public final class ObservableCore<StateType: State>: Observable {
    /// The core of the wrapper.
    public let core: Core<StateType>

    let isPinned: Bool
    /// The last delivered update, if the core is not pinned.
    private var received: MirrorUpdate<StateType>
    /// The subscription of the wrapper, which ends when it is released.
    private var subscription: (any Sendable)?

    /// The members that were read since they last changed.
    private(set) var members: [AnyKeyPath: ObservedMember<StateType>] = [:]
    /// The members that were read with a different value than that of the same key path in `members`.
    private(set) var staleMembers: [ObservedMember<StateType>] = []
    /// Members that were read in this turn and have changed since. Their registered readers were invalidated. A view
    /// that is still being evaluated, and registers afterwards, is invalidated in the next turn.
    private(set) var changedThisTurn: [ObservedMember<StateType>] = []
    /// The number of updates. A view that read in an earlier turn has been evaluated.
    private var turn: UInt64 = 0
    /// The number of members at which members without readers are discarded.
    private var sweepAt = ObservableCore.leastSweep

    /// The number of members below which none is discarded.
    private static var leastSweep: Int { 1_024 }

    /// The pending assignments, in order.
    var pending: [PendingAssignment<StateType>] = []
    var assignmentCount: UInt64 = 0
    /// The number of the last assignment that the core has applied or refused.
    let lastResolvedAssignment = Guarded<UInt64>(0)

    /// Creates an observable wrapper of a core. It shows the current state.
    ///
    /// - Complexity: If the core is not pinned to the main actor, a copy of the state. The call waits until the core
    ///   has applied the events that it is processing.
    public init(_ core: Core<StateType>) {
        self.core = core
        isPinned = core.isPinnedToMain
        received = isPinned ? MirrorUpdate(lastResolvedAssignment: 0) : core.firstUpdate()
        if isPinned {
            subscription = core.mirror { [weak self] occasion in self?.look(at: occasion) ?? false }
        } else {
            subscription = core.subscribe(resolved: lastResolvedAssignment) { [weak self] update in
                self?.take(update)
            }
        }
    }

    /// Waits until everything fired so far is applied and shown.
    public func settled() async {
        let fired = assignmentCount
        await core.settled()
        received.lastResolvedAssignment = max(received.lastResolvedAssignment, fired)
        beginTurn()
        lookAgain()
    }

    // MARK: Reading

    /// The value of a property, which is observed. It is not `Equatable`, so it counts as changed after every event.
    public subscript<Value>(dynamicMember member: KeyPath<StateType, Value>) -> Value {
        read(member, isEqual: nil)
    }

    /// The value of a property, which is observed. Readers are invalidated when it has changed.
    public subscript<Value: Equatable>(dynamicMember member: KeyPath<StateType, Value>) -> Value {
        read(member, isEqual: isUnchanged)
    }

    /// The value of a key path, observed as a whole. It is not `Equatable`, so it counts as changed after every event.
    public subscript<Value>(member: KeyPath<StateType, Value>) -> Value {
        read(member, isEqual: nil)
    }

    /// The value of a key path, observed as a whole. Readers are invalidated when it has changed.
    public subscript<Value: Equatable>(member: KeyPath<StateType, Value>) -> Value {
        read(member, isEqual: isUnchanged)
    }

    private func read<Value>(_ member: KeyPath<StateType, Value>, isEqual: ((Value, Value) -> Bool)?) -> Value {
        let value = withShown { $0[keyPath: member] }
        let observed: ObservedMember<StateType>
        if let known = members[member] as? ObservedValue<StateType, Value>, known.agrees(with: value) {
            observed = known
        } else {
            let again = takeStaleMember(member, agreeingWith: value)
            // Earlier readers have read a different value. They are notified when the core notifies, and not here,
            // because a view may be being evaluated.
            if let earlier = members[member], earlier.readers.hasReaders { staleMembers.append(earlier) }
            observed = again ?? ObservedValue(member, value: value, isEqual: isEqual)
            members[member] = observed
        }
        observed.turn = turn
        observed.readers.observe()
        if members.count >= sweepAt { discardUnobserved() }
        return value
    }

    /// Discards members that no view observes.
    ///
    /// - Complexity: O(1) for each read, amortized.
    private func discardUnobserved() {
        for (key, member) in members where !member.readers.hasReaders { members[key] = nil }
        sweepAt = max(Self.leastSweep, members.count * 2)
    }

    /// Removes and returns the stale member with this value. A value that changes back and forth within one turn must
    /// not leave a member each time. Only the last few are checked, so that a property that changes at each step does
    /// not check every earlier value.
    private func takeStaleMember<Value>(
        _ member: KeyPath<StateType, Value>, agreeingWith value: Value
    ) -> ObservedMember<StateType>? {
        staleMembers.suffix(8).lastIndex { earlier in
            earlier.member == member && (earlier as? ObservedValue<StateType, Value>)?.agrees(with: value) == true
        }.map { staleMembers.remove(at: $0) }
    }

    /// Lends the displayed state: that of the core, with the values of pending assignments.
    func withShown<Result>(_ body: (StateType) -> Result) -> Result {
        guard !isPinned, let state = received.state else { return core.readOnMain { withPending($0, body) } }
        return withPending(state.value, body)
    }

    private func withPending<Result>(_ state: StateType, _ body: (StateType) -> Result) -> Result {
        if pending.count == 0 { return body(state) }
        var shown = state
        for assignment in pending { assignment.apply(&shown) }
        return body(shown)
    }

    /// Whether the child state that is shown still exists; nil if it cannot cease to exist.
    var shownPart: Part.Watch? { isPinned ? core.partOnMain() : received.part }

    // MARK: Updates

    private func take(_ update: MirrorUpdate<StateType>) {
        received = update
        beginTurn()
        lookAgain()
    }

    /// Begins a turn: every view that has read something has been evaluated and registered.
    private func beginTurn() {
        turn &+= 1
        staleMembers += changedThisTurn
        changedThisTurn = []
    }

    /// Updates in a separate turn.
    func lookAgainLater() {
        beginTurn()
        lookAgain()
    }

    /// Updates when a pinned core has changed.
    ///
    /// - Returns: Whether readers that were invalidated have to be checked again in a separate turn.
    private func look(at occasion: MirrorOccasion) -> Bool {
        switch occasion {
        case .sameCall: lookAgain()
        case .laterTurn: lookAgainLater()
        case .secondLook:
            beginTurn()
            notifyReaders(ofStaleMembers: true)
        }
        return changedThisTurn.count > 0
    }

    /// Removes the assignments that the core has processed, and invalidates the views whose values have changed.
    func lookAgain() {
        // This code is not specialized for the state, so each call of a generic function looks up a type: count is read
        // directly, and isEmpty is such a function.
        if pending.count > 0 { removeResolvedAssignments() }
        notifyReaders()
    }

    private func removeResolvedAssignments() {
        let resolved = isPinned ? lastResolvedAssignment.withLock { $0 } : received.lastResolvedAssignment
        // In order: if a later assignment were removed first, the value of an earlier one would be shown again.
        pending.removeFirst(
            pending.prefix { $0.number <= resolved || $0.isRefused.withLock { $0 } }.count)
    }

    /// Invalidates the readers whose value has changed.
    ///
    /// They will read again, so a member is discarded when it has changed. A member that was read in this turn is
    /// checked a second time in the next turn, because its reader may be registered only after it was evaluated.
    ///
    /// - Parameter ofStaleMembers: Whether to check only the stale members, because the state has not changed since the
    ///   others were checked.
    /// - Complexity: O(members that were read and have not changed since).
    func notifyReaders(ofStaleMembers: Bool = false) {
        guard members.count > 0 || staleMembers.count > 0 else { return }
        var changed: [ObservedMember<StateType>] = []
        withShown { state in
            for (key, member) in members where !ofStaleMembers {
                let isObserved = member.readers.hasReaders
                guard !isObserved || member.hasChanged(in: state) else { continue }
                if isObserved { changed.append(member) }
                members[key] = nil
            }
            staleMembers.removeAll { earlier in
                guard earlier.readers.hasReaders else { return true }
                if earlier.hasChanged(in: state) {
                    changed.append(earlier)
                    return true
                }
                guard members[earlier.member] == nil else { return false }
                members[earlier.member] = earlier
                return true
            }
        }
        for member in changed where member.turn == turn { changedThisTurn.append(member) }
        // Readers can read and fire during this loop.
        for member in changed { member.readers.invalidate() }
    }
}
