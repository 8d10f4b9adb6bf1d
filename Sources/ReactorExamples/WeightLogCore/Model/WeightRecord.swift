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

/// One line of the log.
package struct WeightRecord: Hashable, Codable, Sendable, Identifiable {
    /// The number that `list` shows. It is given once until a reset, so `delete 7` means the same weight tomorrow.
    package let id: Int
    package var reading: Reading
    /// The reading that was first recorded, if an edit changed it: a repeated import of a file recognizes its row
    /// by it.
    package var original: Reading?
    /// The key of the record on a server; nil if no server has it.
    package var key: String?

    package init(id: Int, reading: Reading, original: Reading? = nil, key: String? = nil) {
        self.id = id
        self.reading = reading
        self.original = original
        self.key = key
    }

    /// This record with another reading, remembering the first one.
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
    /// By day, and within a day in the order of recording.
    package static func < (left: WeightRecord, right: WeightRecord) -> Bool {
        (left.reading.day, left.id) < (right.reading.day, right.id)
    }
}

/// Everything that is known for certain: what a service answers.
package struct WeightBook: Hashable, Codable, Sendable {
    /// Sorted, each number once.
    package private(set) var records: [WeightRecord] = []
    /// The number for the next record; above every number that was given.
    package private(set) var nextID = 1
    /// How many changes were carried out until then; nil for a service that does not say.
    package private(set) var version: Int?

    package init() {}

    package init(records: [WeightRecord], nextID: Int = 1, version: Int? = nil) {
        self.records = records.sorted()
        self.nextID = max(nextID, (records.map(\.id).max() ?? 0) + 1)
        self.version = version
    }

    package subscript(id: Int) -> WeightRecord? { records.first { $0.id == id } }
}
