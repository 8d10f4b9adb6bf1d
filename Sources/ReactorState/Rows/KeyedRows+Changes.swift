extension KeyedRows {
    /// What a reader that knows an older revision has missed.
    public enum Changes: Equatable, Sendable {
        /// The revision is not in the log: it is too old, or belongs to another value. Look at every row.
        case rescan
        /// Exactly this may have changed.
        case difference(Difference)
    }

    /// The rows that changed between two revisions, by what became of them in the end.
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

    /// What changed since the collection had this revision.
    ///
    /// It may name rows that are equal to what they were; it never misses one that is not. One call is one change with one
    /// revision, however many rows it touches. The ids of at least the last 1,024 rows that changed are remembered, and up to
    /// one for four rows; after a call that touches more, readers rescan. A revision of another value, or of a copy after it went its
    /// own way, is never mistaken for one of this value. O(changes since).
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

    /// The ids of rows that were updated here or there since one was copied from the other, or both from a third. So it tells
    /// two states apart that were folded from one: neither has the other's revision.
    ///
    /// - Returns: nil if that was more than `limit` changes ago, or if a row was inserted, removed, moved, or replaced with an
    ///   equal row since.
    /// - Complexity: O(changes since), and at most O(`limit`).
    package func updates(sinceOneWith other: Self, limit: Int = 64) -> Set<ID>? {
        guard storedEqual == other.storedEqual else { return nil }
        var (mine, theirs) = (LastUpdates(log), LastUpdates(other.log))
        for _ in 0...limit {
            mine.goBack()
            theirs.goBack()
            if let (here, there) = mine.meets(theirs) {
                return Set(mine.ids.prefix(here)).union(theirs.ids.prefix(there))
            }
            if mine.isOver && theirs.isOver { return nil }
        }
        return nil
    }
}

/// The rows of a log that were updated last, the newest first, up to a change of another kind.
private struct LastUpdates<ID: Hashable & Sendable> {
    private let log: ChangeLog<ID>
    /// How many entries are before those that were looked at.
    private var rest: Int
    private(set) var ids: [ID] = []
    /// What the revision was behind each of them, and behind what is before them.
    private var revisions: [Revision] = []
    private(set) var isOver = false

    init(_ log: ChangeLog<ID>) {
        self.log = log
        rest = log.entries.count
    }

    /// Looks at one more.
    mutating func goBack() {
        if isOver { return }
        guard rest > 0 else {
            revisions.append(log.base)
            isOver = true
            return
        }
        let entry = log.entries[rest - 1]
        revisions.append(entry.revision)
        guard case .updated(let id) = entry.change else {
            isOver = true
            return
        }
        ids.append(id)
        rest -= 1
    }

    /// How many updates ago both had one revision, as far as that is known after a step back. Of several changes with one
    /// revision it is what was behind the last of them.
    func meets(_ other: Self) -> (here: Int, there: Int)? {
        func place(of revision: Revision?) -> (here: Int, there: Int)? {
            guard let revision, let here = revisions.firstIndex(of: revision),
                let there = other.revisions.firstIndex(of: revision)
            else { return nil }
            return (here, there)
        }
        return place(of: revisions.last) ?? place(of: other.revisions.last)
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

    /// Takes one revision for many changes. More than the log would keep start it anew.
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

    /// Takes a new revision for rows of which none is as it was, and starts the log anew.
    @inlinable
    mutating func noteEverything() {
        changed = Revision()
        reordered = changed
        log = ChangeLog(base: changed)
    }
}
