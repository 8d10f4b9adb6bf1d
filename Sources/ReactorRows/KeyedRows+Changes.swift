import ReactorState

extension KeyedRows {
    /// The changes since an older revision.
    public enum Changes: Equatable, Sendable {
        /// The revision is not in the log: it is too old, or belongs to another value. Look at every row.
        case rescan
        /// Exactly this may have changed.
        case difference(Difference)
    }

    /// The rows that changed between two revisions, by their final state.
    public struct Difference: Equatable, Sendable {
        /// Absent before, present now.
        public var inserted: Set<ID> = []
        /// Present before and now, and changed, replaced, or removed and inserted again in between.
        public var updated: Set<ID> = []
        /// Present before, absent now.
        public var removed: Set<ID> = []
        /// Whether ``KeyedRows/ids`` may read differently.
        public var orderChanged = false

        /// No difference.
        @inlinable
        package init() {}

        /// Every id above.
        public var ids: Set<ID> { inserted.union(updated).union(removed) }

        /// Whether nothing changed.
        public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && removed.isEmpty && !orderChanged }
    }

    /// The changes since the collection had this revision.
    ///
    /// It may contain rows that are equal to their earlier value; it never misses a row that differs. One call is
    /// one change with one revision, however many rows it touches. The ids of at least the last 1,024 changed rows
    /// are stored, and at most one id for four rows; after a call that touches more, readers rescan. A revision of
    /// another value, or of a copy that changed independently, is never mistaken for a revision of this value.
    /// O(changes since).
    ///
    /// ```swift
    /// switch quotes.changes(since: known) {
    /// case .rescan: drawEverything()
    /// case .difference(let difference): difference.updated.forEach(draw)
    /// }
    /// known = quotes.revision
    /// ```
    @inlinable
    public func changes(since revision: Revision) -> Changes {
        guard let start = log.start(after: revision) else { return .rescan }
        var difference = Difference()
        if let only = log.onlyChange(from: start) {
            difference.orderChanged = only.reorders
            let ids = log.ids(from: start)
            switch only {
            case .inserted: difference.inserted = ids
            case .updated: difference.updated = ids
            case .removed: difference.removed = ids
            case .moved: break
            }
            return .difference(difference)
        }
        var wasThere: [ID: Bool] = [:]
        for index in start..<log.entries.count {
            switch log.entries[index].change {
            case .inserted(let id): wasThere[id] = wasThere[id] ?? false
            case .updated(let id), .removed(let id): wasThere[id] = wasThere[id] ?? true
            case .moved: break
            }
            difference.orderChanged = difference.orderChanged || log.entries[index].change.reorders
        }
        for (id, wasThere) in wasThere {
            switch (wasThere, contains(id: id)) {
            case (false, true): difference.inserted.insert(id)
            case (true, true): difference.updated.insert(id)
            case (true, false): difference.removed.insert(id)
            case (false, false): break
            }
        }
        return .difference(difference)
    }

    /// Hands out what is kept for the id of every change since a revision, oldest first, as often as it changed. Allocates
    /// nothing.
    ///
    /// - Returns: False, having handed out nothing, when the revision is not in the log: look at every row.
    @inlinable
    package func forEachIndex(
        in indices: [ID: Int], changedSince revision: Revision, _ body: (Int) throws -> Void
    ) rethrows -> Bool {
        try forEachChange(since: revision) { id in
            if let index = indices[id] { try body(index) }
        }
    }

    /// Hands out the id of every change since a revision, oldest first, an id as often as it changed. Allocates
    /// nothing.
    ///
    /// - Returns: False, having handed out nothing, when the revision is not in the log: look at every row.
    @inlinable
    package func forEachChange(since revision: Revision, _ body: (ID) throws -> Void) rethrows -> Bool {
        guard let start = log.start(after: revision) else { return false }
        for index in start..<log.entries.count {
            if let id = log.entries[index].change.id { try body(id) }
        }
        return true
    }

    /// A change of the log, with the revision after it.
    package struct LoggedChange {
        package let revision: Revision
        /// Nil if rows were moved.
        package let id: ID?
        /// Whether the ids may read differently after it.
        package let reorders: Bool
    }

    /// The changes since the newest revision of which something is known, and that revision: all changes of the log, and the
    /// revision before them, if nothing is known of any. O(changes).
    package func log(
        sinceNewest isKnown: (Revision) -> Bool
    ) -> (since: Revision, isKnown: Bool, changes: [LoggedChange]) {
        var start = log.entries.count
        while start > 0, !isKnown(log.entries[start - 1].revision) { start -= 1 }
        let changes = (start..<log.entries.count).map { index in
            let entry = log.entries[index]
            return LoggedChange(revision: entry.revision, id: entry.change.id, reorders: entry.change.reorders)
        }
        return start > 0 ? (log.entries[start - 1].revision, true, changes) : (log.base, isKnown(log.base), changes)
    }
}

extension KeyedRows {
    /// Takes a new revision for one change and enters it in the log.
    @inlinable
    mutating func note(_ change: ChangeLog<ID>.Change) {
        changed = Revision()
        if change.reorders { reordered = changed }
        log.record(change, revision: changed, rows: count)
    }

    /// Takes one revision for many changes. More changes than the log keeps reset the log.
    @inlinable
    mutating func note(_ changes: some Collection<ChangeLog<ID>.Change>, reorders: Bool) {
        changed = Revision()
        if reorders { reordered = changed }
        if changes.count < ChangeLog<ID>.limit(rows: count) {
            log.record(changes, revision: changed, rows: count)
        } else {
            log = ChangeLog(base: changed)
        }
    }

    /// Notes that a row was replaced with an equal row.
    @inlinable
    mutating func noteEqual() { storedEqual = Revision() }

    /// Takes a new revision for rows of which none is as it was, and clears the log.
    @inlinable
    mutating func noteEverything() {
        changed = Revision()
        reordered = changed
        log = ChangeLog(base: changed)
    }
}
