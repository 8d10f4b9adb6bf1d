/// Who is told what: decides which values are offered to whom when the state has changed.
///
/// Members of equal key paths form a group, which looks at the state once for all of them. It decides only: the pumps
/// it returns are run by the core after it has left its executor.
struct SubscriptionTable {
    private var round = TellingRound()
    private(set) var memberCount = 0
    private(set) var groups: [SelectionGroup] = []
    private var everyGroups: [SelectionGroup] = []
    private(set) var groupOfKey: [SelectionKey: SelectionGroup] = [:]
    private(set) var membersOf: [ObjectIdentifier: [Member]] = [:]
    /// The ways to the subscribers. One that is being told keeps its own a while after its last member has gone.
    private(set) var outlets: [ObjectIdentifier: Outlet] = [:]
    /// Those that were finished while something was not told yet. Whoever tells them keeps them, not the table.
    private var leaving: [Leaving] = []
    /// The next size at which members whose subscribers are gone are looked for, and what nobody needs of the rest.
    private var sweepAt = 64

    private struct Leaving {
        weak var member: Member?
    }

    /// Whether somebody wants to be told of each event.
    var hasEvery: Bool { !everyGroups.isEmpty }

    /// Every member, group by group.
    var members: [Member] { (groups + everyGroups).flatMap(\.allMembers) }

    /// How many members are kept in mind because they were not told everything when they were finished.
    var leavingCount: Int { leaving.count }

    private var size: Int { max(memberCount, max(outlets.count, leaving.count)) }

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
        if size >= sweepAt { sweep() }
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
        if member.isOwed { leaving.append(Leaving(member: member)) }
        detach(member)
    }

    /// Announces to `countdown` what was offered and is not told yet, also to those that were finished since.
    mutating func announce(to countdown: Countdown) {
        // All are asked anyway.
        sweep()
        for member in members { member.announce(to: countdown) }
        for gone in leaving { gone.member?.announce(to: countdown) }
    }

    private mutating func forgetTheTold() {
        leaving.removeAll { $0.member?.isOwed != true }
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

    /// Lets go of members whose subscribers are gone, of outlets that nobody needs, and of those that were told the rest.
    /// Costs O(members): done whenever the table has doubled, which is O(1) an addition, and where all are asked anyway.
    private mutating func sweep() {
        for member in members where !member.isAlive { detach(member) }
        outlets = outlets.filter { membersOf[$0.key] != nil || !$0.value.isIdle }
        forgetTheTold()
        sweepAt = max(64, size * 2)
    }
}
