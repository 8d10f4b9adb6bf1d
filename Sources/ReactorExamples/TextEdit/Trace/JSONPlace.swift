/// A place in a file, as an editor shows it.
struct JSONPlace: Equatable, Sendable, CustomStringConvertible {
    var line: Int
    var column: Int

    init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// - Complexity: O(`offset`).
    init(of offset: Int, in bytes: [UInt8]) {
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + before[lineStart...].withUnsafeBufferPointer(\.codePointCount)
    }

    var description: String { "line \(line), column \(column)" }
}
