import Reactor

/// A change did not work. By the time this arrives it has been taken back; this is what to tell the person.
struct ChangeWithdrawn: Event, Codable {
    let change: Change
    let reason: String
}
