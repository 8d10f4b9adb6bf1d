import Reactor

/// An instrument has a new price, in cents.
struct Traded: Event {
    var id: Int32
    var price: Int32
}

/// The rows are to stand in this order, as it is now.
struct Sorted: Event {
    var order: SortOrder
}

/// What trades have moved is to be sorted again.
struct Resorted: Event {}

/// No producer trades from now on.
struct TradingPaused: Event {}

/// Producers trade again.
struct TradingResumed: Event {}
