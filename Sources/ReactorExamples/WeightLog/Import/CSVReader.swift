/// A reader that splits text into rows and cells, according to RFC 4180 and the habits of spreadsheets.
///
/// Lines may end in LF, CR LF or CR. The separator is the comma, the semicolon or the tab, whichever is most frequent
/// in the first line. A quoted cell may contain separators, line ends and doubled quotes. A row that breaks the rules
/// is reported with its line, and reading continues with the next line.
struct CSVReader {
    private let bytes: [UInt8]
    private let separator: UInt8
    private var position: Int
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let firstLine = bytes[position...].prefix { !Self.endsLine($0) }
        // If the first line has as many semicolons as commas, the commas are decimal separators.
        let counts = [Byte.semicolon, Byte.comma, Byte.tab].map { byte in (byte, firstLine.count { $0 == byte }) }
        separator = counts.reduce((Byte.comma, 0)) { best, next in next.1 > best.1 ? next : best }.0
    }

    /// Returns the next row that is not empty, or nil at the end.
    mutating func next() -> TableRow? {
        while position < bytes.count {
            let (start, startLine) = (position, line)
            do throws(RowFault) {
                let cells = try row()
                if cells != [""] { return TableRow(line: startLine, cells: .success(cells)) }
            } catch {
                // An open quote extends to the end of the file. Reading continues after the line in which the row
                // begins.
                position = bytes[start...].firstIndex(where: Self.endsLine) ?? bytes.count
                line = startLine
                endLine()
                return TableRow(line: startLine, cells: .failure(error))
            }
        }
        return nil
    }

    private mutating func row() throws(RowFault) -> [String] {
        var cells = [try cell()]
        while position < bytes.count, bytes[position] == separator {
            position += 1
            cells.append(try cell())
        }
        endLine()
        return cells
    }

    private mutating func cell() throws(RowFault) -> String {
        skipSpaces()
        var content: [UInt8] = []
        if position < bytes.count, bytes[position] == Byte.quote {
            content = try quoted()
            skipSpaces()
            guard position == bytes.count || bytes[position] == separator || Self.endsLine(bytes[position]) else {
                throw RowFault("text follows a closing quotation mark; double the quotation marks inside of a cell")
            }
        } else {
            let cell = bytes[position...].prefix { $0 != separator && !Self.endsLine($0) }
            position = cell.endIndex
            content = Array(cell)
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw RowFault("the text is not UTF-8; save the file as CSV in UTF-8")
        }
        return text.trimmed
    }

    private mutating func quoted() throws(RowFault) -> [UInt8] {
        var content: [UInt8] = []
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == Byte.quote {
                guard position < bytes.count, bytes[position] == Byte.quote else { return content }
                position += 1
            } else if byte == Byte.lineFeed {
                line += 1
            }
            content.append(byte)
        }
        throw RowFault("a quotation mark is not closed; close it, or double it inside of a cell")
    }

    private mutating func skipSpaces() {
        while position < bytes.count, bytes[position] == Byte.space { position += 1 }
    }

    private mutating func endLine() {
        guard position < bytes.count else { return }
        position += bytes[position...].starts(with: [Byte.carriageReturn, Byte.lineFeed]) ? 2 : 1
        line += 1
    }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == Byte.lineFeed || byte == Byte.carriageReturn }

    private enum Byte {
        static let tab: UInt8 = 9
        static let lineFeed: UInt8 = 10
        static let carriageReturn: UInt8 = 13
        static let space: UInt8 = 32
        static let quote: UInt8 = 34
        static let comma: UInt8 = 44
        static let semicolon: UInt8 = 59
    }
}
