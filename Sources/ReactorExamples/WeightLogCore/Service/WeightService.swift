import Reactor
import ReactorTerminal

/// Where the weights are kept. Commands talk to it; the state never does.
///
/// Every call either has carried the change out permanently when it returns, or throws and has changed nothing.
package protocol WeightService: Sendable {
    /// Everything it has, and as of which version.
    func list() async throws -> WeightBook
    /// Carries out all of the changes as one, or none, and returns what it made of them.
    func carryOut(_ changes: [Change]) async throws -> SavedChange
    /// Removes every record and starts from scratch, numbers included; versions continue. Returns the remaining
    /// book.
    func deleteAll() async throws -> WeightBook
}

/// The changes as a service carried them out, and since which version it has them. Versions are in the order in which changes were
/// carried out, whatever the order in which the answers arrive.
package struct SavedChange: Hashable, Sendable {
    package let changes: [Change]
    /// Nil for a service without versions.
    package let version: Int?

    package init(changes: [Change], version: Int?) {
        self.changes = changes
        self.version = version
    }

    /// The events that replace the prediction of the changes.
    var events: [ChangeConfirmed] { changes.flatMap(\.parts).map { ChangeConfirmed(saved: $0, version: version) } }
}

/// A weight service inside this process: it answers as fast and as reliably as its conditions determine.
package actor EmbeddedWeightService: WeightService {
    private let conditions: any ServiceConditions
    private var book: WeightBook

    /// A book without a version begins with version 0.
    package init(_ book: WeightBook = WeightBook(), conditions: any ServiceConditions = PerfectConditions()) {
        self.book = WeightBook(records: book.records, nextID: book.nextID, version: book.version ?? 0)
        self.conditions = conditions
    }

    /// Continues from this book. It has no version if no other device changes it.
    package func resume(with book: WeightBook) { self.book = book }

    package func list() async throws -> WeightBook {
        // What it answers is what it has when it is asked, however long the answer takes on its way.
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

    /// The change as this service carries it out.
    private func possible(_ change: Change, in rows: KeyedRows<Int, WeightRecord>) throws(ServiceError) -> Change {
        switch change {
        case .add(let records):
            let added = records.map(conditions.rounded)
            // The same record twice is no conflict.
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

/// How a service behaves: how long it takes, what it refuses, how exactly it keeps a weight.
package protocol ServiceConditions: Sendable {
    /// Returns when the call may go on, or throws the reason why it fails.
    func meet(_ call: ServiceCall) async throws
    /// The record as this service keeps it.
    func rounded(_ record: WeightRecord) -> WeightRecord
}

/// Answers at once, refuses nothing, keeps every gram.
package struct PerfectConditions: ServiceConditions {
    package init() {}
    package func meet(_ call: ServiceCall) {}
    package func rounded(_ record: WeightRecord) -> WeightRecord { record }
}

extension WeightRecord {
    /// As scales show it that know hundreds of grams only.
    package var toHundredGrams: WeightRecord {
        guard let weight = Weight(grams: (reading.weight.grams + 50) / 100 * 100) else { return self }
        return WeightRecord(id: id, reading: Reading(day: reading.day, weight: weight), original: original, key: key)
    }
}

/// The key under which commands find the weight service.
package enum WeightServiceKey: DependencyKey {
    /// Without another one: in this process, kept as long as the process lives.
    package static var liveValue: any WeightService { EmbeddedWeightService() }
}

extension Dependencies {
    package var weights: any WeightService {
        get { self[WeightServiceKey.self] }
        set { self[WeightServiceKey.self] = newValue }
    }
}

extension WeightBook {
    /// The log of a person who weighs most mornings of a winter; the same each time.
    package static var demoUser: WeightBook {
        var random = SeededRandom(seed: 2_026)
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

    /// 2025-12-01.
    private static var firstDemoDay: Int { 20_423 }
}
