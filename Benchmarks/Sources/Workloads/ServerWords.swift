import Reactor

/// Rows that a server owns, updated again and again, and the same rows updated without versions.
package enum ServerWords {
    struct Weight: Identifiable, Equatable {
        var id: Int
        var kilograms: Double
    }

    /// The way in which the rows are updated.
    package enum Telling {
        /// `KeyedRows.update(with:)`: the baseline for versions.
        case withoutVersion
        /// Each update is newer than the previous one.
        case newer
        /// Each update is older than the known row.
        case older
    }

    private static let count = 1_000

    /// Updates a row of a thousand N times.
    package static func tell(_ times: Int, _ telling: Telling) throws {
        let all = KeyedRows(uniqueRows: (0..<count).map { Weight(id: $0, kilograms: 0) })
        var plain = all
        var versioned = ServerRows<Weight, Int>(all, asOf: 0)
        if telling == .older { for row in all { versioned.receive(row, at: .max) } }
        var taken = 0
        for time in 1...times {
            let row = Weight(id: time % count, kilograms: Double(time))
            switch telling {
            case .withoutVersion: if plain.update(with: row) != nil { taken += 1 }
            case .newer, .older: if versioned.receive(row, at: time) { taken += 1 }
            }
        }
        let expected = telling == .older ? 0 : times
        try check(taken == expected, "\(taken) words were taken of \(expected).")
    }
}
