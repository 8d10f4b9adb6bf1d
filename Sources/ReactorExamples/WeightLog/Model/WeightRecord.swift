import Terminal

/// What the scales said on a day.
struct Reading: Hashable, Codable, Sendable {
    var day: Day
    var weight: Weight

    private enum CodingKeys: String, CodingKey {
        case day
        case weight = "grams"
    }
}

/// One line of the log.
struct WeightRecord: Hashable, Codable, Sendable, Identifiable {
    /// The number that `list` shows. It is given once until a reset, so `delete 7` means the same weight tomorrow.
    let id: Int
    var reading: Reading
    /// What was first recorded, when an edit changed it: a file imported once more recognises its row by it.
    var original: Reading?
    /// What a server knows it by; nil when none knows of it.
    var key: String?

    init(id: Int, reading: Reading, original: Reading? = nil, key: String? = nil) {
        self.id = id
        self.reading = reading
        self.original = original
        self.key = key
    }

    /// This record with another reading, remembering the first one.
    func corrected(to reading: Reading) -> WeightRecord {
        let first = original ?? self.reading
        return WeightRecord(id: id, reading: reading, original: first == reading ? nil : first, key: key)
    }
}

extension WeightRecord: Comparable {
    /// By day, and within a day in the order of recording.
    static func < (left: WeightRecord, right: WeightRecord) -> Bool {
        (left.reading.day, left.id) < (right.reading.day, right.id)
    }
}

/// Everything that is known for certain: what a service answers.
struct WeightBook: Hashable, Codable, Sendable {
    /// Sorted, each number once.
    private(set) var records: [WeightRecord] = []
    /// The number for the next record; above every number that was given.
    private(set) var nextID = 1

    init() {}

    init(records: [WeightRecord], nextID: Int = 1) {
        self.records = records.sorted()
        self.nextID = max(nextID, (records.map(\.id).max() ?? 0) + 1)
    }

    subscript(id: Int) -> WeightRecord? { records.first { $0.id == id } }

    /// The first number among `added` that another record has already. The same record twice is no conflict.
    func conflict(with added: [WeightRecord]) -> Int? {
        let known = Dictionary(records.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return added.first { record in known[record.id].map { $0 != record } ?? false }?.id
    }
}

extension WeightBook {
    /// The log of somebody who stands on the scales most mornings of a winter; the same each time.
    static var demoUser: WeightBook {
        var random = SeededRandom(seed: 2_026)
        var grams = 84_600
        var records: [WeightRecord] = []
        for day in 0..<60 {
            grams += random.number(in: -4...3) * 100
            guard random.number(in: 0...4) > 0, let weight = Weight(grams: grams) else { continue }
            let reading = Reading(day: Day(ordinal: firstDemoDay).advanced(by: day), weight: weight)
            records.append(WeightRecord(id: records.count + 1, reading: reading))
        }
        return WeightBook(records: records)
    }

    /// 2025-12-01.
    private static var firstDemoDay: Int { 20_423 }
}
