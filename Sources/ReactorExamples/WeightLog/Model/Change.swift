/// A change that somebody asked for. It names what it changes, and numbers and days are its own, so it does the same
/// each time it is carried out, whatever happened in between.
enum Change: Hashable, Sendable {
    case add([WeightRecord])
    case update(WeightRecord)
    case delete(WeightRecord)

    /// The numbers of the records that it concerns.
    var touchedIDs: [Int] {
        switch self {
        case .add(let records): records.map(\.id)
        case .update(let record), .delete(let record): [record.id]
        }
    }
}

extension WeightBook {
    /// Carries a change out. What it names and is not there is left alone, so doing it twice does no more than once.
    mutating func apply(_ change: Change) {
        var changed = records
        switch change {
        case .add(let added):
            let known = Set(records.map(\.id))
            changed += added.filter { !known.contains($0.id) }
        case .update(let record):
            guard let index = changed.firstIndex(where: { $0.id == record.id }) else { return }
            changed[index] = record
        case .delete(let record):
            changed.removeAll { $0.id == record.id }
        }
        self = WeightBook(records: changed, nextID: nextID)
    }
}
