/// The bytes of a table as UTF-8, whatever a spreadsheet or an app wrote it in.
struct TableText: Equatable {
    let bytes: [UInt8]
    /// What it was written in, where that is not UTF-8.
    let encoding: String?

    /// - Throws: ``TableError/notATable(_:)`` for what is no text of rows.
    init(_ bytes: [UInt8]) throws(TableError) {
        if let kind = Self.kind(of: bytes) { throw .notATable(kind) }
        if let isBigEndian = Self.isBigEndianUTF16(bytes) {
            self.bytes = Self.utf8(fromUTF16: bytes, isBigEndian: isBigEndian)
            encoding = "UTF-16"
        } else if Self.isLatin1(bytes) {
            self.bytes = Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
            encoding = "Latin-1"
        } else {
            self.bytes = bytes
            encoding = nil
        }
    }

    private static func kind(of bytes: [UInt8]) -> TableError.Kind? {
        if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) { return .archive }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        switch bytes[start...].first(where: { $0 > 32 }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
        case UInt8(ascii: "<"): return .markup
        default: return nil
        }
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
            && bytes.allSatisfy { !(0x80..<0xA0).contains($0) && $0 != 0xFF }
    }
}
