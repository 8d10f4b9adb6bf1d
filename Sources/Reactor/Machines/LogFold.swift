/// A fold of a log that may still be rearranged, and how far it is.
final class LogFold: Sendable {
    /// Where an event stands. It names the event: taking another one back, or putting one below, gives its place to no
    /// other and changes it for none. It comes from the order of acceptance alone, so a replay has the same places.
    struct Place {
        /// The number of the entry.
        let entry: UInt64
        /// The rank among the events of the entry.
        let index: Int
    }

    private let reached = Guarded<Place?>(nil)

    @TaskLocal private static var current: LogFold?

    /// The place of the event that is being applied, nil while nothing below it can come or go: then whoever counts
    /// events counts the same in every refold.
    static var place: Place? { current?.reached.withLock { $0 } }

    /// Folds; `body` says for each event where it is.
    func run(_ body: (LogFold) -> Void) {
        Self.$current.withValue(self) { body(self) }
    }

    /// The next event is the one with this rank in this entry; without a number it has no place.
    func reach(_ entry: UInt64?, _ index: Int) {
        reached.withLock { $0 = entry.map { Place(entry: $0, index: index) } }
    }
}
