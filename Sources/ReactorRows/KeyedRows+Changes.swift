import ReactorState

extension KeyedRows {
    /// The changes since an older revision.
    public enum Changes: Equatable, Sendable {
        /// The revision is not in the log, because it is too old or belongs to another value. Read every row.
        case reload
        /// The rows that may have changed. All other rows have not changed.
        case difference(Difference)
    }

    /// The rows that changed between two revisions, classified by comparing the earlier and the current collection.
    @frozen public struct Difference: Equatable, Sendable {
        /// The ids of rows that exist now, and did not exist before.
        public var inserted: Set<ID> = []
        /// The ids of rows that existed before and exist now, and were changed, replaced, or removed and inserted again
        /// in between.
        public var updated: Set<ID> = []
        /// The ids of rows that existed before, and do not exist now.
        public var removed: Set<ID> = []
        /// Whether the sequence of ``KeyedRows/ids`` may have changed.
        public var orderChanged = false

        /// Creates an empty difference.
        @inlinable
        package init() {}

        /// The ids of all changed rows.
        public var ids: Set<ID> { inserted.union(updated).union(removed) }

        /// Whether nothing has changed.
        public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && removed.isEmpty && !orderChanged }
    }

    /// Returns the changes since the collection had a revision.
    ///
    /// ```swift
    /// switch quotes.changes(since: known) {
    /// case .reload: drawEverything()
    /// case .difference(let difference): difference.updated.forEach(draw)
    /// }
    /// known = quotes.revision
    /// ```
    ///
    /// The result can contain rows that are equal to their earlier value, but it contains every row that differs. A
    /// call that changes many rows is one change with one revision. The log stores the ids of at least the last 1,024
    /// changed rows, or of one for four rows; after a call that changes more rows, the result is `.reload`. A revision
    /// of another value, or of a copy that changed independently, also leads to `.reload`. O(changes since the
    /// revision).
    @inlinable
    public func changes(since revision: Revision) -> Changes {
        guard let start = log.start(after: revision) else { return .reload }
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

    /// Calls a closure with the index for the id of each change since a revision, oldest first, once per change.
    /// Allocates nothing.
    ///
    /// - Returns: False, without a call, if the revision is not in the log. Read every row.
    @inlinable
    package func forEachIndex(
        in indices: [ID: Int], changedSince revision: Revision, _ body: (Int) throws -> Void
    ) rethrows -> Bool {
        try forEachChange(since: revision) { id in
            if let index = indices[id] { try body(index) }
        }
    }

    /// Calls a closure with the id of each change since a revision, oldest first, once per change. Allocates nothing.
    ///
    /// - Returns: False, without a call, if the revision is not in the log. Read every row.
    @inlinable
    package func forEachChange(since revision: Revision, _ body: (ID) throws -> Void) rethrows -> Bool {
        guard let start = log.start(after: revision) else { return false }
        for index in start..<log.entries.count {
            if let id = log.entries[index].change.id { try body(id) }
        }
        return true
    }

    /// An entry of the log, with the revision after it.
    package struct LoggedChange {
        package let revision: Revision
        /// The id of the changed row; nil if rows were moved.
        package let id: ID?
        /// Whether the sequence of ids may have changed.
        package let reorders: Bool
    }

    /// Returns the changes since the newest known revision, and that revision. If no revision is known, returns all
    /// changes of the log, and the revision before them. O(changes).
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
    /// Takes a new revision for one change, and appends it to the log.
    @inlinable
    mutating func note(_ change: ChangeLog<ID>.Change) {
        changed = Revision()
        if change.reorders { reordered = changed }
        log.record(change, revision: changed, rows: count)
    }

    /// Takes one revision for many changes. If there are more than the log can store, the log is cleared.
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

    /// Takes a new revision for a completely different collection, and clears the log.
    @inlinable
    mutating func noteEverything() {
        changed = Revision()
        reordered = changed
        log = ChangeLog(base: changed)
    }
}
