/// A replay of a log that can still be rearranged, and its progress.
///
/// A reducer reads it without a parameter. A replay runs on one thread from its beginning to its end, so a thread-local
/// variable is sufficient; a task-local value or a lock would cost more than the event.
package struct LogFold {
    /// The position of an event, which identifies it. If another event is rolled back, or placed below, no position
    /// changes and none is used again. Positions depend only on the order of the steps, so a replay has the same
    /// positions.
    package struct Position {
        /// The number of the entry.
        package let entry: UInt64
        /// The rank among the events of the entry.
        package let index: Int
    }

    /// The progress of a replay.
    package struct Progress {
        package fileprivate(set) var position: Position?
        /// The number of events and commands that were fired inside the current entry.
        package var fired = 0
        /// Whether an event changed ``ServerRows/rows`` directly since the last check.
        fileprivate var changedServerRows = false
    }

    /// A pointer to the stack of the replay, which contains every call that reads it. An object would be an allocation
    /// for each event while a prediction is pending.
    private let progress: UnsafeMutablePointer<Progress>

    /// The position of the event that is being applied. It is nil while no event below it can be added or removed, so
    /// that a state which counts events has the same count in every replay.
    package static var position: Position? { progress?.pointee.position }

    /// The progress of the replay on this thread, if there is one.
    package static var progress: UnsafeMutablePointer<Progress>? {
        current.pointer?.assumingMemoryBound(to: Progress.self)
    }

    /// Runs a replay. `body` reports the position of each event.
    static func run(_ body: (LogFold) -> Void) {
        let outer = current.pointer
        var progress = Progress()
        withUnsafeMutablePointer(to: &progress) { progress in
            current.pointer = UnsafeMutableRawPointer(progress)
            body(LogFold(progress: progress))
            current.pointer = outer
        }
    }

    /// Sets the position of the next event. Without an entry number, it has no position.
    func reach(_ entry: UInt64?, _ index: Int) {
        progress.pointee.position = entry.map { Position(entry: $0, index: index) }
        if index == 0 { progress.pointee.fired = 0 }
    }

    /// Returns whether an event changed ``ServerRows/rows`` directly since the last call.
    func takeChangeOfServerRows() -> Bool {
        defer { progress.pointee.changedServerRows = false }
        return progress.pointee.changedServerRows
    }

    /// Records that the current event changed ``ServerRows/rows`` directly.
    package static func noteChangeOfServerRows() { progress?.pointee.changedServerRows = true }

    private static let current = ThreadLocal()
}
