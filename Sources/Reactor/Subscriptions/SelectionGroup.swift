/// What came of looking at the state.
struct TellingRound {
    /// Pumps to be run, in the order of their subscriptions.
    var pumps: [any Pump] = []
    /// Members whose subscribers are gone.
    var gone: [Member] = []
}

/// The members that share a selection. Touched on the core's executor alone.
class SelectionGroup {
    /// Whether its members are told of each event.
    let isEvery: Bool
    private(set) var members: [Member] = []
    /// Its place in the table.
    var index = 0
    /// The key it is found by.
    var key: SelectionKey?
    /// The group that decides when this one looks at the state, if not the table.
    weak var owner: SelectionGroup?

    init(isEvery: Bool) { self.isEvery = isEvery }

    /// Its members, and those of the groups it owns.
    var allMembers: [Member] { members }

    var isEmpty: Bool { members.isEmpty }

    /// Lets a group that it owns go.
    func remove(_ group: SelectionGroup) {}

    /// Looks at the state, and offers the value to all members if it is another.
    ///
    /// - Parameter version: a number that changes with the state.
    func refresh(_ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {}

    /// Takes a member in, and offers it the value of now if it wants that.
    func attach(_ member: Member, _ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {
        member.group = self
        member.index = members.count
        members.append(member)
    }

    func detach(_ member: Member) {
        members.swapAt(member.index, members.count - 1)
        members[member.index].index = member.index
        members.removeLast()
        member.group = nil
    }
}
