extension Change {
    /// The change as several that do the same together, none of which is too long for a line of a recording.
    var parts: [Change] {
        guard case .add(let records) = self, records.count > Change.recordsInPart else { return [self] }
        return stride(from: 0, to: records.count, by: Change.recordsInPart).map { start in
            .add(Array(records[start..<min(start + Change.recordsInPart, records.count)]))
        }
    }

    /// The change that these are the parts of, nil when there are none.
    init?(parts: [Change]) {
        guard let first = parts.first else { return nil }
        let added = parts.flatMap { part -> [WeightRecord] in
            if case .add(let records) = part { records } else { [] }
        }
        self = parts.count == 1 ? first : .add(added)
    }

    /// About 300 kB of JSON.
    static let recordsInPart = 5_000
}
