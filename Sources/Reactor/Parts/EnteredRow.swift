/// A row that a path contains. Values in the row change only if the log of the collection contains the row.
protocol EnteredRow: Sendable {
    associatedtype ID: Hashable & Sendable
    associatedtype Row: Identifiable & Sendable where Row.ID == ID

    /// The row that contains the collection, if any.
    var outer: (any EnteredRow)? { get }
    /// The path of the state with the collection, and the key path of the collection in this state.
    var path: StatePathKey { get }
    var keyPath: AnyKeyPath & Sendable { get }
    var rows: SelectionSource<KeyedRows<ID, Row>> { get }
    var id: ID { get }
    var visitChanges: RowVisit<ID, Row> { get }
}

/// Calls the last argument with the index of each id that changed since a revision, once per change. Returns false,
/// without calls, if the revision is not in the log. The closure is compiled at the call that scopes to a row, for its
/// row type.
@usableFromInline
typealias RowVisit<ID: Hashable & Sendable, Row: Identifiable> =
    @Sendable (KeyedRows<ID, Row>, [ID: Int], Revision, (Int) -> Void) -> Bool where Row.ID == ID

/// One row of a collection.
struct RowOfPath<ID: Hashable & Sendable, Row: Identifiable & Sendable>: EnteredRow where Row.ID == ID {
    let outer: (any EnteredRow)?
    let path: StatePathKey
    let keyPath: AnyKeyPath & Sendable
    let rows: SelectionSource<KeyedRows<ID, Row>>
    let id: ID
    let visitChanges: RowVisit<ID, Row>

    init<StateType: State>(
        _ id: ID, of rows: SelectionSource<KeyedRows<ID, Row>>, at keyPath: AnyKeyPath & Sendable,
        in path: StatePath<StateType>, _ visitChanges: @escaping RowVisit<ID, Row>
    ) {
        outer = path.enteredRow
        self.path = path.key
        self.keyPath = keyPath
        self.rows = rows
        self.id = id
        self.visitChanges = visitChanges
    }
}
