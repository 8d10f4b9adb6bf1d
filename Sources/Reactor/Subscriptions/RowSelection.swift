/// The selection of one row, by its id.
final class RowSelection<Rows: ChangingRows & Sendable, Value: Sendable>: TypedSelection<Value>, @unchecked Sendable {
    // Sendable: it never changes.
    let id: Rows.ID
    /// What is offered for the row.
    let row: Selection<Value>
    private let rows: SelectionSource<Rows>
    private let rowsKey: SelectionKey

    init(
        id: Rows.ID, of rows: SelectionSource<Rows>, rowsKey: SelectionKey, row: Selection<Value>, keyPath: SelectionKey
    ) {
        self.id = id
        self.row = row
        self.rows = rows
        self.rowsKey = rowsKey
        super.init(keyPath: keyPath)
    }

    /// All rows of a collection share one group, which knows who is interested in which.
    override var key: SelectionKey? { rowsKey }

    override func makeGroup() -> SelectionGroup { RowsGroup<Rows, Value>(rows, key: rowsKey) }
}
