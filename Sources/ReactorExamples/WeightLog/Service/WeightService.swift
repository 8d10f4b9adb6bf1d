import Reactor
import ReactorTerminal

/// Where the weights are kept. Commands talk to it; the state never does.
///
/// Every call either has carried the change out for good when it returns, or throws and has changed nothing.
protocol WeightService: Sendable {
    /// Everything it has, and as of which version.
    func list() async throws -> WeightBook
    /// Adds records and answers with what it made of them.
    func add(_ records: [WeightRecord]) async throws -> SavedChange
    /// Puts a record in the place of the one with its number.
    func update(_ record: WeightRecord) async throws -> SavedChange
    /// Removes the record with this number.
    func delete(_ id: Int) async throws -> SavedChange
    /// Removes every record and begins anew, numbers included; versions go on. Answers with the book that is left.
    func deleteAll() async throws -> WeightBook
}

/// What a service made of a change, and since which version it has it. Versions are in the order in which changes were
/// carried out, whatever the order in which the answers arrive.
struct SavedChange: Hashable, Sendable {
    let change: Change
    /// Nil for a service that says none.
    let version: Int?

    /// What takes the place of the prediction of the change.
    var events: [ChangeConfirmed] { change.parts.map { ChangeConfirmed(saved: $0, version: version) } }
}

/// A weight service inside this process: it answers as fast and as reliably as its conditions determine.
actor EmbeddedWeightService: WeightService {
    private let conditions: any ServiceConditions
    private var book: WeightBook

    /// A book without a version begins with version 0.
    init(_ book: WeightBook = WeightBook(), conditions: any ServiceConditions = PerfectConditions()) {
        self.book = WeightBook(records: book.records, nextID: book.nextID, version: book.version ?? 0)
        self.conditions = conditions
    }

    /// Continues from this book. It has no version if no other device changes it.
    func resume(with book: WeightBook) { self.book = book }

    func list() async throws -> WeightBook {
        // What it answers is what it has when it is asked, however long the answer takes on its way.
        let book = book
        try await conditions.meet(.list)
        return book
    }

    func add(_ records: [WeightRecord]) async throws -> SavedChange {
        try await conditions.meet(.add(records))
        let saved = records.map(conditions.rounded)
        return try carryOut { book throws(ServiceError) in
            if let taken = book.conflict(with: saved) { throw .numberTaken(taken) }
            return .add(saved)
        }
    }

    func update(_ record: WeightRecord) async throws -> SavedChange {
        try await conditions.meet(.update(record))
        let saved = conditions.rounded(record)
        return try carryOut { book throws(ServiceError) in
            guard book[saved.id] != nil else { throw .noSuchRecord(saved.id) }
            return .update(saved)
        }
    }

    func delete(_ id: Int) async throws -> SavedChange {
        try await conditions.meet(.delete(id))
        return try carryOut { book throws(ServiceError) in
            guard let record = book[id] else { throw .noSuchRecord(id) }
            return .delete(record)
        }
    }

    func deleteAll() async throws -> WeightBook {
        try await conditions.meet(.deleteAll)
        book = WeightBook(records: [], version: book.version.map { $0 + 1 })
        return book
    }

    private func carryOut(_ change: (WeightBook) throws(ServiceError) -> Change) throws -> SavedChange {
        let saved = try change(book)
        book.apply(saved)
        return SavedChange(change: saved, version: book.version)
    }
}

/// What a call to the service is for.
enum ServiceCall: Hashable, Sendable {
    case list
    case add([WeightRecord])
    case update(WeightRecord)
    case delete(Int)
    case deleteAll
}

/// How a service behaves: how long it takes, what it refuses, how exactly it keeps a weight.
protocol ServiceConditions: Sendable {
    /// Returns when the call may go on, or throws the reason why it fails.
    func meet(_ call: ServiceCall) async throws
    /// The record as this service keeps it.
    func rounded(_ record: WeightRecord) -> WeightRecord
}

/// Answers at once, refuses nothing, keeps every gram.
struct PerfectConditions: ServiceConditions {
    func meet(_ call: ServiceCall) {}
    func rounded(_ record: WeightRecord) -> WeightRecord { record }
}

/// A service of which every call waits until somebody says how it goes on: whoever has it decides who is answered, when,
/// and how. It keeps weights to a hundred grams.
actor StagedConditions: ServiceConditions {
    private var waiting: [ServiceCall: AsyncThrowingStream<Void, any Error>.Continuation] = [:]
    private var expecting: [ServiceCall: CheckedContinuation<Void, Never>] = [:]

    /// Waits for the answer, or for the caller's task to be cancelled.
    nonisolated func meet(_ call: ServiceCall) async throws {
        let answers = AsyncThrowingStream<Void, any Error>.makeStream()
        await arrive(call, answers.continuation)
        for try await _ in answers.stream { return }
        throw CancellationError()
    }

    nonisolated func rounded(_ record: WeightRecord) -> WeightRecord { record.toHundredGrams }

    /// Returns when the call is there and waits.
    func arrived(_ call: ServiceCall) async {
        guard waiting[call] == nil else { return }
        await withCheckedContinuation { expecting[call] = $0 }
    }

    /// Lets a call go on, or fail, as soon as it is there.
    func answer(_ call: ServiceCall, refusal: String? = nil) async {
        await arrived(call)
        let answer = waiting.removeValue(forKey: call)
        if let refusal {
            answer?.finish(throwing: ServiceError.refused(refusal))
        } else {
            answer?.yield()
        }
    }

    private func arrive(_ call: ServiceCall, _ answer: AsyncThrowingStream<Void, any Error>.Continuation) {
        waiting[call] = answer
        expecting.removeValue(forKey: call)?.resume()
    }
}

extension WeightRecord {
    /// As scales show it that know hundreds of grams only.
    var toHundredGrams: WeightRecord {
        guard let weight = Weight(grams: (reading.weight.grams + 50) / 100 * 100) else { return self }
        return WeightRecord(id: id, reading: Reading(day: reading.day, weight: weight), original: original, key: key)
    }
}

/// The key under which commands find the weight service.
enum WeightServiceKey: DependencyKey {
    /// Without another one: in this process, kept as long as the process lives.
    static var liveValue: any WeightService { EmbeddedWeightService() }
}

extension Dependencies {
    var weights: any WeightService {
        get { self[WeightServiceKey.self] }
        set { self[WeightServiceKey.self] = newValue }
    }
}

extension WeightBook {
    /// The log of somebody who stands on the scales most mornings of a winter; the same each time.
    static var demoUser: WeightBook {
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
