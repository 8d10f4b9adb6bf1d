/// A weight service inside this process: it keeps its book in a store, and answers as fast and as reliably as its
/// conditions say.
actor EmbeddedWeightService: WeightService {
    private let store: any WeightStore
    private let conditions: any ServiceConditions
    private var book: WeightBook?

    init(store: any WeightStore, conditions: any ServiceConditions = PerfectConditions()) {
        self.store = store
        self.conditions = conditions
    }

    /// Goes on from this book instead of the one in the store.
    func resume(with book: WeightBook) { self.book = book }

    func list() async throws -> WeightBook {
        // What it answers is what it has when it is asked, however long the answer takes on its way.
        let book = try loaded()
        try await conditions.meet(.list)
        return book
    }

    func add(_ records: [WeightRecord]) async throws -> [WeightRecord] {
        try await conditions.meet(.add(records))
        let saved = records.map(conditions.rounded)
        try change { book throws(ServiceError) in
            if let taken = book.conflict(with: saved) { throw .numberTaken(taken) }
            book.apply(.add(saved))
        }
        return saved
    }

    func update(_ record: WeightRecord) async throws -> WeightRecord {
        try await conditions.meet(.update(record))
        let saved = conditions.rounded(record)
        try change { book throws(ServiceError) in
            guard book[saved.id] != nil else { throw .noSuchRecord(saved.id) }
            book.apply(.update(saved))
        }
        return saved
    }

    func delete(_ id: Int) async throws {
        try await conditions.meet(.delete(id))
        try change { book throws(ServiceError) in
            guard let record = book[id] else { throw .noSuchRecord(id) }
            book.apply(.delete(record))
        }
    }

    func deleteAll() async throws {
        try await conditions.meet(.deleteAll)
        try change { book throws(ServiceError) in book = WeightBook() }
    }

    private func loaded() throws -> WeightBook {
        if let book { return book }
        let stored = try store.load()
        book = stored
        return stored
    }

    /// Saves before it remembers, so that what the service has is never more than what is kept.
    private func change(_ body: (inout WeightBook) throws(ServiceError) -> Void) throws {
        var changed = try loaded()
        try body(&changed)
        try store.save(changed)
        book = changed
    }
}
