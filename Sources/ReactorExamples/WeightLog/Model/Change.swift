/// A change that somebody asked for. It names what it changes, so it can be taken back whatever happened in between.
struct Change: Hashable, Sendable, Identifiable {
    enum Kind: Hashable, Sendable {
        case add([WeightRecord])
        case update(WeightRecord)
        case delete(Int)
    }

    /// Given by whoever asks for the change, never made up while reacting.
    let id: Int
    let kind: Kind
}

extension WeightBook {
    /// Carries a change out. What it names and is not there is left alone, so doing it twice does no more than once.
    mutating func apply(_ kind: Change.Kind) {
        var changed = records
        switch kind {
        case .add(let added):
            let known = Set(records.map(\.id))
            changed += added.filter { !known.contains($0.id) }
        case .update(let record):
            guard let index = changed.firstIndex(where: { $0.id == record.id }) else { return }
            changed[index] = record
        case .delete(let id):
            changed.removeAll { $0.id == id }
        }
        self = WeightBook(records: changed, nextID: nextID)
    }
}
