import ReactorState

/// Two rows for one ``KeyedRows`` have the same id.
public struct DuplicateRow<ID: Hashable & Sendable>: Error, Equatable, CustomStringConvertible {
    /// The id that occurs twice.
    public let id: ID
    /// The position of the first row with that id.
    @usableFromInline let first: Int
    /// The position of the second row with that id.
    @usableFromInline let second: Int

    /// An error for a collection of your own with the same rule.
    @inlinable
    package init(id: ID, first: Int, second: Int) {
        self.id = id
        self.first = first
        self.second = second
    }

    /// The fault, the place, and the fix. `KeyedRows(uniqueRows:)` stops with it; rows of unknown origin go through
    /// `KeyedRows(validating:)`, which throws.
    public var description: String {
        """
        Rows \(first) and \(second) have the same id \(String(reflecting: id)). Give each row an id of its own, or say \
        which one stays with KeyedRows(rows) { first, second in second }.
        """
    }
}

/// The wording of the programming errors around ``KeyedRows``.
@usableFromInline
enum KeyedRowsErrors {
    /// `quotes[id: 7]?.id = 8` in a `KeyedRows`. The program stops.
    @usableFromInline
    static func idChanged<ID>(from old: ID, to new: ID) -> String {
        """
        A row with the id \(String(reflecting: old)) was given the id \(String(reflecting: new)) in place. An id is a \
        row's for life: remove the row and insert one with the new id.
        """
    }
}
