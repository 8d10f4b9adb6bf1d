import Reactor

/// The user wants what went wrong tried again.
package enum Retry: String, Event, Codable {
    case connecting, refreshing, searching, saving
}
