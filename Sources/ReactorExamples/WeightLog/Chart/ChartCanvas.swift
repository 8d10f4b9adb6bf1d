/// What a mark in a chart stands for. It decides its colour; its shape tells it apart without one.
enum ChartInk: Sendable {
    case frame
    case point
    case mean
}

/// Rows of characters to draw on.
struct ChartCanvas {
    private var cells: [[(character: Character, ink: ChartInk)]]

    init(columns: Int, rows: Int) {
        cells = Array(repeating: Array(repeating: (" ", .frame), count: columns), count: rows)
    }

    mutating func draw(_ character: Character, row: Int, column: Int, ink: ChartInk) {
        guard cells.indices.contains(row), cells[row].indices.contains(column) else { return }
        cells[row][column] = (character, ink)
    }

    mutating func draw(_ text: String, row: Int, column: Int, ink: ChartInk) {
        for (offset, character) in text.enumerated() {
            draw(character, row: row, column: column + offset, ink: ink)
        }
    }

    /// The rows as lines, without spaces at their ends. `paint` is given each run of one ink.
    func lines(paint: (String, ChartInk) -> String) -> [String] {
        cells.map { row in
            let end = (row.lastIndex { $0.character != " " } ?? -1) + 1
            var line = ""
            var start = 0
            while start < end {
                let ink = row[start].ink
                let stop = row[start..<end].firstIndex { $0.ink != ink } ?? end
                line += paint(String(row[start..<stop].map(\.character)), ink)
                start = stop
            }
            return line
        }
    }
}
