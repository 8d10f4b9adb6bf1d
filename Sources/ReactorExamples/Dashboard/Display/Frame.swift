/// What stands on the lines of the screen, so that only lines that differ are written again.
struct Frame: Equatable {
    /// Which row a line shows, nil when it is none of the rows.
    private var ids: [Int32?]
    private var lines: [String?]

    init(height: Int) {
        ids = Array(repeating: nil, count: height)
        lines = Array(repeating: nil, count: height)
    }

    var height: Int { lines.count }

    /// Whether this line has to be made anew: it shows another row, or one that changed.
    func isStale(_ line: Int, showing id: Int32, _ changed: Changes.Content) -> Bool {
        ids[line] != id || changed.isRescan || changed.ids.contains(id)
    }

    /// Puts a text on a line.
    ///
    /// - Returns: what brings it to the terminal, nil when it stands there already.
    mutating func put(_ text: String, on line: Int, showing id: Int32? = nil) -> String? {
        ids[line] = id
        guard lines[line] != text else { return nil }
        lines[line] = text
        // Erased before and not behind: the cursor stays on the last column of a full line, which would go with it.
        return "\u{1B}[\(line + 1);1H\u{1B}[K\(text)"
    }
}

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
