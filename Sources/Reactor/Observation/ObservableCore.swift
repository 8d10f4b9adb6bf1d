import Observation

/// Reads like the state of a core, and notifies the views that observe it of changes.
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
/// `app.entries` tracks the member `entries`; `app[\.entries.first]` tracks exactly that; `app[\.self]` tracks
/// everything. A reader is invalidated when a value it has read has changed. An equal value invalidates no reader; a value
/// that is not Equatable counts as another after every event. A member with the name of one of the mirror's own is read as
/// `app[\.core]`.
///
/// **What it shows.** Over a core that is pinned to the main actor (``Runtime/main``), the state itself: a read applies
/// what waits, so it is exact in the same turn as a `fire`. Over another core, the state that was delivered last;
/// ``settled()`` makes it exact. After the core was closed it shows the last state.
///
/// **Cost.** For each property that a view observes: its key path and a copy of its value, which is compared whenever the core
/// notifies. Over a core that is not pinned, also a copy of the whole state. A value that shares its storage with such a copy is
/// copied when it changes next: read small values, or the revision of a large value (``Tracked``), and keep large collections
/// as ``KeyedRows``. Key paths that no view observes any longer are discarded; no view is invalidated for that.
///
/// A key path through an index is read again after the element was removed, and then ends the program as the index itself
/// would: ask for elements by their ids.
///
/// **Parts.** A mirror of a core for a part (``Core/scope(to:)``) tracks the properties of the part. While the part is
/// absent it shows the default that was given for it, and a part that comes back is shown again.
///
/// It holds the core; the core does not hold it.
@MainActor
@dynamicMemberLookup
public final class ObservableCore<StateType: State>: Observable {
    /// The core whose state it shows.
    public let core: Core<StateType>

    private let isPinned: Bool
    /// The update that was delivered last, where the state lies elsewhere.
    private var received: MirrorUpdate<StateType>
    private var subscription: Subscription?

    /// The members that were read since they last changed.
    private(set) var members: [AnyKeyPath: ObservedMember<StateType>] = [:]
    /// The members that were read at an older value than the one of the same key path in `members`.
    private(set) var staleMembers: [ObservedMember<StateType>] = []
    /// Members that were read in this turn and have changed since. Views that listened were invalidated; a view that is still
    /// reading, and listens afterwards, is invalidated when the turn is over.
    private(set) var changedThisTurn: [ObservedMember<StateType>] = []
    /// Counts the updates: a view that read in an earlier turn has finished reading.
    private var turn: UInt64 = 0
    /// The number of members at which members without readers are discarded.
    private var sweepAt = ObservableCore.leastSweep

    /// The number of members below which none is discarded.
    private static var leastSweep: Int { 1_024 }

    /// Assignments under way, in the order they were made.
    var pending: [PendingAssignment<StateType>] = []
    var assignmentCount: UInt64 = 0
    /// The number of the last assignment that was applied or refused, as the core knows it.
    let lastResolvedAssignment = Guarded<UInt64>(0)

    /// A mirror of a core, which shows its state at once.
    ///
    /// - Complexity: over a core that is not pinned to the main actor, a copy of the state, for which it waits until the
    ///   core has applied the events that it is busy with.
    public init(_ core: Core<StateType>) {
        self.core = core
        isPinned = core.isPinnedToMain
        received = isPinned ? MirrorUpdate(lastResolvedAssignment: 0) : core.firstUpdate()
        subscription = core.subscribe(resolved: lastResolvedAssignment) { [weak self] update in
            self?.take(update)
        }
    }

    /// Returns when everything fired so far is applied, and shown here.
    public func settled() async {
        await core.settled()
        beginTurn()
        lookAgain()
    }

    // MARK: Reading

    /// A member, tracked. It counts as another after every event.
    public subscript<Value>(dynamicMember member: KeyPath<StateType, Value>) -> Value {
        read(member, isEqual: nil)
    }

    /// A property, tracked: readers are invalidated when it has changed.
    public subscript<Value: Equatable>(dynamicMember member: KeyPath<StateType, Value>) -> Value {
        read(member, isEqual: isUnchanged)
    }

    /// The value of a key path, tracked as a whole. It counts as changed after every event.
    public subscript<Value>(member: KeyPath<StateType, Value>) -> Value {
        read(member, isEqual: nil)
    }

    /// The value of a key path, tracked as a whole: readers are invalidated when it has changed.
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
            // Earlier readers saw a different value. Whether they are to be notified is decided when the core notifies,
            // and not here, where perhaps a view is being made.
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

    /// Takes the readers of a member at this value, while the member was read at others since: a value that appears and
    /// disappears several times within one turn must not leave a reader each time. Checks the last few alone, so
    /// that a count that is read at each step does not check every earlier one.
    private func takeStaleMember<Value>(
        _ member: KeyPath<StateType, Value>, agreeingWith value: Value
    ) -> ObservedMember<StateType>? {
        staleMembers.suffix(8).lastIndex { earlier in
            earlier.member == member && (earlier as? ObservedValue<StateType, Value>)?.agrees(with: value) == true
        }.map { staleMembers.remove(at: $0) }
    }

    /// Lends the state as it is shown: the core's, with the assignments that are under way.
    func withShown<Result>(_ body: (StateType) -> Result) -> Result {
        guard !isPinned, let state = received.state else { return core.readOnMain { withPending($0, body) } }
        return withPending(state.value, body)
    }

    private func withPending<Result>(_ state: StateType, _ body: (StateType) -> Result) -> Result {
        if pending.isEmpty { return body(state) }
        var shown = state
        for assignment in pending { assignment.apply(&shown) }
        return body(shown)
    }

    /// Whether the part that is shown is still present; nil where it cannot become absent.
    var shownPart: Part.Watch? { isPinned ? core.partOnMain() : received.part }

    // MARK: Being notified

    private func take(_ update: MirrorUpdate<StateType>) {
        received = update
        beginTurn()
        lookAgain()
    }

    /// Every view that has read something has finished reading, and listens.
    private func beginTurn() {
        turn &+= 1
        staleMembers += changedThisTurn
        changedThisTurn = []
    }

    /// Looks again in a separate turn.
    func lookAgainLater() {
        beginTurn()
        lookAgain()
    }

    /// Catches up after a fire from here: over a pinned core the event is applied already.
    func lookAgainIfPinned() {
        // Inside an event there is nothing to see yet, and the drain notifies.
        guard isPinned, core.engine.phase != .reacting else { return }
        core.engine.catchUp()
        lookAgain()
    }

    /// Shows what the core has decided meanwhile, and notifies the views that read something else.
    func lookAgain() {
        let resolved = isPinned ? lastResolvedAssignment.withLock { $0 } : received.lastResolvedAssignment
        // In order: what goes when an earlier one still stands would lay that one bare.
        pending.removeFirst(
            pending.prefix { $0.event.id.number <= resolved || $0.isRefusedOnItsWay }.count)
        notifyReaders()
    }

    /// Notifies the readers whose value has changed.
    ///
    /// They will read again, so a property is discarded when it has changed. A property that was read in this turn
    /// is checked a second time in the next turn: its reader may still be reading, and begin to listen only
    /// afterwards.
    ///
    /// - Complexity: O(properties that were read and have not changed since), whatever else was read in the turn.
    func notifyReaders() {
        guard !members.isEmpty || !staleMembers.isEmpty else { return }
        var changed: [ObservedMember<StateType>] = []
        withShown { state in
            for (key, member) in members {
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
        // They may read and fire in the middle of it.
        for member in changed { member.readers.invalidate() }
    }
}
