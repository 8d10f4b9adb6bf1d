/// A change that somebody asked for. It names what it changes, and numbers and days are its own, so it does the same
/// each time it is carried out, whatever happened in between.
package enum Change: Hashable, Sendable {
    case add([WeightRecord])
    case update(WeightRecord)
    case delete(WeightRecord)

    /// The numbers of the records that it concerns.
    package var touchedIDs: [Int] {
        switch self {
        case .add(let records): records.map(\.id)
        case .update(let record), .delete(let record): [record.id]
        }
    }
}

extension WeightBook {
    /// Carries a change out. What it names and is not there is left alone, so doing it twice does no more than once. What
    /// is added and there already keeps what it says, and is given the key if it has none.
    package mutating func apply(_ change: Change) {
        var changed = records
        switch change {
        case .add(let added):
            let known = Set(records.map(\.id))
            changed += added.filter { !known.contains($0.id) }
            changed.giveKeys(of: added)
        case .update(let record):
            guard let index = changed.firstIndex(where: { $0.id == record.id }) else { return }
            changed[index] = record
        case .delete(let record):
            changed.removeAll { $0.id == record.id }
        }
        self = WeightBook(records: changed, nextID: nextID)
    }
}

extension [WeightRecord] {
    fileprivate mutating func giveKeys(of added: [WeightRecord]) {
        let keyed = added.filter { $0.key != nil }
        guard !keyed.isEmpty else { return }
        let keys = Dictionary(keyed.map { ($0.id, $0.key) }, uniquingKeysWith: { first, _ in first })
        for index in indices where self[index].key == nil { self[index].key = keys[self[index].id] ?? nil }
    }
}

/// Recorded as `{"add":[…]}`, `{"update":{…}}` or `{"delete":{…}}`.
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
    /// The change as several that do the same together, none of which is too long for a line of a recording.
    package var parts: [Change] {
        guard case .add(let records) = self, records.count > Change.recordsInPart else { return [self] }
        return stride(from: 0, to: records.count, by: Change.recordsInPart).map { start in
            .add(Array(records[start..<min(start + Change.recordsInPart, records.count)]))
        }
    }

    /// The change that these are the parts of, nil when there are none.
    package init?(parts: [Change]) {
        guard let first = parts.first else { return nil }
        let added = parts.flatMap { part -> [WeightRecord] in
            if case .add(let records) = part { records } else { [] }
        }
        self = parts.count == 1 ? first : .add(added)
    }

    /// About 300 kB of JSON.
    package static let recordsInPart = 5_000
}
