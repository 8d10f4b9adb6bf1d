import Reactor

/// The service carried a change out, perhaps a little differently. It takes the place of what was predicted.
struct ChangeConfirmed: Event, Codable {
    let saved: Change
}
