/// The reading of the scales on a day.
package struct Reading: Hashable, Codable, Sendable {
    package var day: Day
    package var weight: Weight

    package init(day: Day, weight: Weight) {
        self.day = day
        self.weight = weight
    }

    private enum CodingKeys: String, CodingKey {
        case day
        case weight = "grams"
    }
}

/// A record of the log.
package struct WeightRecord: Hashable, Codable, Sendable, Identifiable {
    /// The number that `list` shows. A deleted number is not used again before a reset, so `delete 7` means the same
    /// weight tomorrow.
    package let id: Int
    package var reading: Reading
    /// The reading before the first edit, or nil if no edit changed it. A repeated import of a file recognizes its row
    /// by this reading.
    package var original: Reading?
    /// The key of the record on a server, or nil.
    package var key: String?

    package init(id: Int, reading: Reading, original: Reading? = nil, key: String? = nil) {
        self.id = id
        self.reading = reading
        self.original = original
        self.key = key
    }

    /// Returns this record with another reading, and with the first reading as its original.
    package func corrected(to reading: Reading) -> WeightRecord {
        let first = original ?? self.reading
        return WeightRecord(id: id, reading: reading, original: first == reading ? nil : first, key: key)
    }
}

extension WeightRecord {
    /// The record as `81.4 kg on 2026-01-02 as number 3`.
    package var phrase: String { "\(reading.weight) on \(reading.day) as number \(id)" }
}

extension WeightRecord: Comparable {
    /// Orders records by day, and by number within a day.
    package static func < (left: WeightRecord, right: WeightRecord) -> Bool {
        (left.reading.day, left.id) < (right.reading.day, right.id)
    }
}

/// All records of a log, in the form in which a service returns them.
package struct WeightBook: Hashable, Codable, Sendable {
    /// The records, sorted and with unique numbers.
    package private(set) var records: [WeightRecord] = []
    /// The number for the next record, above the numbers of all records, including deleted records.
    package private(set) var nextID = 1
    /// The version of the records, or nil for a service without versions.
    package private(set) var version: Int?

    package init() {}

    package init(records: [WeightRecord], nextID: Int = 1, version: Int? = nil) {
        self.records = records.sorted()
        self.nextID = max(nextID, (records.map(\.id).max() ?? 0) + 1)
        self.version = version
    }

    package subscript(id: Int) -> WeightRecord? { records.first { $0.id == id } }
}
