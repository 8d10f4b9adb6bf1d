import ReactorState

/// Rows with a version each, which stay correct in whatever order the server's messages arrive.
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
/// For each id it stores a version and a row, or a version and a deletion, and keeps the newer of two (last writer wins). So
/// responses, pushes and reads can arrive in any order and repeatedly, with the same result. Local changes go through ``rows`` and
/// do not change a version. Predict them, and commit with the server's response.
///
/// A version is any `Comparable` value with one order for all rows. A read of all rows at a version includes every change up to
/// it. A version orders *commits*: a number that a transaction takes before its commit is not a version.
///
/// | operation | cost, n rows |
/// |---|---|
/// | receive a row or a deletion | as ``KeyedRows/update(with:)`` and ``KeyedRows/remove(id:)``, and one look-up |
/// | receive the whole | O(n) |
/// | memory | that of ``KeyedRows``, and a version for each id that changed since the last read of all rows |
///
/// Its rows and its versions take part in equality, encoding and recordings.
public struct ServerRows<Row: Identifiable & Equatable, Version: Comparable> where Row.ID: Sendable {
    @usableFromInline
    var shown: KeyedRows<Row.ID, Row>

    @usableFromInline
    var wholeAsOf: Version?

    /// The version of each row that the server spoke of since the floor: all of these are newer than the floor. A
    /// row that is not among the rows was deleted.
    @usableFromInline
    package var versions: [Row.ID: Version] = [:]

    /// No rows, and nothing known.
    @inlinable
    public init() {
        shown = KeyedRows()
    }

    /// Rows that are known as of a version, or of which no version is known: then the first whole read replaces them.
    @inlinable
    public init(_ rows: KeyedRows<Row.ID, Row>, asOf floor: Version? = nil) {
        shown = rows
        wholeAsOf = floor
    }

    /// The rows as they are shown.
    ///
    /// The user's own changes are made here, by predicted events; they touch no version. A selection of rows names it:
    /// `\.weights.rows`.
    @inlinable
    public var rows: KeyedRows<Row.ID, Row> {
        get { shown }
        _modify {
            let before = (shown.revision, shown.storedEqual)
            defer { if (shown.revision, shown.storedEqual) != before { Self.noteOwnChange() } }
            yield &shown
        }
    }

    /// The version as of which everything is known, nil before the first whole read and after ``forget()``.
    @inlinable
    public var floor: Version? { wholeAsOf }

    /// The newest version that the server has said, nil when there is none. O(rows it spoke of since the floor).
    ///
    /// If a read is requested after this version was known, and its response has an older version, the server went
    /// back: a backup was restored, or the response came from an outdated copy.
    @inlinable
    public var newest: Version? { versions.values.max() ?? wholeAsOf }
}

extension ServerRows: Sendable where Row: Sendable, Version: Sendable {}

extension ServerRows {
    /// Takes a row as the server has it since a version: from an answer to a change, or from a push.
    ///
    /// The same version again is taken, so of two rows at one version the last stays. A row that is equal to the row shown is
    /// stored, and changes no revision of ``rows``.
    ///
    /// - Returns: False, and nothing was changed, when a newer version of this id is known. That is not a mistake:
    ///   late or repeated updates end here.
    @discardableResult @inlinable
    public mutating func receive(_ row: Row, at version: Version) -> Bool {
        guard advance(row.id, to: version) else { return false }
        shown.show(row)
        return true
    }

    /// Applies the deletion of a row by the server at a version. An older update of this id is refused from now on,
    /// also if the row was never in this collection.
    ///
    /// - Returns: False, and nothing was changed, when something newer is known about this id.
    @discardableResult @inlinable
    public mutating func receiveDeletion(of id: Row.ID, at version: Version) -> Bool {
        guard advance(id, to: version) else { return false }
        shown.remove(id: id)
        return true
    }

    /// Takes some rows, each with its own version: a page, or a read without a version for the whole. A missing row
    /// proves nothing, so nothing is removed.
    ///
    /// ```swift
    /// board.receive(page.quotes) { page.versions[$0.id] ?? 0 }
    /// ```
    @inlinable
    public mutating func receive(_ rows: some Sequence<Row>, at version: (Row) throws -> Version) rethrows {
        for row in rows { receive(row, at: try version(row)) }
    }

    /// Takes all rows that the server had at a version, which becomes the ``floor``.
    ///
    /// A newer version of a row is preserved, also its deletion. Every other row that is not among these is
    /// removed, and every version up to this one is discarded. The order becomes that of these rows; newer rows
    /// that are not among them follow. If two rows have one id, the later one is taken. Only rows that differ
    /// change in ``rows``. O(n).
    ///
    /// - Parameters:
    ///   - rows: all of them.
    ///   - version: that of the moment at which the server read, and not the largest of the rows: a deletion has a version
    ///     too, and leaves no row.
    /// - Returns: False, and nothing was changed, when the floor is newer: the answer was overtaken by that of another read,
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

    /// Forgets every version, so that the next word about a row is taken whatever its version is. The rows stay until then.
    ///
    /// For a server that starts over: a backup was restored, or another environment was chosen.
    @inlinable
    public mutating func forget() {
        wholeAsOf = nil
        versions = [:]
    }

    /// These rows, but for the ones of which the server said something newer; and then the rows it did not name.
    @inlinable
    func newest(of rows: some Sequence<Row>) -> KeyedRows<Row.ID, Row> {
        guard !versions.isEmpty else { return KeyedRows(rows) { _, later in later } }
        let read = rows.lazy.compactMap { versions[$0.id] == nil ? $0 : shown[id: $0.id] }
        var newest = KeyedRows(read) { _, later in later }
        newest.append(contentsOf: shown.lazy.filter { versions[$0.id] != nil })
        return newest
    }

    /// Tells a fold whose event it is that the rows were changed by something else than a word of the server.
    @usableFromInline
    static func noteOwnChange() { LogFold.noteChangeOfServerRows() }

    /// Enters the version of the data about an id. False when something newer is known.
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
