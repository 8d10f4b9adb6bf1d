import Reactor

/// A change is shown as if it had worked.
struct ChangePredicted: Event {
    let change: Change
}
