import Reactor

/// The service carried a change out, perhaps a little differently.
struct ChangeConfirmed: Event {
    let id: Change.ID
    /// What the service did, in place of what was predicted.
    let saved: Change.Kind
}
