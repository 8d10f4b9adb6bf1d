/// The text of a data file.
///
/// ```
/// weightlog 1 next 3 =1c291ca3
/// 1 2026-01-02 81400 =90ab12cd
/// 2 2026-01-03 81000 was 2026-01-03 80000 =5d02e7aa
/// end 2 =9f1c0a2b
/// ```
///
/// Every line ends with the checksum of what stands before it, which finds the place of a damage; the last one with
/// the checksum of the whole file before it, which finds lines that were lost, doubled or moved.
enum BookFormat {
    static let version = 1

    static func bytes(of book: WeightBook) -> [UInt8] {
        var bytes: [UInt8] = []
        append("weightlog \(version) next \(book.nextID)", to: &bytes)
        for record in book.records { append(text(of: record), to: &bytes) }
        let ending = "end \(book.records.count)"
        bytes += "\(ending) =\(Checksum(of: bytes + Array(ending.utf8)).text)\n".utf8
        return bytes
    }

    private static func append(_ line: String, to bytes: inout [UInt8]) {
        bytes += "\(line) =\(Checksum(of: line.utf8).text)\n".utf8
    }

    private static func text(of record: WeightRecord) -> String {
        let now = "\(record.id) \(record.reading.day) \(record.reading.weight.grams)"
        guard let original = record.original else { return now }
        return "\(now) was \(original.day) \(original.weight.grams)"
    }
}

/// Where a data file is damaged, and how.
struct Damage: Error, Equatable {
    enum Kind: Equatable {
        case notADataFile
        case newerVersion(Int)
        case checksum
        case unreadableLine
        case doubledNumber(Int)
        case cutShort
        case wrongCount(said: Int, found: Int)
        case wholeChecksum
        case moreAfterEnd
    }

    let kind: Kind
    /// Counted from 1.
    let line: Int
    /// Where the line begins, counted from 0.
    let byte: Int
}
