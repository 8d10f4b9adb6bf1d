import Reactor

/// The service told all it has.
struct RecordsArrived: Event, Codable {
    let book: WeightBook
}
