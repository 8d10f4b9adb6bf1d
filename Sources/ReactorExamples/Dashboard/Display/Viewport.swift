/// Which of the rows are in the window.
struct Viewport: Equatable {
    /// The position of the topmost row.
    private(set) var first = 0
    /// How many rows the window has.
    private(set) var height = 0
    /// How many rows there are.
    private(set) var count = 0

    var range: Range<Int> { first..<min(count, first + height) }

    /// A window of another size, over another number of rows.
    mutating func resize(height: Int, count: Int) {
        self.height = max(0, height)
        self.count = count
        scroll(to: first)
    }

    mutating func scroll(by rows: Int) { scroll(to: first + rows) }

    mutating func scroll(to row: Int) { first = max(0, min(row, count - height)) }
}
