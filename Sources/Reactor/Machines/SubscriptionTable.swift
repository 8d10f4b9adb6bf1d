/// Who is told what: decides which values are offered to whom when the state has changed.
///
/// Members of equal key paths form a group, which looks at the state once for all of them. It decides only: the pumps
/// it returns are run by the core after it has left its executor.
struct SubscriptionTable {
    private var round = TellingRound()
    private(set) var memberCount = 0
    private var groups: [SelectionGroup] = []
    private var everyGroups: [SelectionGroup] = []
    private var groupOfKey: [SelectionKey: SelectionGroup] = [:]
    private var membersOf: [ObjectIdentifier: [Member]] = [:]
    /// The ways to the subscribers. One that is being told keeps its own a while after its last member has gone.
    private(set) var outlets: [ObjectIdentifier: Outlet] = [:]
    private var leaving: [Leaving] = []
    /// The next size at which those that are done are let go.
    private var pruneAt = 16
    /// The next size at which members whose subscribers are gone are looked for, and outlets that nobody needs.
    private var sweepAt = 64

    /// A member that was let go and still tells what was offered before. Whoever tells it keeps it.
    private struct Leaving {
        weak var member: Member?
    }

    /// Whether somebody wants to be told of each event.
    var hasEvery: Bool { !everyGroups.isEmpty }

    /// Every member, group by group.
    var members: [Member] { (groups + everyGroups).flatMap(\.allMembers) }

    /// Every member that may still be telling: those let go and not done, too.
    mutating func tellingMembers() -> [Member] {
        leaving.removeAll { $0.member?.isTelling != true }
        return leaving.compactMap(\.member) + members
    }

    /// Takes a member in. One subscriber with an equal selection is one member however often it comes.
    mutating func attach(_ member: Member, state: UnsafeRawPointer, version: UInt64) {
        if let subscriber = member.subscriber {
            guard !isKnown(member, subscriber) else { return }
            membersOf[subscriber, default: []].append(member)
            let outlet = outlets[subscriber] ?? Outlet()
            outlets[subscriber] = outlet
            member.outlet = outlet
        }
        let group = group(for: member)
        group.attach(member, state, version: version, round: &round)
        memberCount += 1
        if max(memberCount, outlets.count) >= sweepAt { sweep() }
    }

    /// Lets a member go; does nothing when it is gone.
    mutating func detach(_ member: Member) {
        guard let group = member.group else { return forget(member) }
        group.detach(member)
        memberCount -= 1
        removeIfEmpty(group)
        forget(member)
    }

    /// Lets every member of a subscriber go; what was fired before is still told, by its delivery.
    mutating func remove(_ subscriber: ObjectIdentifier, state: UnsafeRawPointer, version: UInt64) {
        for member in membersOf[subscriber] ?? [] {
            let group = member.group?.owner ?? member.group
            group?.refresh(state, version: version, round: &round)
            finish(member)
        }
    }

    /// Offers what changed to those who want the newest.
    mutating func refresh(state: UnsafeRawPointer, version: UInt64) {
        for group in groups { group.refresh(state, version: version, round: &round) }
    }

    /// Offers what is now to those who want to be told of each event.
    mutating func refreshEvery(state: UnsafeRawPointer, version: UInt64) {
        for group in everyGroups { group.refresh(state, version: version, round: &round) }
    }

    /// Ends every subscription; what was offered is still told.
    mutating func finish() {
        for member in members { finish(member) }
    }

    private mutating func finish(_ member: Member) {
        member.finish()
        detach(member)
        guard member.isTelling else { return }
        if leaving.count >= pruneAt {
            leaving.removeAll { $0.member?.isTelling != true }
            pruneAt = max(16, leaving.count * 2)
        }
        leaving.append(Leaving(member: member))
    }

    /// The pumps that are to be run for what was offered since this was last asked.
    mutating func takePumps() -> [any Pump] {
        for member in round.gone { detach(member) }
        defer { round = TellingRound() }
        return round.pumps
    }

    private func isKnown(_ member: Member, _ subscriber: ObjectIdentifier) -> Bool {
        (membersOf[subscriber] ?? []).contains { other in
            // A subscriber that is gone may have left its address to this one.
            other.isAlive && type(of: other) == type(of: member) && other.selection.keyPath == member.selection.keyPath
        }
    }

    private mutating func group(for member: Member) -> SelectionGroup {
        if let key = member.selection.key, let group = groupOfKey[key] { return group }
        let group = member.selection.makeGroup()
        if let key = group.key { groupOfKey[key] = group }
        if group.isEvery {
            group.index = everyGroups.count
            everyGroups.append(group)
        } else {
            group.index = groups.count
            groups.append(group)
        }
        return group
    }

    private mutating func removeIfEmpty(_ group: SelectionGroup) {
        guard group.isEmpty else { return }
        guard let owner = group.owner else { return remove(group) }
        owner.remove(group)
        removeIfEmpty(owner)
    }

    private mutating func remove(_ group: SelectionGroup) {
        if let key = group.key { groupOfKey[key] = nil }
        if group.isEvery {
            SubscriptionTable.remove(group, from: &everyGroups)
        } else {
            SubscriptionTable.remove(group, from: &groups)
        }
    }

    private static func remove(_ group: SelectionGroup, from groups: inout [SelectionGroup]) {
        groups.swapAt(group.index, groups.count - 1)
        groups[group.index].index = group.index
        groups.removeLast()
    }

    private mutating func forget(_ member: Member) {
        guard let subscriber = member.subscriber, var members = membersOf[subscriber] else { return }
        members.removeAll { $0 === member }
        membersOf[subscriber] = members.isEmpty ? nil : members
        if members.isEmpty, let outlet = outlets[subscriber], outlet.isIdle { outlets[subscriber] = nil }
    }

    /// Lets go of members whose subscribers are gone, and of outlets that nobody needs. Done whenever the table has doubled, so it costs O(1) an addition.
    private mutating func sweep() {
        for member in members where !member.isAlive { detach(member) }
        outlets = outlets.filter { membersOf[$0.key] != nil || !$0.value.isIdle }
        sweepAt = max(64, max(memberCount, outlets.count) * 2)
    }
}
