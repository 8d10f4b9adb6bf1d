/// Decides when the answer to a read may be shown that was asked for between the app's own changes.
///
/// A server that gives no versions does not say whether it answered a read before or after it treated a change. So an answer is
/// shown only if no change that matters was under way while it was read: none is pending when it comes, and none has ended
/// since the read was asked. So nothing is asked while a change is pending, and an answer that one has crossed is dropped, and
/// asked for again.
///
/// A value that knows no state, no task and no time. What it is given comes in the order in which the core accepts it.
///
/// - Complexity: O(reads under way) for each change that begins or ends, nothing while there are none.
struct ReadTable {
    /// A change of the app's own: a prediction, or a save without one.
    struct Change {
        /// The entities that it is about. A change that names none crosses the reads that name none.
        var entities: [LedgerEntity]
        /// The launch of the command that made it, if any.
        var launch: UInt64?
    }

    /// The decision at the beginning of a read, and about an answer.
    enum Decision: Equatable {
        /// The answer is shown. The read is over, unless it is to be seen whether anybody sees it.
        case show
        /// The answer is shown, being the first, and the read is asked again when nothing is pending.
        case showAndWait
        /// The answer, if there is one, is dropped, and the read is asked: now, or when nothing is pending.
        case ask
        case wait
        /// The command that reads waits for a change of its own, which would be for ever.
        case own
    }

    private struct Read {
        var entities: Set<LedgerEntity>
        /// What the changes were about that ended since it was asked; kept for a read whose answer says more of what it is about.
        var ended: Set<LedgerEntity>?
        /// What the changes were about that were pending when it began; kept for the same reason, and while it is the first.
        var older: Set<LedgerEntity> = []
        let launch: UInt64?
        /// Whether nothing of it is shown yet: nothing was when it began, and no change has ended since, with whose answer
        /// something would be.
        var isFirst: Bool
        /// How many changes that matter are pending, and how many of them are the reading command's.
        var pending = 0
        var own = 0
        /// Whether one has ended since the read was asked.
        var isCrossed = false
        /// Whether what is pending is not waited for any more.
        var isOverLimit = false
        var waits = false

        func isCrossed(by change: Change) -> Bool {
            entities.isEmpty || change.entities.contains { entities.contains($0) }
        }

        func isOwn(_ change: Change) -> Bool { launch != nil && change.launch == launch }

        /// Counts what is pending anew.
        mutating func recount(_ changes: [Change]) {
            pending = 0
            own = 0
            for change in changes { count(change) }
        }

        mutating func count(_ change: Change) {
            guard isCrossed(by: change) else { return }
            pending += 1
            if isOwn(change) { own += 1 }
        }
    }

    private var reads: [UInt64: Read] = [:]

    /// Whether nothing is being read.
    var isEmpty: Bool { reads.isEmpty }

    /// A read is to be asked.
    ///
    /// - Parameters:
    ///   - entities: what it is about; none is everything.
    ///   - learns: whether its answer says more of what it is about.
    ///   - isFirst: whether nothing of it is shown yet.
    ///   - pending: the changes that are pending now.
    mutating func begin(
        _ id: UInt64, about entities: [LedgerEntity], learns: Bool = false, launch: UInt64?, isFirst: Bool,
        pending: [Change]
    ) -> Decision {
        var read = Read(entities: Set(entities), ended: learns ? [] : nil, launch: launch, isFirst: isFirst)
        if learns, isFirst { read.older = Set(pending.flatMap(\.entities)) }
        read.recount(pending)
        guard read.own == 0 else { return .own }
        read.waits = read.pending > 0
        reads[id] = read
        return read.waits ? .wait : .ask
    }

    /// A change has begun.
    mutating func changeBegan(_ change: Change) {
        for id in reads.keys { reads[id]?.count(change) }
    }

    /// A change has ended, however it did: what the server made of it is known to no answer that was asked before.
    ///
    /// - Returns: the reads that waited for it, and are asked again now, in the order in which they began.
    mutating func changeEnded(_ change: Change) -> [UInt64] {
        var asked: [UInt64] = []
        for (id, read) in reads {
            if read.ended != nil { reads[id]?.ended?.formUnion(change.entities) }
            guard read.isCrossed(by: change) else { continue }
            reads[id]?.pending -= 1
            if read.isOwn(change) { reads[id]?.own -= 1 }
            reads[id]?.isCrossed = true
            reads[id]?.isFirst = false
            if read.waits && read.pending == 1 { asked.append(id) }
        }
        for id in asked { ask(id) }
        return asked.sorted()
    }

    /// An answer says of what more it is: a list, of the rows in it. To be called before ``answered(_:)``.
    ///
    /// - Parameter pending: the changes that are pending now.
    mutating func learned(_ id: UInt64, about entities: [LedgerEntity], pending: [Change]) {
        guard var read = reads[id], let ended = read.ended, !read.entities.isEmpty,
            !read.entities.isSuperset(of: entities)
        else { return }
        read.entities.formUnion(entities)
        if !ended.isDisjoint(with: entities) {
            read.isCrossed = true
            read.isFirst = false
        }
        // The answer may have it, or not: it does not go on top, as what has begun since does.
        if !read.older.isDisjoint(with: entities) { read.isFirst = false }
        read.recount(pending)
        reads[id] = read
    }

    /// The answer to a read is back.
    mutating func answered(_ id: UInt64) -> Decision {
        guard let read = reads[id] else { return .ask }
        if read.own > 0 {
            reads[id] = nil
            return .own
        }
        let isFree = read.pending == 0 || read.isOverLimit
        if !read.isCrossed && isFree { return .show }
        guard !isFree else {
            ask(id)
            return .ask
        }
        // The first is not held up by what has begun since: nothing was shown that it could have changed, so what is pending is
        // right on top of any answer.
        reads[id]?.waits = true
        reads[id]?.isFirst = false
        return read.isFirst ? .showAndWait : .wait
    }

    /// What is pending is not waited for any more: the next answer that no change has crossed by its end is shown below it.
    ///
    /// - Returns: whether the read waited, and is asked again now.
    mutating func limitPassed(_ id: UInt64) -> Bool {
        guard let read = reads[id] else { return false }
        reads[id]?.isOverLimit = true
        if read.waits { ask(id) }
        return read.waits
    }

    /// A read was given up, or failed.
    mutating func end(_ id: UInt64) { reads[id] = nil }

    /// Whether a pending change is one that a read waits for.
    func waits(_ id: UInt64, for change: Change) -> Bool { reads[id]?.isCrossed(by: change) ?? false }

    private mutating func ask(_ id: UInt64) {
        reads[id]?.waits = false
        reads[id]?.isCrossed = false
        if reads[id]?.ended != nil { reads[id]?.ended = [] }
    }
}
