/// A row that a path leads into. Its values change only when the log of its rows contains it.
protocol EnteredRow: Sendable {
    associatedtype ID: Hashable & Sendable
    associatedtype Row: Identifiable & Sendable where Row.ID == ID

    /// The row that its rows lie in, if any.
    var outer: (any EnteredRow)? { get }
    /// The path to the state that has the rows, and where they are there.
    var path: StatePathKey { get }
    var keyPath: AnyKeyPath & Sendable { get }
    var rows: SelectionSource<KeyedRows<ID, Row>> { get }
    var id: ID { get }
    var visitChanges: RowVisit<ID, Row> { get }
}

/// Passes on the indices of the ids that changed since a revision, as often as each changed. Returns false, and
/// passes on nothing, when the revision is not in the log. Compiled at the call that requests a row, for the rows
/// that contain it.
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
