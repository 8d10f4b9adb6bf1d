import ReactorState

/// The log of a keyed collection: its changes since a revision, limited to a useful length.
///
/// Revisions are unique in the process, so a revision in the log always belongs to this value. It cannot be confused
/// with a copy that changed independently, or with the value before a reset.
@frozen @usableFromInline
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

        /// Returns whether both changes insert, update, remove or move.
        @inlinable
        func isOfKind(of other: Change) -> Bool {
            switch (self, other) {
            case (.inserted, .inserted), (.updated, .updated), (.removed, .removed), (.moved, .moved): true
            default: false
            }
        }

        /// Whether the change can modify the sequence of ids.
        @inlinable
        var reorders: Bool {
            switch self {
            case .inserted, .removed, .moved: true
            case .updated: false
            }
        }
    }

    @frozen @usableFromInline
    struct Logged: Sendable {
        /// The revision of the collection after the change. Changes of one call share it.
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

    /// The minimum number of stored entries, or one for four rows. A reader with an older revision missed so many
    /// changes that reading every row is not more expensive.
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

    /// Appends a change, and drops the oldest entries if there are too many. O(1), amortized.
    @inlinable
    mutating func record(_ change: Change, revision: Revision, rows: Int) {
        entries.append(Logged(revision: revision, change: change))
        let excess = KeyedRowsChunks<Logged>.width
        guard entries.count >= Self.limit(rows: rows) + excess else { return }
        base = entries[excess - 1].revision
        entries.removeFirstChunk()
    }

    /// Appends the changes of one call, and drops the oldest entries if there are too many.
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

    /// Returns the first change from an index on, if all changes after it are of the same kind. In this case no id was
    /// inserted or removed twice.
    @inlinable
    func onlyChange(from start: Int) -> Change? {
        guard start < entries.count else { return nil }
        let kind = entries[start].change
        for index in start + 1..<entries.count where !entries[index].change.isOfKind(of: kind) { return nil }
        return kind
    }

    /// Returns the ids of the entries from an index on.
    @inlinable
    func ids(from start: Int) -> Set<ID> {
        var ids = Set<ID>(minimumCapacity: entries.count - start)
        for index in start..<entries.count {
            if let id = entries[index].change.id { ids.insert(id) }
        }
        return ids
    }

    /// Returns the index of the first entry after a revision; nil if the revision is not in the log. O(entries after
    /// it), because the search begins with the newest entry. The caller reads these entries anyway.
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
