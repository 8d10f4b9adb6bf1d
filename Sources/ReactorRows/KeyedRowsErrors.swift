import ReactorState

/// The error of two rows with the same id in a ``KeyedRows``.
@frozen public struct DuplicateRow<ID: Hashable & Sendable>: Error, Equatable, CustomStringConvertible {
    /// The id that occurs twice.
    public let id: ID
    /// The position of the first row with the id.
    @usableFromInline let first: Int
    /// The position of the second row with the id.
    @usableFromInline let second: Int

    /// Creates an error for another collection with the same rule.
    @inlinable
    package init(id: ID, first: Int, second: Int) {
        self.id = id
        self.first = first
        self.second = second
    }

    /// The fault, its place, and the fix. `KeyedRows(uniqueRows:)` stops the program with it. Rows of unknown origin
    /// require `KeyedRows(validating:)`, which throws.
    public var description: String {
        """
        Rows \(first) and \(second) have the same id \(String(reflecting: id)). Give each row its own id, or \
        choose one of them with KeyedRows(rows) { first, second in second }.
        """
    }
}

/// The messages for programming errors with ``KeyedRows``.
@usableFromInline
enum KeyedRowsErrors {
    /// The message for `quotes[id: 7]?.id = 8` in a `KeyedRows`, which stops the program.
    @usableFromInline
    static func idChanged<ID>(from old: ID, to new: ID) -> String {
        """
        A row with the id \(String(reflecting: old)) was given the id \(String(reflecting: new)) in place. An id is \
        permanent: remove the row and insert one with the new id.
        """
    }
}
