import ReactorState

/// Rows with a version each, whose final content does not depend on the order in which the server's messages arrive.
///
/// ```swift
/// struct Board: State {
///     var quotes = ServerRows<Quote, Int>()
///     var isBehind = false
///
///     mutating func react(to event: any Event) {
///         switch event {
///         case let event as PriceChanged: quotes.rows[id: event.id]?.price = event.price               // the user did it
///         case let event as QuoteSaved: quotes.receive(event.quote, at: event.version)                 // an answer, a push
///         case let event as QuoteDeleted: quotes.receiveDeletion(of: event.id, at: event.version)
///         case let event as QuotesRead: isBehind = !quotes.receive(all: event.quotes, asOf: event.version)
///         default: break
///         }
///     }
/// }
/// ```
///
/// For each id it stores a version and a row, or a version and a deletion, and the higher version wins (last writer
/// wins). So responses, pushes and reads can arrive in any order and repeatedly, with the same result. Local changes go
/// through ``rows`` and do not change a version. Predict them, and commit with the server's response.
///
/// A version is any `Comparable` value with one order for all rows. A read of all rows at a version includes every
/// change up to it. A version orders *commits*: a number that a transaction takes before its commit is not a version.
///
/// | operation | cost, n rows |
/// |---|---|
/// | receive a row or a deletion | that of ``KeyedRows/update(with:)`` and ``KeyedRows/remove(id:)``, and one lookup |
/// | receive all rows | O(n) |
/// | memory | that of ``KeyedRows``, and a version for each id that changed since the last read of all rows |
///
/// Equality, encoding and recordings include the rows and the versions.
@frozen public struct ServerRows<Row: Identifiable & Equatable, Version: Comparable> where Row.ID: Sendable {
    @usableFromInline
    var shown: KeyedRows<Row.ID, Row>

    @usableFromInline
    var wholeAsOf: Version?

    /// The version of each row that the server has sent since the floor: all of these are higher than the floor. An id
    /// without a row was deleted.
    @usableFromInline
    package var versions: [Row.ID: Version] = [:]

    /// Creates an empty collection without versions.
    @inlinable
    public init() {
        shown = KeyedRows()
    }

    /// Creates a collection from rows that were read at a version. If the version is nil, the first read of all rows
    /// replaces them.
    @inlinable
    public init(_ rows: KeyedRows<Row.ID, Row>, asOf floor: Version? = nil) {
        shown = rows
        wholeAsOf = floor
    }

    /// The visible rows.
    ///
    /// Predicted events change them here for the user; this changes no version. A selection of rows contains this
    /// property: `\.weights.rows`.
    @inlinable
    public var rows: KeyedRows<Row.ID, Row> {
        get { shown }
        _modify {
            let before = (shown.revision, shown.storedEqual)
            defer { if (shown.revision, shown.storedEqual) != before { Self.noteOwnChange() } }
            yield &shown
        }
    }

    /// The version of the last read of all rows; nil before the first one and after ``forget()``.
    @inlinable
    public var floor: Version? { wholeAsOf }

    /// The highest version that the server has sent; nil if there is none. O(rows that the server has sent since the
    /// floor).
    ///
    /// If a read is requested after this version was known, and its response has a lower version, the server went back:
    /// a backup was restored, or the response came from an outdated copy.
    @inlinable
    public var newest: Version? { versions.values.max() ?? wholeAsOf }
}

extension ServerRows: Sendable where Row: Sendable, Version: Sendable {}

extension ServerRows {
    /// Receives a row with its version, from the response to a change or from a push.
    ///
    /// Of two rows with the same version, the last one is stored. A row that is equal to the visible one is stored too,
    /// but changes no revision of ``rows``.
    ///
    /// - Returns: False, without a change, if a higher version of this id is known. This is not an error: late and
    ///   repeated updates are ignored.
    @discardableResult @inlinable
    public mutating func receive(_ row: Row, at version: Version) -> Bool {
        guard advance(row.id, to: version) else { return false }
        shown.show(row)
        return true
    }

    /// Receives the deletion of a row with its version. Lower versions of this id are ignored afterwards, even if the
    /// row was never in this collection.
    ///
    /// - Returns: False, without a change, if a higher version of this id is known.
    @discardableResult @inlinable
    public mutating func receiveDeletion(of id: Row.ID, at version: Version) -> Bool {
        guard advance(id, to: version) else { return false }
        shown.remove(id: id)
        return true
    }

    /// Receives some rows, each with its version: a page, or a read without a version for all rows. No rows are
    /// removed, because a missing row is not a deletion.
    ///
    /// ```swift
    /// board.receive(page.quotes) { page.versions[$0.id] ?? 0 }
    /// ```
    @inlinable
    public mutating func receive(_ rows: some Sequence<Row>, at version: (Row) throws -> Version) rethrows {
        for row in rows { receive(row, at: try version(row)) }
    }

    /// Receives all rows of the server at a version, which becomes the ``floor``.
    ///
    /// A row or deletion with a higher version is preserved. Every other row that is missing in `rows` is removed, and
    /// every version up to this one is discarded. The order becomes that of `rows`, followed by preserved rows that are
    /// missing in it. If two rows have the same id, the later one is stored. Only rows that differ count as changed in
    /// ``rows``. O(n).
    ///
    /// - Parameters:
    ///   - rows: All rows.
    ///   - version: The version of the moment at which the server read the rows. It is not the highest version of the
    ///     rows: a deletion also has a version, and leaves no row.
    /// - Returns: False, without a change, if the floor is higher: the response was overtaken by that of another read,
    ///   or the server went back (``newest``).
    @inlinable
    public mutating func receive(all rows: some Sequence<Row>, asOf version: Version) -> Bool {
        if let floor, version < floor { return false }
        wholeAsOf = version
        if !versions.isEmpty { versions = versions.filter { version < $0.value } }
        let known = newest(of: rows)
        shown.become(known)
        return true
    }

    /// Discards every version, so that the next update of a row is accepted with any version. The rows remain until
    /// then.
    ///
    /// Use it if the server was reset: a backup was restored, or another environment was chosen.
    @inlinable
    public mutating func forget() {
        wholeAsOf = nil
        versions = [:]
    }

    /// Returns the received rows, with the rows and deletions of higher versions, followed by preserved rows that were
    /// not received.
    @inlinable
    func newest(of rows: some Sequence<Row>) -> KeyedRows<Row.ID, Row> {
        guard !versions.isEmpty else { return KeyedRows(rows) { _, later in later } }
        let read = rows.lazy.compactMap { versions[$0.id] == nil ? $0 : shown[id: $0.id] }
        var newest = KeyedRows(read) { _, later in later }
        newest.append(contentsOf: shown.lazy.filter { versions[$0.id] != nil })
        return newest
    }

    /// Reports to the replay that the current event changed the rows other than by a message of the server.
    @usableFromInline
    static func noteOwnChange() { LogFold.noteChangeOfServerRows() }

    /// Stores the version of an update of an id. Returns false if a higher version is known.
    @inlinable
    mutating func advance(_ id: Row.ID, to version: Version) -> Bool {
        if let floor, version <= floor {
            // A row that is known at the floor needs no entry, and a row with an entry is newer.
            return version == floor && versions[id] == nil
        }
        guard let index = versions.index(forKey: id) else {
            versions[id] = version
            return true
        }
        guard versions.values[index] <= version else { return false }
        versions.values[index] = version
        return true
    }
}
