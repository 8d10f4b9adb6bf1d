import Reactor

/// Who waits until when, found by name and by whose wait is over first.
///
/// Beginning and ending a wait, and taking one that is over, cost the logarithm of how many wait.
struct Waits<Name: Hashable & Sendable, Time: Comparable & Sendable>: Sendable {
    struct Wait: Sendable {
        let until: Time
        /// Whether a service asked for it.
        let isAskedByServer: Bool
        /// Whether a connection that comes back ends it.
        let endsWithConnection: Bool
    }

    private var waits: [Name: Wait] = [:]
    private var dues = DeadlineHeap<Name, Time>()

    var isEmpty: Bool { waits.isEmpty }

    /// When the first wait is over; nil when nobody waits.
    var first: Time? { dues.first }

    /// The latest time at which a wait that somebody asked for is over. O(waits).
    var lastAsked: Time? { waits.values.lazy.filter(\.isAskedByServer).map(\.until).max() }

    subscript(name: Name) -> Wait? { waits[name] }

    /// Lets `name` wait, in place of a wait it has.
    mutating func begin(_ name: Name, until: Time, isAskedByServer: Bool, endsWithConnection: Bool = false) {
        waits[name] = Wait(
            until: until, isAskedByServer: isAskedByServer, endsWithConnection: endsWithConnection && !isAskedByServer)
        dues.set(until, for: name)
    }

    mutating func end(_ name: Name) {
        guard waits.removeValue(forKey: name) != nil else { return }
        dues.set(nil, for: name)
    }

    /// Ends the waits that are over at that time, and says whose they were, in no particular order.
    mutating func takeOver(at time: Time) -> [Name] {
        let over = dues.removeAll(until: time)
        for name in over { waits[name] = nil }
        return over
    }

    /// The names whose waits end with a connection that comes back, in no particular order. O(waits).
    var endingWithConnection: [Name] { waits.filter(\.value.endsWithConnection).map(\.key) }
}
