import Reactor

/// An instrument has a new price, in cents.
struct Traded: Event {
    var id: Int32
    var price: Int32
}
