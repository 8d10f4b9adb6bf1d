/// Decides when the response to a read may be shown that was requested between local changes.
///
/// A server without versions does not say whether it responded before or after it handled a change. So a response is shown only if
/// no change that matters was in flight during the read: none is pending when the response arrives, and none has ended since the
/// request. While such a change is pending, nothing is requested, and a response that overlaps with one is dropped.
///
/// It has no access to a state, a task or the time. The core passes everything in the order of acceptance.
///
/// - Complexity: O(reads in progress) for each change that begins or ends, nothing while there are none.
struct ServerReadTable {
    /// A local change: a prediction, or a change that is saved without one.
    struct Change {
        /// The entities that it is about. A change without entities overlaps with the reads without entities.
        var entities: [LedgerEntity]
        /// The launch of the command that made it, if any.
        var launch: UInt64?
    }

    private var reads: [UInt64: ServerRead] = [:]

    var isEmpty: Bool { reads.isEmpty }

    /// The reads in progress, in the order in which they began.
    var all: [ServerRead] { reads.values.sorted { $0.id < $1.id } }

    func contains(_ read: ServerRead) -> Bool { reads[read.id] != nil }

    /// A read begins.
    ///
    /// - Parameter pending: the changes that are pending now.
    mutating func begin(_ read: ServerRead, pending: [Change]) -> ServerRead.Decision {
        if read.learns, read.isFirst { read.older = Set(pending.flatMap(\.entities)) }
        read.recount(pending)
        guard read.own == 0 else { return .own }
        reads[read.id] = read
        guard read.pending > 0 else { return .ask }
        read.phase = .waits
        return .wait
    }

    /// A change has begun.
    func changeBegan(_ change: Change) {
        for read in reads.values { read.count(change) }
    }

    /// A change has ended, however it did. No response that was requested before contains what the server made of it.
    ///
    /// - Returns: the reads that waited for it, and request again now, in the order in which they began.
    func changeEnded(_ change: Change) -> [ServerRead] {
        var asked: [ServerRead] = []
        for read in reads.values {
            let isCrossed = read.isCrossed(by: change)
            if case .asked(let wasCrossed, let ended) = read.phase {
                read.phase = .asked(
                    isCrossed: wasCrossed || isCrossed, ended: read.learns ? ended.union(change.entities) : [])
            }
            guard isCrossed else { continue }
            read.pending -= 1
            if read.isOwn(change) { read.own -= 1 }
            read.isFirst = false
            if read.waits && read.pending == 0 { asked.append(read) }
        }
        for read in asked { ask(read) }
        return asked.sorted { $0.id < $1.id }
    }

    /// A response contains more entities: that of a list, its rows. To be called before ``answered(_:)``.
    ///
    /// - Parameter pending: the changes that are pending now.
    func learned(_ read: ServerRead, about entities: [LedgerEntity], pending: [Change]) {
        guard contains(read), case .asked(let isCrossed, let ended) = read.phase, !read.about.isEmpty,
            !read.about.isSuperset(of: entities)
        else { return }
        read.about.formUnion(entities)
        let endedMeanwhile = !ended.isDisjoint(with: entities)
        read.phase = .asked(isCrossed: isCrossed || endedMeanwhile, ended: ended)
        // The response may contain an older change, or not: it does not go on top, as a change does that has begun since.
        if endedMeanwhile || !read.older.isDisjoint(with: entities) { read.isFirst = false }
        read.recount(pending)
    }

    /// The response to a read has arrived.
    mutating func answered(_ read: ServerRead) -> ServerRead.Decision {
        guard contains(read), case .asked(let isCrossed, _) = read.phase else { return .ask }
        guard read.own == 0 else { return .own }
        guard read.pending == 0 || read.isOverLimit else {
            // A change that has begun since does not hold up the first response: nothing was shown that it could have changed, so
            // it is right on top of any response.
            defer { read.isFirst = false }
            read.phase = .waits
            return read.isFirst && !isCrossed ? .showAndWait : .wait
        }
        guard isCrossed else { return .show }
        ask(read)
        return .ask
    }

    /// The read waits no longer: its next response that does not overlap with the end of a change is shown below what is pending.
    ///
    /// - Returns: whether the read waited, and requests again now.
    func limitPassed(_ read: ServerRead) -> Bool {
        guard contains(read) else { return false }
        read.isOverLimit = true
        guard read.waits else { return false }
        ask(read)
        return true
    }

    /// A read has ended.
    mutating func end(_ read: ServerRead) { reads[read.id] = nil }

    private func ask(_ read: ServerRead) { read.phase = .asked(isCrossed: false, ended: []) }
}
