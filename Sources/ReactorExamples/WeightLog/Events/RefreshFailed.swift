import Reactor

/// The service could not tell what it has; what was known stays.
struct RefreshFailed: Event, Codable {
    let reason: String
}
