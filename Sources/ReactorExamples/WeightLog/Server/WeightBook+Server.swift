/// A weight that a server has.
struct ServerWeight: Hashable, Sendable {
    let key: String
    let reading: Reading
}

extension WeightBook {
    /// This book as it is when a server has these weights: what it knows by key keeps its number, what is new is given
    /// the next, what the server has no more is gone. What the server never had stays.
    func merged(with weights: [ServerWeight]) -> WeightBook {
        var known: [String: WeightRecord] = [:]
        for record in records { if let key = record.key { known[key] = record } }
        var next = nextID
        var merged = records.filter { $0.key == nil }
        for weight in weights {
            guard let record = known[weight.key] else {
                merged.append(WeightRecord(id: next, reading: weight.reading, key: weight.key))
                next += 1
                continue
            }
            merged.append(record.reading == weight.reading ? record : record.corrected(to: weight.reading))
        }
        return WeightBook(records: merged, nextID: next)
    }

    /// This book, with every next number above these.
    func numbering(above numbers: [Int]) -> WeightBook {
        WeightBook(records: records, nextID: max(nextID, (numbers.max() ?? 0) + 1))
    }
}
