/// What a group asks of keyed rows: whether they changed, and which.
///
/// A protocol, so that groups are generic over the rows themselves: asking the runtime for the type of rows made of two
/// unknown types, at each use, would cost more than the look.
protocol ChangingRows {
    associatedtype ID: Hashable & Sendable
    associatedtype Changes: FollowedChanges

    var stamp: Stamp { get }

    /// Hands out the id of every change since a stamp; false, having handed out nothing, when it is not in the log.
    func visitChanges(since stamp: Stamp, _ visit: (ID) -> Void) -> Bool

    func changes(since stamp: Stamp) -> Changes
}

/// Changes that can be told as one with those that came after them.
protocol FollowedChanges: Sendable {
    /// Anything may have changed.
    static var anything: Self { get }

    /// What changed from before these to after those that followed.
    mutating func follow(with later: Self)
}

extension KeyedRows: ChangingRows {
    func visitChanges(since stamp: Stamp, _ visit: (ID) -> Void) -> Bool { forEachChange(since: stamp, visit) }
}

extension KeyedRows.Changes: FollowedChanges {
    static var anything: Self { .rescan }

    mutating func follow(with later: Self) {
        if case .difference(var difference) = self, case .difference(let later) = later {
            difference.follow(with: later)
            self = .difference(difference)
        } else {
            self = .rescan
        }
    }
}

extension KeyedRows.Difference {
    /// Makes this the difference from before it to after the one that followed.
    mutating func follow(with later: Self) {
        for id in later.inserted where removed.remove(id) != nil { updated.insert(id) }
        inserted.formUnion(later.inserted.subtracting(updated))
        updated.formUnion(later.updated.subtracting(inserted))
        for id in later.removed where inserted.remove(id) == nil {
            updated.remove(id)
            removed.insert(id)
        }
        orderChanged = orderChanged || later.orderChanged
    }
}
