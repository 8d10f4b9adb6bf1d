/// Splits text into rows and cells, as RFC 4180 writes them and as spreadsheets do.
///
/// Lines may end in LF, CR LF or CR; a byte-order mark is skipped; cells are separated by whichever of comma,
/// semicolon and tab the first line has most of; a quoted cell may hold separators, line ends and doubled quotes. A
/// row that breaks the rules is reported with its line, and reading goes on with the next line.
struct CSVReader {
    struct Row: Equatable {
        /// The line on which the row begins, counted from 1.
        let line: Int
        let cells: Result<[String], Fault>
    }

    enum Fault: Error, Equatable {
        case notUTF8
        case quoteNotClosed
        case textAfterQuote(column: Int)
    }

    let separator: UInt8
    private let bytes: [UInt8]
    private var position: Int
    private var line = 1

    /// - Parameter separator: what separates cells; nil takes what the first line has most of.
    init(_ bytes: [UInt8], separator: UInt8? = nil) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let firstLine = bytes[position...].prefix { $0 != Byte.lineFeed && $0 != Byte.carriageReturn }
        self.separator = separator ?? CSVReader.separator(of: firstLine)
    }

    /// How much of the text has been read.
    var fraction: Double { bytes.isEmpty ? 1 : Double(position) / Double(bytes.count) }

    /// The next row that is not empty, or nil at the end.
    mutating func next() -> Row? {
        while position < bytes.count {
            let start = position
            let startLine = line
            do throws(Fault) {
                let cells = try row()
                if cells.count > 1 || cells.first.map({ !$0.isEmpty }) ?? false {
                    return Row(line: startLine, cells: .success(cells))
                }
            } catch {
                // An open quote would swallow the rest of the file: only its own line is given up.
                position = start
                line = startLine
                skipLine()
                return Row(line: startLine, cells: .failure(error))
            }
        }
        return nil
    }

    private mutating func row() throws(Fault) -> [String] {
        var cells: [String] = []
        while true {
            cells.append(try cell(column: cells.count + 1))
            guard position < bytes.count, bytes[position] == separator else { break }
            position += 1
        }
        endLine()
        return cells
    }

    private mutating func cell(column: Int) throws(Fault) -> String {
        while position < bytes.count, bytes[position] == Byte.space { position += 1 }
        guard position < bytes.count, bytes[position] == Byte.quote else {
            let cell = bytes[position...].prefix { !ends($0) }
            position = cell.endIndex
            return try text(cell)
        }
        let content = try quotedContent()
        while position < bytes.count, bytes[position] == Byte.space { position += 1 }
        guard position == bytes.count || ends(bytes[position]) else { throw .textAfterQuote(column: column) }
        return try text(content[...])
    }

    private mutating func quotedContent() throws(Fault) -> [UInt8] {
        var content: [UInt8] = []
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte != Byte.quote {
                if byte == Byte.lineFeed { line += 1 }
                content.append(byte)
            } else if position < bytes.count, bytes[position] == Byte.quote {
                content.append(byte)
                position += 1
            } else {
                return content
            }
        }
        throw .quoteNotClosed
    }

    private func ends(_ byte: UInt8) -> Bool {
        byte == separator || byte == Byte.lineFeed || byte == Byte.carriageReturn
    }

    private mutating func endLine() {
        guard position < bytes.count else { return }
        let isPair = bytes[position] == Byte.carriageReturn && bytes[position...].dropFirst().first == Byte.lineFeed
        position += isPair ? 2 : 1
        line += 1
    }

    private mutating func skipLine() {
        position = bytes[position...].firstIndex { $0 == Byte.lineFeed || $0 == Byte.carriageReturn } ?? bytes.count
        endLine()
    }

    private func text(_ cell: ArraySlice<UInt8>) throws(Fault) -> String {
        guard let text = String(validating: cell, as: UTF8.self) else { throw .notUTF8 }
        return CSVReader.trimmed(text)
    }

    private static func trimmed(_ text: String) -> String {
        guard text.last == " " || text.last == "\t" else { return text }
        return trimmed(String(text.dropLast()))
    }

    private static func separator(of firstLine: ArraySlice<UInt8>) -> UInt8 {
        // As many semicolons as commas: the commas are in numbers.
        let counts = [Byte.semicolon, Byte.comma, Byte.tab].map { byte in (byte, firstLine.count { $0 == byte }) }
        return counts.reduce((Byte.comma, 0)) { best, next in next.1 > best.1 ? next : best }.0
    }

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

/// The bytes of a table as UTF-8, whatever a spreadsheet or an app wrote it in.
struct TableText: Equatable {
    let bytes: [UInt8]
    /// What it was written in, where that is not UTF-8.
    let encoding: String?

    /// - Throws: ``TableError/notATable(_:)`` for what is no text of rows.
    init(_ bytes: [UInt8]) throws(TableError) {
        if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) { throw .notATable(.archive) }
        if let isBigEndian = Self.isBigEndianUTF16(bytes) {
            self.bytes = Self.utf8(fromUTF16: bytes, isBigEndian: isBigEndian)
            encoding = "UTF-16"
        } else if Self.isNoText(bytes) {
            throw .notATable(.binary)
        } else if Self.isLatin1(bytes) {
            let scalars = bytes.map {
                (0x80..<0xA0).contains($0) ? Self.windows1252[Int($0) - 0x80] : Unicode.Scalar($0)
            }
            self.bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
            encoding = "Latin-1"
        } else {
            self.bytes = bytes
            encoding = nil
        }
    }

    /// Whether it starts as a PDF or with a control character, or has a zero: no text does.
    private static func isNoText(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Array("%PDF".utf8)) || bytes.prefix(512).contains(0)
            || bytes.first.map { $0 < 32 && !(9...13).contains($0) } ?? false
    }

    /// Known by its mark, or by the zeros that ASCII letters have in it. Nil for everything else.
    private static func isBigEndianUTF16(_ bytes: [UInt8]) -> Bool? {
        guard bytes.count >= 2, bytes.count.isMultiple(of: 2) else { return nil }
        if bytes[0] == 0xFF && bytes[1] == 0xFE { return false }
        if bytes[0] == 0xFE && bytes[1] == 0xFF { return true }
        let start = bytes.prefix(64)
        let zeros = (0..<2).map { odd in start.indices.count { $0 % 2 == odd && start[$0] == 0 } }
        if zeros[1] * 3 > start.count && zeros[0] == 0 { return false }
        if zeros[0] * 3 > start.count && zeros[1] == 0 { return true }
        return nil
    }

    private static func utf8(fromUTF16 bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return Array(String(decoding: units.first == 0xFEFF ? units.dropFirst() : units[...], as: UTF16.self).utf8)
    }

    /// Whether bytes beyond ASCII are there of which none is part of a character in UTF-8: then it is one byte a
    /// character. A single broken byte in a text of UTF-8 is not that, but a fault of its row.
    private static func isLatin1(_ bytes: [UInt8]) -> Bool {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        return !text.unicodeScalars.contains { $0.value >= 0x80 && $0 != "\u{FFFD}" }
            && text.unicodeScalars.count { $0 == "\u{FFFD}" } > 0 && !bytes.contains(0)
            && bytes.allSatisfy { !unused.contains($0) }
    }

    /// What Windows has where Latin-1 has control characters; five bytes are nothing.
    private static let windows1252 = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
    private static let unused: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D, 0xFF]
}
