import Reactor

/// A change did not work and is taken back.
struct ChangeWithdrawn: Event {
    let id: Change.ID
    let reason: String
}
