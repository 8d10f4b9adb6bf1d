import Reactor

/// The rows are to stand in this order, as it is now.
struct Sorted: Event {
    var order: SortOrder
}
