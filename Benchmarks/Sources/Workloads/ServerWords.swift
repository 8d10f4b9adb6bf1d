import Reactor

/// Rows that a server owns, told again and again, and the same rows updated without versions.
package enum ServerWords {
    struct Weight: Identifiable, Equatable {
        var id: Int
        var kilograms: Double
    }

    /// How the rows are told.
    package enum Telling {
        /// `KeyedRows.update(with:)`: what versions are measured against.
        case withoutVersion
        /// Each word is newer than the one before.
        case newer
        /// Each word is older than what is known.
        case older
    }

    private static let count = 1_000

    /// Tells a row of a thousand so many times.
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
