/// Which readings of a file are new to a log.
///
/// The same weight twice on one day is two weights, so rows are matched one to one: first with a record that says the
/// same now, then with one that said it before it was edited. Only what is left over is added, which is nothing when
/// the same file comes a second time.
struct ImportPlan: Equatable {
    private(set) var added: [WeightRecord] = []
    private(set) var known = 0

    init(_ readings: [Reading], into book: WeightBook) {
        // Edited records come last, so that one is matched by what it says now only when no other is.
        let byCertainty = book.records.filter { $0.original == nil } + book.records.filter { $0.original != nil }
        var free = byCertainty.reduce(into: [Reading: [WeightRecord]]()) { $0[$1.reading, default: []].append($1) }
        for reading in free.keys { free[reading]?.reverse() }

        var unmatched: [Reading] = []
        for reading in readings where free[reading]?.popLast() == nil { unmatched.append(reading) }

        var edited = free.values.joined().reduce(into: [Reading: Int]()) { counts, record in
            if let original = record.original { counts[original, default: 0] += 1 }
        }
        for reading in unmatched {
            if let count = edited[reading], count > 0 {
                edited[reading] = count - 1
            } else {
                added.append(WeightRecord(id: book.nextID + added.count, reading: reading))
            }
        }
        known = readings.count - added.count
    }
}
