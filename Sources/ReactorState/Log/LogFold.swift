/// A replay of a log, and its progress.
///
/// A reducer reads it without a parameter. A replay runs on one thread from its beginning to its end, so a thread-local
/// variable is sufficient; a task-local value or a lock would cost more than the event.
package struct LogFold {
    /// The place at which a value receives an event, which identifies a change of the value.
    ///
    /// The number stays with the entry in every replay: after a rollback, after a restart, after the entries of another
    /// process, and in a part of the recording.
    package struct Place {
        /// The number of the entry in the log.
        package let entry: UInt64
        /// The rank among the values that received events of the entry.
        package let rank: Int
    }

    /// The progress of a replay.
    package struct Progress {
        /// The number of the entry whose events are being applied.
        package fileprivate(set) var entry: UInt64?
        /// The number of values that have received an event of the entry.
        fileprivate var receivers = 0
        /// The number of events and commands that were fired inside the current entry.
        package var fired = 0
        /// Whether an event changed ``ServerRows/rows`` directly since the last check.
        fileprivate var changedServerRows = false
    }

    /// A pointer to the stack of the replay, which contains every call that reads it. An object would be an allocation
    /// for each event.
    private let progress: UnsafeMutablePointer<Progress>

    /// The progress of the replay on this thread, if there is one.
    package static var progress: UnsafeMutablePointer<Progress>? {
        current.pointer?.assumingMemoryBound(to: Progress.self)
    }

    /// Returns the place of a value that receives the current event, or nil outside of a core and a replay.
    ///
    /// - Parameter last: The last place of the value. It is still the place if the entry has several events.
    package static func place(after last: Place?) -> Place? {
        guard let progress, let entry = progress.pointee.entry else { return nil }
        if let last, last.entry == entry { return last }
        defer { progress.pointee.receivers += 1 }
        return Place(entry: entry, rank: progress.pointee.receivers)
    }

    /// Runs a replay. `body` applies events to it.
    package static func run(_ body: (LogFold) -> Void) {
        // Read once: the access to a global variable costs as much as the thread-local one.
        let current = current
        let outer = current.pointer
        var progress = Progress()
        withUnsafeMutablePointer(to: &progress) { progress in
            current.pointer = UnsafeMutableRawPointer(progress)
            body(LogFold(progress: progress))
            current.pointer = outer
        }
    }

    /// Applies an event of the entry with a number.
    ///
    /// - Parameter index: The rank among the events of the entry.
    package func apply(_ event: any Event, at index: Int = 0, of entry: UInt64?, to state: inout some State) {
        progress.pointee.entry = entry
        if index == 0 { (progress.pointee.fired, progress.pointee.receivers) = (0, 0) }
        state.react(to: event)
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
