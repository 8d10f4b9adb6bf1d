import Reactor

/// The service told all it has.
struct RecordsArrived: Event {
    let book: WeightBook
}
