/// Where the weights are kept. Commands talk to it; the state never does.
///
/// Every call either has carried the change out for good when it returns, or throws and has changed nothing.
protocol WeightService: Sendable {
    /// Everything it has.
    func list() async throws -> WeightBook
    /// Adds records and answers with what it made of them.
    func add(_ records: [WeightRecord]) async throws -> [WeightRecord]
    /// Puts a record in the place of the one with its number.
    func update(_ record: WeightRecord) async throws -> WeightRecord
    /// Removes the record with this number.
    func delete(_ id: Int) async throws
    /// Removes every record and begins anew, numbers included.
    func deleteAll() async throws
}
