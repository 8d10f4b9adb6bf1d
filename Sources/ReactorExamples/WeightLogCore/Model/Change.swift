import Reactor

/// A change that the user requested. It contains the changed records with their numbers and days, so its effect does
/// not depend on the time at which it is carried out.
package enum Change: Hashable, Sendable {
    case add([WeightRecord])
    case update(WeightRecord)
    case delete(WeightRecord)

    /// The numbers of the changed records.
    package var touchedIDs: [Int] {
        switch self {
        case .add(let records): records.map(\.id)
        case .update(let record), .delete(let record): [record.id]
        }
    }
}

extension KeyedRows<Int, WeightRecord> {
    /// Carries a change out. Records that do not exist are skipped, so a second run of the change has no effect. An
    /// added record that already exists keeps its values, and receives the key if it has none.
    package mutating func apply(_ change: Change) {
        switch change {
        case .add(let added):
            for record in added where !append(record).inserted {
                guard let key = record.key, self[id: record.id]?.key == nil else { continue }
                self[id: record.id]?.key = key
            }
        case .update(let record):
            if contains(id: record.id) { update(with: record) }
        case .delete(let record): remove(id: record.id)
        }
    }
}

extension WeightBook {
    /// Carries a change out, and increases the version.
    package mutating func apply(_ change: Change) {
        var rows = KeyedRows(records) { first, _ in first }
        rows.apply(change)
        self = WeightBook(records: Array(rows), nextID: nextID, version: version.map { $0 + 1 })
    }
}

extension ServerRows<WeightRecord, Int> {
    /// Applies a change that a service carried out. A newer version is preserved, in whichever order the responses
    /// arrive.
    package mutating func receive(_ change: Change, at version: Int) {
        switch change {
        case .add(let records): receive(records) { _ in version }
        case .update(let record): receive(record, at: version)
        case .delete(let record): receiveDeletion(of: record.id, at: version)
        }
    }
}

/// The recorded form: `{"add":[…]}`, `{"update":{…}}` or `{"delete":{…}}`.
extension Change: Codable {
    private enum CodingKeys: String, CodingKey {
        case add, update, delete
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let records = try container.decodeIfPresent([WeightRecord].self, forKey: .add) {
            self = .add(records)
        } else if let record = try container.decodeIfPresent(WeightRecord.self, forKey: .update) {
            self = .update(record)
        } else {
            self = .delete(try container.decode(WeightRecord.self, forKey: .delete))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .add(let records): try container.encode(records, forKey: .add)
        case .update(let record): try container.encode(record, forKey: .update)
        case .delete(let record): try container.encode(record, forKey: .delete)
        }
    }
}

extension Change {
    /// The changes that have the same effect together. Each of them is short enough for a line of a recording.
    package var parts: [Change] {
        guard case .add(let records) = self, records.count > Change.recordsInPart else { return [self] }
        return stride(from: 0, to: records.count, by: Change.recordsInPart).map { start in
            .add(Array(records[start..<min(start + Change.recordsInPart, records.count)]))
        }
    }

    /// Creates a change from its parts, or nil if `parts` is empty.
    package init?(parts: [Change]) {
        guard let first = parts.first else { return nil }
        let added = parts.flatMap { part -> [WeightRecord] in
            if case .add(let records) = part { records } else { [] }
        }
        self = parts.count == 1 ? first : .add(added)
    }

    /// The largest number of records in a part, about 300 kB of JSON.
    package static let recordsInPart = 5_000
}

extension Change {
    /// The change as a phrase for the user.
    package var words: String {
        switch self {
        case .add(let records) where records.count == 1: "logged \(records[0].phrase)"
        case .add(let records): "imported \(records.count.counted("weight"))"
        case .update(let record): "corrected number \(record.id) to \(record.reading.weight) on \(record.reading.day)"
        case .delete(let record): "deleted number \(record.id), \(record.reading.weight) on \(record.reading.day)"
        }
    }

    /// Returns the rows of a log before and after the change.
    func rows(in weights: Weights) -> [ChangedRow] {
        switch self {
        case .add(let records): records.map { ChangedRow(before: nil, after: $0) }
        case .update(let record): [ChangedRow(before: weights.weights.rows[id: record.id], after: record)]
        case .delete(let record): [ChangedRow(before: record, after: nil)]
        }
    }
}
