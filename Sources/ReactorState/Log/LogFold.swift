/// A fold of a log that may still be rearranged, and how far it is.
///
/// A reducer asks for it without being handed it. What is folded runs on one thread from its beginning to its end, so a
/// place for each thread is enough; a task-local value and a lock around it cost more than the event.
struct LogFold {
    /// Where an event stands. It names the event: taking another one back, or putting one below, gives its place to no
    /// other and changes it for none. It comes from the order of acceptance alone, so a replay has the same places.
    struct Place {
        /// The number of the entry.
        let entry: UInt64
        /// The rank among the events of the entry.
        let index: Int
    }

    /// On the stack of who folds.
    private let reached: UnsafeMutablePointer<Place?>

    /// The place of the event that is being applied, nil while nothing below it can come or go: then whoever counts
    /// events counts the same in every refold.
    static var place: Place? { current.pointer?.assumingMemoryBound(to: Place?.self).pointee }

    /// Folds; `body` says for each event where it is.
    static func run(_ body: (LogFold) -> Void) {
        let outer = current.pointer
        var place: Place?
        withUnsafeMutablePointer(to: &place) { reached in
            current.pointer = UnsafeMutableRawPointer(reached)
            body(LogFold(reached: reached))
            current.pointer = outer
        }
    }

    /// The next event is the one with this rank in this entry; without a number it has no place.
    func reach(_ entry: UInt64?, _ index: Int) {
        reached.pointee = entry.map { Place(entry: $0, index: index) }
    }

    private static let current = ThreadLocal()
}
