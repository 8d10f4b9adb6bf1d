/// A row that a path contains. Values in the row change only if the log of the collection contains the row.
protocol EnteredRow: Sendable {
    associatedtype Row: Identifiable & Sendable where Row.ID: Sendable

    /// The row that contains the collection, if any.
    var outer: (any EnteredRow)? { get }
    /// The path of the state with the collection, and the key path of the collection in this state.
    var path: StatePathKey { get }
    var keyPath: AnyKeyPath & Sendable { get }
    var rows: SelectionSource<KeyedRows<Row>> { get }
    var id: Row.ID { get }
    var visitChanges: RowVisit<Row> { get }
}

/// Calls the last argument with the index of each id that changed since a revision, once per change. Returns false,
/// without calls, if the revision is not in the log. The closure is compiled at the call that scopes to a row, for its
/// row type.
@usableFromInline
typealias RowVisit<Row: Identifiable> =
    @Sendable (KeyedRows<Row>, [Row.ID: Int], Revision, (Int) -> Void) -> Bool where Row.ID: Sendable

/// One row of a collection.
struct RowOfPath<Row: Identifiable & Sendable>: EnteredRow where Row.ID: Sendable {
    let outer: (any EnteredRow)?
    let path: StatePathKey
    let keyPath: AnyKeyPath & Sendable
    let rows: SelectionSource<KeyedRows<Row>>
    let id: Row.ID
    let visitChanges: RowVisit<Row>

    init<StateType: State>(
        _ id: Row.ID, of rows: SelectionSource<KeyedRows<Row>>, at keyPath: AnyKeyPath & Sendable,
        in path: StatePath<StateType>, _ visitChanges: @escaping RowVisit<Row>
    ) {
        outer = path.enteredRow
        self.path = path.key
        self.keyPath = keyPath
        self.rows = rows
        self.id = id
        self.visitChanges = visitChanges
    }
}
