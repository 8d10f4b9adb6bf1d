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
