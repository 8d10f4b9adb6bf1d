/// The rules for showing the response to a read that overlaps local changes.
///
/// The response of a server without versions does not show whether the server handled a change before or after it. So a
/// response is shown only if no relevant change was in flight during the read: none is pending when the response
/// arrives, and none has ended since the request. While a relevant change is pending, nothing is requested, and a
/// response that overlaps one is dropped.
///
/// The table has no access to a state, a task or the time. The core calls it in order with the events.
///
/// - Complexity: O(reads in progress) for each change that begins or ends. Without reads, changes have no cost.
struct ServerReadTable {
    /// A local change: a prediction, or a save without one.
    struct Change {
        /// The entities of the change. A change without entities overlaps only reads without entities.
        var entities: [LedgerEntity]
        /// The launch of the command that made the change, if any.
        var launch: UInt64?
    }

    private var reads: [UInt64: ServerRead] = [:]

    var isEmpty: Bool { reads.isEmpty }

    /// The reads in progress, in the order in which they began.
    var all: [ServerRead] { reads.values.sorted { $0.id < $1.id } }

    func contains(_ read: ServerRead) -> Bool { reads[read.id] != nil }

    /// Begins a read.
    ///
    /// - Parameter pending: The changes that are pending now.
    mutating func begin(_ read: ServerRead, pending: [Change]) -> ServerRead.Decision {
        if read.learns, read.isFirst { read.older = Set(pending.flatMap(\.entities)) }
        read.recount(pending)
        guard read.own == 0 else { return .own }
        reads[read.id] = read
        guard read.pending > 0 else { return .ask }
        read.phase = .waits
        return .wait
    }

    /// Counts a change that has begun.
    func changeBegan(_ change: Change) {
        for read in reads.values { read.count(change) }
    }

    /// Counts a change that has ended, with any result. Responses to earlier requests may not contain its result.
    ///
    /// - Returns: The reads that waited for it and have to send their request now, in the order in which they began.
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

    /// Adds the entities of a response, for example those of the rows in a list. Has to be called before
    /// ``answered(_:)``.
    ///
    /// - Parameter pending: The changes that are pending now.
    func learned(_ read: ServerRead, about entities: [LedgerEntity], pending: [Change]) {
        guard contains(read), case .asked(let isCrossed, let ended) = read.phase, !read.about.isEmpty,
            !read.about.isSuperset(of: entities)
        else { return }
        read.about.formUnion(entities)
        let endedMeanwhile = !ended.isDisjoint(with: entities)
        read.phase = .asked(isCrossed: isCrossed || endedMeanwhile, ended: ended)
        // It is unknown whether the response contains an older change. So this response cannot be shown below it as a
        // first response, which is possible for a change that has begun since.
        if endedMeanwhile || !read.older.isDisjoint(with: entities) { read.isFirst = false }
        read.recount(pending)
    }

    /// Decides about the response to a read.
    mutating func answered(_ read: ServerRead) -> ServerRead.Decision {
        guard contains(read), case .asked(let isCrossed, _) = read.phase else { return .ask }
        guard read.own == 0 else { return .own }
        guard read.pending == 0 || read.isOverLimit else {
            // A change that has begun since does not delay the first response: there was no content that it could have
            // changed, so it is correct on top of any response.
            defer { read.isFirst = false }
            read.phase = .waits
            return read.isFirst && !isCrossed ? .showAndWait : .wait
        }
        guard isCrossed else { return .show }
        ask(read)
        return .ask
    }

    /// Ends the waiting of a read: its next response that does not overlap the end of a change is shown below the
    /// pending changes.
    ///
    /// - Returns: Whether the read waited, and has to send its request now.
    func limitPassed(_ read: ServerRead) -> Bool {
        guard contains(read) else { return false }
        read.isOverLimit = true
        guard read.waits else { return false }
        ask(read)
        return true
    }

    /// Ends a read.
    mutating func end(_ read: ServerRead) { reads[read.id] = nil }

    private func ask(_ read: ServerRead) { read.phase = .asked(isCrossed: false, ended: []) }
}
