import Reactor

/// The waits of lanes, by name and by due time.
///
/// Beginning, ending and taking a wait takes O(log waits).
struct Waits<Name: Hashable & Sendable, Time: Comparable & Sendable>: Sendable {
    struct Wait: Sendable {
        let until: Time
        /// Whether a service requested the wait.
        let isAskedByServer: Bool
        /// Whether a restored connection ends the wait.
        let endsWithConnection: Bool
    }

    private var waits: [Name: Wait] = [:]
    private var dues = DeadlineHeap<Name, Time>()

    var isEmpty: Bool { waits.isEmpty }

    /// The first due time, or nil if there are no waits.
    var first: Time? { dues.first }

    /// The latest due time of a wait that a service requested. O(waits).
    var lastAsked: Time? { waits.values.lazy.filter(\.isAskedByServer).map(\.until).max() }

    subscript(name: Name) -> Wait? { waits[name] }

    /// Begins a wait of `name`, and replaces its current wait.
    mutating func begin(_ name: Name, until: Time, isAskedByServer: Bool, endsWithConnection: Bool = false) {
        waits[name] = Wait(
            until: until, isAskedByServer: isAskedByServer, endsWithConnection: endsWithConnection && !isAskedByServer)
        dues.set(until, for: name)
    }

    mutating func end(_ name: Name) {
        guard waits.removeValue(forKey: name) != nil else { return }
        dues.set(nil, for: name)
    }

    /// Removes the waits that are due at that time, and returns their names in no particular order.
    mutating func takeOver(at time: Time) -> [Name] {
        let over = dues.removeAll(until: time)
        for name in over { waits[name] = nil }
        return over
    }

    /// The names whose waits end with a restored connection, in no particular order. O(waits).
    var endingWithConnection: [Name] { waits.filter(\.value.endsWithConnection).map(\.key) }
}
