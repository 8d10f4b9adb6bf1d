import ReactorState

/// The changes of a keyed collection since a revision, as far back as it is worth knowing.
///
/// Revisions are unique in the process, so a revision in the log can only be one of this very value's own. A copy
/// that changed independently, and the value before a reset, are never mistaken for this value.
@usableFromInline
struct ChangeLog<ID: Hashable & Sendable>: Sendable {
    @usableFromInline
    enum Change: Sendable {
        case inserted(ID)
        case updated(ID)
        case removed(ID)
        case moved

        @inlinable
        var id: ID? {
            switch self {
            case .inserted(let id), .updated(let id), .removed(let id): id
            case .moved: nil
            }
        }

        /// Whether both insert, both update, both remove or both move.
        @inlinable
        func isOfKind(of other: Change) -> Bool {
            switch (self, other) {
            case (.inserted, .inserted), (.updated, .updated), (.removed, .removed), (.moved, .moved): true
            default: false
            }
        }

        /// Whether the sequence of ids may be another one afterwards.
        @inlinable
        var reorders: Bool {
            switch self {
            case .inserted, .removed, .moved: true
            case .updated: false
            }
        }
    }

    @usableFromInline
    struct Logged: Sendable {
        /// The revision of the collection after the change. Changes made at once share it.
        @usableFromInline
        let revision: Revision

        @usableFromInline
        let change: Change

        @inlinable
        init(revision: Revision, change: Change) {
            self.revision = revision
            self.change = change
        }
    }

    /// How many entries are kept at least, and beyond that one for four rows: a reader that fell out of the log missed
    /// so many changes that they pay for looking at every row.
    @inlinable
    static func limit(rows: Int) -> Int { max(1_024, rows / 4) }

    @usableFromInline
    var entries = KeyedRowsChunks<Logged>()

    /// The revision of the collection before the oldest entry.
    @usableFromInline
    var base: Revision

    @inlinable
    init(base: Revision) {
        self.base = base
    }

    /// Adds a change, and drops the oldest ones where there are too many. Amortised O(1).
    @inlinable
    mutating func record(_ change: Change, revision: Revision, rows: Int) {
        entries.append(Logged(revision: revision, change: change))
        let excess = KeyedRowsChunks<Logged>.width
        guard entries.count >= Self.limit(rows: rows) + excess else { return }
        base = entries[excess - 1].revision
        entries.removeFirstChunk()
    }

    /// Adds the changes that were made at once, and drops the oldest ones where there are too many.
    @inlinable
    mutating func record(_ changes: some Sequence<Change>, revision: Revision, rows: Int) {
        var iterator = changes.makeIterator()
        entries.append { iterator.next().map { Logged(revision: revision, change: $0) } }
        let excess = KeyedRowsChunks<Logged>.width
        while entries.count >= Self.limit(rows: rows) + excess {
            base = entries[excess - 1].revision
            entries.removeFirstChunk()
        }
    }

    /// Returns the first change from this index on if all changes after it are of the same kind, so that no id among them
    /// is inserted or removed twice.
    @inlinable
    func onlyChange(from start: Int) -> Change? {
        guard start < entries.count else { return nil }
        let kind = entries[start].change
        for index in start + 1..<entries.count where !entries[index].change.isOfKind(of: kind) { return nil }
        return kind
    }

    /// Returns the ids of the entries from this index on.
    @inlinable
    func ids(from start: Int) -> Set<ID> {
        var ids = Set<ID>(minimumCapacity: entries.count - start)
        for index in start..<entries.count {
            if let id = entries[index].change.id { ids.insert(id) }
        }
        return ids
    }

    /// Where the entries after a revision begin, nil when the revision is not in the log. O(entries after it): the
    /// newest are looked at first, and the caller reads those that were passed anyway.
    @inlinable
    func start(after revision: Revision) -> Int? {
        var index = entries.count
        while index > 0 {
            if entries[index - 1].revision == revision { return index }
            index -= 1
        }
        return base == revision ? 0 : nil
    }
}
