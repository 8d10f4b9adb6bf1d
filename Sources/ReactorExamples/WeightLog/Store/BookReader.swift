/// Reads the text of a data file, or tells where it is damaged. It never guesses.
struct BookReader {
    private let bytes: [UInt8]
    private var line = 0
    private var lineStart = 0
    private var next = 0

    static func book(from bytes: [UInt8]) throws(Damage) -> WeightBook {
        var reader = BookReader(bytes: bytes)
        return try reader.read()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func read() throws(Damage) -> WeightBook {
        guard !bytes.isEmpty else { throw Damage(kind: .cutShort, line: 1, byte: 0) }
        let nextID = try header()
        var records: [WeightRecord] = []
        var numbers: Set<Int> = []
        while true {
            let words = try checkedWords(isHeader: false)
            if words.first == "end" {
                try end(words, count: records.count)
                return WeightBook(records: records, nextID: nextID)
            }
            guard let record = BookReader.record(words) else { throw damage(.unreadableLine) }
            guard numbers.insert(record.id).inserted else { throw damage(.doubledNumber(record.id)) }
            records.append(record)
        }
    }

    private mutating func header() throws(Damage) -> Int {
        let words = try checkedWords(isHeader: true)
        guard words.count == 4, words[2] == "next", let nextID = Int(words[3]) else { throw damage(.unreadableLine) }
        return nextID
    }

    private func end(_ words: [Substring], count: Int) throws(Damage) {
        guard words.count == 2, let said = Int(words[1]) else { throw damage(.unreadableLine) }
        guard said == count else { throw damage(.wrongCount(said: said, found: count)) }
        guard next == bytes.count else { throw damage(.moreAfterEnd) }
    }

    /// The words of the next line, after its checksum was found right.
    private mutating func checkedWords(isHeader: Bool) throws(Damage) -> [Substring] {
        lineStart = next
        line += 1
        let end = bytes[lineStart...].firstIndex(of: 10)
        let lineBytes = bytes[lineStart..<(end ?? bytes.count)]
        next = end.map { $0 + 1 } ?? bytes.count
        if isHeader { try checkMagic(lineBytes) }
        guard end != nil else { throw damage(.cutShort) }
        guard let text = String(validating: lineBytes, as: UTF8.self) else { throw damage(.checksum) }
        guard let mark = text.lastIndex(of: "="), text[..<mark].last == " " else { throw damage(.checksum) }
        let content = text[..<mark].dropLast()
        let isLast = content.hasPrefix("end ")
        let covered = isLast ? bytes[..<lineStart] + Array(content.utf8) : ArraySlice(Array(content.utf8))
        guard text[text.index(after: mark)...] == Checksum(of: covered).text else {
            throw damage(isLast ? .wholeChecksum : .checksum)
        }
        return content.split(separator: " ", omittingEmptySubsequences: false)
    }

    /// Told before the checksum, so that another program's file is called that and not damaged.
    private func checkMagic(_ lineBytes: ArraySlice<UInt8>) throws(Damage) {
        let words = String(decoding: lineBytes, as: UTF8.self).split(separator: " ")
        guard words.count >= 2, words[0] == "weightlog", let version = Int(words[1]) else {
            throw damage(.notADataFile)
        }
        guard version <= BookFormat.version else { throw damage(.newerVersion(version)) }
    }

    private func damage(_ kind: Damage.Kind) -> Damage {
        Damage(kind: kind, line: line, byte: lineStart)
    }

    private static func record(_ words: [Substring]) -> WeightRecord? {
        guard words.count == 3 || words.count == 6 && words[3] == "was",
            let id = Int(words[0]), id > 0, let reading = reading(words[1...2])
        else { return nil }
        guard words.count == 6 else { return WeightRecord(id: id, reading: reading) }
        guard let original = self.reading(words[4...5]) else { return nil }
        return WeightRecord(id: id, reading: reading, original: original)
    }

    private static func reading(_ words: ArraySlice<Substring>) -> Reading? {
        guard let first = words.first, let last = words.last, let day = try? Day(parsing: first),
            let grams = Int(last), let weight = Weight(grams: grams)
        else { return nil }
        return Reading(day: day, weight: weight)
    }
}
