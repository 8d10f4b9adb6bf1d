import Reactor
import ReactorPlatform

/// A service that stores weights. Commands call it, and states do not.
///
/// A call that returns has carried the change out completely. A call that throws has changed nothing.
package protocol WeightService: Sendable {
    /// Returns all records and their version.
    func list() async throws -> WeightBook
    /// Carries out all of the changes or none of them, and returns the changes as they are stored.
    func carryOut(_ changes: [Change]) async throws -> SavedChange
    /// Removes every record, and resets the numbers. Versions continue. Returns the resulting book.
    func deleteAll() async throws -> WeightBook
}

/// The changes as a service stored them, and the version in which it has them. Versions follow the order in which
/// changes are carried out. The order in which responses arrive can differ.
package struct SavedChange: Hashable, Sendable {
    package let changes: [Change]
    /// The version, or nil for a service without versions.
    package let version: Int?

    package init(changes: [Change], version: Int?) {
        self.changes = changes
        self.version = version
    }

    /// The events that replace the prediction of the changes.
    var events: [ChangeConfirmed] { changes.flatMap(\.parts).map { ChangeConfirmed(saved: $0, version: version) } }
}

/// A weight service inside this process. Its conditions determine its speed and its reliability.
package actor EmbeddedWeightService: WeightService {
    private let conditions: any ServiceConditions
    private var book: WeightBook

    /// Creates a service with the records of a book. A book without a version begins with version 0.
    package init(_ book: WeightBook = WeightBook(), conditions: any ServiceConditions = PerfectConditions()) {
        self.book = WeightBook(records: book.records, nextID: book.nextID, version: book.version ?? 0)
        self.conditions = conditions
    }

    /// Continues from a book. Its version is nil if no other device changes the records.
    package func resume(with book: WeightBook) { self.book = book }

    package func list() async throws -> WeightBook {
        // The response contains the records from the beginning of the call, for any duration of the call.
        let book = book
        try await conditions.meet(.list)
        return book
    }

    package func carryOut(_ changes: [Change]) async throws -> SavedChange {
        try await conditions.meet(.change(changes))
        var rows = KeyedRows(book.records) { first, _ in first }
        var saved: [Change] = []
        for change in changes {
            saved.append(try possible(change, in: rows))
            rows.apply(saved[saved.count - 1])
        }
        book = WeightBook(records: Array(rows), nextID: book.nextID, version: book.version.map { $0 + 1 })
        return SavedChange(changes: saved, version: book.version)
    }

    /// Returns the change in the form in which this service stores it.
    private func possible(_ change: Change, in rows: KeyedRows<Int, WeightRecord>) throws(ServiceError) -> Change {
        switch change {
        case .add(let records):
            let added = records.map(conditions.rounded)
            // An equal record with the same number is not a conflict.
            let taken = added.first { record in rows[id: record.id].map { $0 != record } ?? false }
            if let taken { throw .numberTaken(taken.id) }
            return .add(added)
        case .update(let record):
            guard rows.contains(id: record.id) else { throw .noSuchRecord(record.id) }
            return .update(conditions.rounded(record))
        case .delete(let record):
            guard let known = rows[id: record.id] else { throw .noSuchRecord(record.id) }
            return .delete(known)
        }
    }

    package func deleteAll() async throws -> WeightBook {
        try await conditions.meet(.deleteAll)
        book = WeightBook(records: [], version: book.version.map { $0 + 1 })
        return book
    }
}

/// The purpose of a call to the service.
package enum ServiceCall: Hashable, Sendable {
    case list
    case change([Change])
    case deleteAll
}

/// The behavior of a service: its delays, its refusals and its rounding.
package protocol ServiceConditions: Sendable {
    /// Returns when the call may continue, or throws the reason why it fails.
    func meet(_ call: ServiceCall) async throws
    /// Returns the record in the form in which this service stores it.
    func rounded(_ record: WeightRecord) -> WeightRecord
}

/// The conditions of a service that responds immediately, accepts all calls and does not round.
package struct PerfectConditions: ServiceConditions {
    package init() {}
    package func meet(_ call: ServiceCall) {}
    package func rounded(_ record: WeightRecord) -> WeightRecord { record }
}

extension WeightRecord {
    /// The record with its weight rounded to 100 g.
    package var toHundredGrams: WeightRecord {
        guard let weight = Weight(grams: (reading.weight.grams + 50) / 100 * 100) else { return self }
        return WeightRecord(id: id, reading: Reading(day: reading.day, weight: weight), original: original, key: key)
    }
}

/// The key of the weight service in the dependencies.
package enum WeightServiceKey: DependencyKey {
    /// A new, empty service in this process. Each access creates another service, so a core overrides it.
    package static var liveValue: any WeightService { EmbeddedWeightService() }
}

extension Dependencies {
    package var weights: any WeightService {
        get { self[WeightServiceKey.self] }
        set { self[WeightServiceKey.self] = newValue }
    }
}

extension WeightBook {
    /// The log of a person over 60 days in winter, with a weight on most days. It is always the same.
    package static var demoUser: WeightBook {
        var random = SplitMix64(seed: 2_026)
        var grams = 84_600
        var records: [WeightRecord] = []
        for day in 0..<60 {
            grams += random.number(in: -4...3) * 100
            guard random.number(in: 0...4) > 0, let weight = Weight(grams: grams) else { continue }
            let reading = Reading(day: Day(ordinal: firstDemoDay).advanced(by: day), weight: weight)
            records.append(WeightRecord(id: records.count + 1, reading: reading))
        }
        return WeightBook(records: records)
    }

    /// A log of `count` days, for measurements and previews.
    package static func large(_ count: Int = 10_000) -> WeightBook {
        WeightBook(
            records: (0..<count).compactMap { day in
                Weight(grams: 80_000 + day * 37 % 9_000).map { weight in
                    let reading = Reading(day: Day(ordinal: firstDemoDay - day), weight: weight)
                    return WeightRecord(id: day + 1, reading: reading)
                }
            })
    }

    /// The ordinal of 2025-12-01.
    private static var firstDemoDay: Int { 20_423 }
}
