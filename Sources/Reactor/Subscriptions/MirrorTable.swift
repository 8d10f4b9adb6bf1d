/// The occasion on which a core notifies an observable wrapper.
enum MirrorOccasion {
    /// A call on the main actor, which has changed the state and has not returned yet. Views may be being evaluated.
    case sameCall
    /// A pass, in a separate turn of the main actor, after a change.
    case laterTurn
    /// A pass after a wrapper was notified in a call. The state may not have changed since then.
    case secondLook
}

/// An observable wrapper, as the table of a core that is pinned to the main actor contains it.
final class MirrorEntry: @unchecked Sendable {
    // Sendable: `update` never changes. `group` and `index` are used only on the main actor, the core's executor.

    /// Invalidates the readers whose values have changed.
    ///
    /// - Returns: Whether a second look is required in a separate turn.
    let update: @MainActor @Sendable (MirrorOccasion) -> Bool
    /// nil outside of the table. The table retains a group while it contains mirrors.
    unowned var group: MirrorGroup?
    var index = 0

    init(_ update: @escaping @MainActor @Sendable (MirrorOccasion) -> Bool) { self.update = update }
}

/// The wrappers of one child state. It reads nothing: the wrappers compare the values that their readers have read.
final class MirrorGroup: SelectionGroup {
    private var mirrors: [MirrorEntry] = []
    private var version: UInt64 = 0

    init(key: SelectionKey) { super.init(isEvery: false, key: key) }

    override var isEmpty: Bool { mirrors.isEmpty }

    func add(_ mirror: MirrorEntry) {
        mirror.group = self
        mirror.index = mirrors.count
        mirrors.append(mirror)
    }

    func remove(_ mirror: MirrorEntry) {
        mirrors.swapAt(mirror.index, mirrors.count - 1)
        mirrors[mirror.index].index = mirror.index
        mirrors.removeLast()
        mirror.group = nil
    }

    override func refresh(_ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        guard version != self.version else { return }
        self.version = version
        round.mirrors += mirrors
    }
}

/// The observable wrappers of a core that is pinned to the main actor. The core notifies them itself, in the call that
/// changes the state.
///
/// They are grouped like subscriptions, so an event that changes no row costs the same for any number of wrappers of
/// rows.
struct MirrorTable {
    private var list = GroupList()
    private var round = DeliveryRound()
    /// The version of the state at the last call of ``take(state:version:)``.
    private var version: UInt64 = 0
    /// The mirrors that require a second look.
    private var again: [MirrorEntry] = []

    var isEmpty: Bool { list.groups.isEmpty }

    /// Whether there is nothing to notify.
    func isCurrent(_ version: UInt64) -> Bool { self.version == version && round.mirrors.isEmpty }

    /// Adds a mirror. It shows the current state.
    mutating func attach(
        _ mirror: MirrorEntry, at key: SelectionKey, behind gate: SharedGate?, state: borrowing WholeState,
        version: UInt64
    ) {
        if isEmpty { self.version = version }
        let group = list.group(key, behind: gate, state, version, &round) { MirrorGroup(key: key) }
        // Only this table adds groups to the list, and its innermost groups are of this type.
        unsafeDowncast(group, to: MirrorGroup.self).add(mirror)
    }

    mutating func remove(_ mirror: MirrorEntry) {
        guard let group = mirror.group else { return }
        group.remove(mirror)
        list.removeIfEmpty(group)
    }

    /// Removes and returns the mirrors whose state may have changed since the last call.
    mutating func take(state: borrowing WholeState, version: UInt64) -> [MirrorEntry] {
        if version != self.version {
            self.version = version
            list.refresh(state, version: version, round: &round)
        }
        defer { round.mirrors = [] }
        return round.mirrors
    }

    mutating func lookAgain(at mirror: MirrorEntry) { again.append(mirror) }

    /// Removes and returns the mirrors that require a second look.
    mutating func takeAgain() -> [MirrorEntry] {
        if again.isEmpty { return again }
        defer { again = [] }
        return again
    }
}
