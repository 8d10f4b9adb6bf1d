/// What a person did last, with what it takes to undo it.
package enum Deed: Hashable, Sendable {
    /// One weight was logged, or many were imported: these numbers were given.
    case added(ClosedRange<Int>)
    /// The record as it was before.
    case edited(WeightRecord)
    case deleted(WeightRecord)

    /// Nil for a change of what is not there, which is none.
    package init?(_ change: Change, in book: WeightBook) {
        switch change {
        case .add(let records):
            guard let first = records.map(\.id).min(), let last = records.map(\.id).max() else { return nil }
            self = .added(first...last)
        case .update(let record):
            guard let known = book[record.id] else { return nil }
            self = .edited(known)
        case .delete(let record):
            guard let known = book[record.id] else { return nil }
            self = .deleted(known)
        }
    }

    /// What undoes it in a log that has become this. Empty when it was rolled back, or others have undone it.
    package func undoing(in book: WeightBook) -> [Change] {
        switch self {
        case .added(let numbers): book.records.filter { numbers.contains($0.id) }.map { .delete($0) }
        case .edited(let record):
            book[record.id].map { now in
                now.reading == record.reading ? [] : [.update(WeightRecord(record, key: now.key))]
            } ?? []
        case .deleted(let record): book[record.id] == nil ? [.add([record])] : []
        }
    }
}

extension WeightRecord {
    /// This record, known to a server by this key.
    fileprivate init(_ record: WeightRecord, key: String?) {
        self.init(id: record.id, reading: record.reading, original: record.original, key: key)
    }
}

/// Recorded as `{"added":[3,3]}`, `{"edited":{…}}` or `{"deleted":{…}}`.
extension Deed: Codable {
    private enum CodingKeys: String, CodingKey {
        case added, edited, deleted
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let numbers = try container.decodeIfPresent(ClosedRange<Int>.self, forKey: .added) {
            self = .added(numbers)
        } else if let record = try container.decodeIfPresent(WeightRecord.self, forKey: .edited) {
            self = .edited(record)
        } else {
            self = .deleted(try container.decode(WeightRecord.self, forKey: .deleted))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .added(let numbers): try container.encode(numbers, forKey: .added)
        case .edited(let record): try container.encode(record, forKey: .edited)
        case .deleted(let record): try container.encode(record, forKey: .deleted)
        }
    }
}
