import Reactor

/// A change is shown as if it had worked. Always predicted, never fired.
struct ChangePredicted: Event, Codable {
    let change: Change
}
