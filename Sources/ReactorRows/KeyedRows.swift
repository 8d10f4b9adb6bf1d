import ReactorState

/// An ordered collection of rows with ids, which records the rows that have changed.
///
/// ```swift
/// struct Quote: Identifiable, Equatable, Codable {
///     var id: Int
///     var price: Double
/// }
///
/// struct Market: State {
///     var quotes: KeyedRows<Int, Quote> = []
///
///     mutating func react(to event: any Event) {
///         switch event {
///         case let event as QuoteListed: quotes.append(Quote(id: event.id, price: event.price))
///         case let event as PriceChanged: quotes[id: event.id]?.price = event.price
///         default: break
///         }
///     }
/// }
/// ```
///
/// It is a value with copy-on-write and a `RandomAccessCollection` of its rows. Equality and encoding include only the
/// rows. In addition, ``revision`` changes with every change, and ``changes(since:)`` returns the ids of the rows that
/// changed after a revision.
///
/// | operation | cost, n rows |
/// |---|---|
/// | find, read, update by id or position; ``index(of:)`` | O(1) |
/// | append, remove the last row; exchange two rows | O(1), amortized |
/// | append many rows, replace all rows | one pass, one change; each id is hashed once or twice |
/// | insert, remove, move elsewhere | O(n) over four-byte numbers, like a small array; one id is hashed |
/// | ``removeAll(where:)``, `sort` | one pass, one sort of numbers; rows are not moved in memory |
/// | update after a copy was made | 512 rows and n / 512 references are copied |
/// | insert or remove after a copy was made | the index (some 30 bytes per row) is copied, the rows are not |
///
/// The id of a row never changes. Changing it in place is a programming error: remove the row and insert another one.
@frozen public struct KeyedRows<ID: Hashable & Sendable, Row: Identifiable> where Row.ID == ID {
    @usableFromInline
    var rows = KeyedRowsChunks<Row>()

    @usableFromInline
    var slots = KeyedRowsIndex<ID>()

    @usableFromInline
    var log: ChangeLog<ID>

    @usableFromInline
    var changed: Revision

    @usableFromInline
    var reordered: Revision

    /// A revision that changes when a row was replaced with an equal row, which changes no ``revision``. Such rows can
    /// differ in a property that `==` does not compare.
    @usableFromInline
    package var storedEqual: Revision

    /// Creates an empty collection.
    @inlinable
    public init() {
        changed = Revision()
        reordered = changed
        storedEqual = changed
        log = ChangeLog(base: changed)
    }

    /// The revision of the rows. It changes with every change of the rows or of their order, and with nothing else.
    @inlinable
    public var revision: Revision { changed }

    /// The revision of the order. It changes when the sequence of ``ids`` may have changed: a row was inserted, removed
    /// or moved.
    @inlinable
    public var orderRevision: Revision { reordered }
}

extension KeyedRows: Sendable where Row: Sendable {}

extension KeyedRows {
    /// Creates a collection from rows with unique ids. If two rows have the same id, the program stops.
    ///
    /// Use it for rows that your own code creates. For other rows, use ``init(validating:)`` or
    /// ``init(_:uniquingRowsWith:)``.
    @inlinable
    public init(uniqueRows: some Sequence<Row>) {
        do {
            try self.init(validating: uniqueRows)
        } catch {
            fatalError(error.description)
        }
    }

    /// Creates a collection from rows, in their order.
    ///
    /// - Throws: ``DuplicateRow`` with the id and both positions, if two rows have the same id.
    @inlinable
    public init(validating rows: some Sequence<Row>) throws(DuplicateRow<ID>) {
        self.init()
        var known: ID?
        Self.enter(rows, in: &slots, &self.rows) { id in
            known = id
            return false
        }
        if let known {
            throw DuplicateRow(id: known, first: slots.slot(of: known) ?? 0, second: self.rows.count)
        }
        slots.place(at: 0)
    }

    /// Creates a collection from rows, in their order. Rows with the same id are combined into one, at the position of
    /// the first of them.
    ///
    /// ```swift
    /// let newest = KeyedRows(answers) { _, later in later }
    /// ```
    @inlinable
    public init(_ rows: some Sequence<Row>, uniquingRowsWith combine: (Row, Row) throws -> Row) rethrows {
        self.init()
        slots.reserve(rows.underestimatedCount)
        for row in rows {
            let id = row.id
            guard let slot = slots.slot(of: id) else {
                _ = slots.enter(id)
                self.rows.append(row)
                continue
            }
            let combined = try combine(self.rows[slot], row)
            Self.requireSameID(combined.id, id)
            self.rows[slot] = combined
        }
        slots.place(at: 0)
    }
}

extension KeyedRows {
    /// Adds the rows whose ids are new to slots after the last, without a position in the order. Each id is hashed
    /// once. `skips` is called with an existing id; if it returns false, this row and all rows after it are ignored.
    @inlinable
    static func enter(
        _ newRows: some Sequence<Row>, in slots: inout KeyedRowsIndex<ID>, _ rows: inout KeyedRowsChunks<Row>,
        skips: (ID) -> Bool
    ) {
        slots.reserve(newRows.underestimatedCount)
        var iterator = newRows.makeIterator()
        rows.append {
            while let row = iterator.next() {
                let id = row.id
                if slots.enter(id) { return row }
                guard skips(id) else { return nil }
            }
            return nil
        }
    }

    @inlinable
    static func requireSameID(_ new: ID, _ old: ID) {
        guard new == old else { fatalError(KeyedRowsErrors.idChanged(from: old, to: new)) }
    }
}
