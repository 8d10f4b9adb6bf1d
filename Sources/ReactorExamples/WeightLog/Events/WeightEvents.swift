import Reactor

/// A change is shown as if it had worked. Always predicted, never fired.
struct ChangePredicted: Event, Codable {
    let change: Change
}

/// The service carried a change out, perhaps a little differently. It takes the place of what was predicted.
struct ChangeConfirmed: Event, Codable {
    let saved: Change
}

/// A change did not work. By the time this arrives it has been taken back; this is what to tell the person.
struct ChangeWithdrawn: Event, Codable {
    let change: Change
    let reason: String
}

/// The service told all it has.
struct RecordsArrived: Event, Codable {
    let book: WeightBook
}

/// The service could not tell what it has; what was known stays.
struct RefreshFailed: Event, Codable {
    let reason: String
}
