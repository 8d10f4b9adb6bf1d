/// A fold of a log that may still be rearranged, and how far it is.
///
/// A reducer reads it without receiving it as a parameter. A replay runs on one thread from its beginning to its
/// end, so a variable for each thread is enough; a task-local value and a lock around it cost more than the event.
package struct LogFold {
    /// The position of an event. It identifies the event: rolling another event back, or placing an event below,
    /// reuses the position for no other event and changes it for none. It follows from the order of acceptance
    /// alone, so a replay has the same positions.
    package struct Position {
        /// The number of the entry.
        package let entry: UInt64
        /// The rank among the events of the entry.
        package let index: Int
    }

    /// How far a fold is.
    package struct Progress {
        package fileprivate(set) var position: Position?
        /// How often something was fired from inside the entry that is being applied.
        package var fired = 0
        /// Whether an event changed ``ServerRows/rows`` itself since this was last looked at.
        fileprivate var changedServerRows = false
    }

    /// On the stack of the fold, which is further up while a state asks. An object would be allocated for
    /// each event while a prediction is pending.
    private let progress: UnsafeMutablePointer<Progress>

    /// The position of the event that is being applied, nil while nothing below it can come or go: then a state that counts
    /// events counts the same in every refold.
    package static var position: Position? { progress?.pointee.position }

    /// How far the fold is that runs on this thread, if one does.
    package static var progress: UnsafeMutablePointer<Progress>? {
        current.pointer?.assumingMemoryBound(to: Progress.self)
    }

    /// Folds; `body` says for each event where it is.
    static func run(_ body: (LogFold) -> Void) {
        let outer = current.pointer
        var progress = Progress()
        withUnsafeMutablePointer(to: &progress) { progress in
            current.pointer = UnsafeMutableRawPointer(progress)
            body(LogFold(progress: progress))
            current.pointer = outer
        }
    }

    /// The next event is the one with this rank in this entry; without a number it has no position.
    func reach(_ entry: UInt64?, _ index: Int) {
        progress.pointee.position = entry.map { Position(entry: $0, index: index) }
        if index == 0 { progress.pointee.fired = 0 }
    }

    /// Whether an event changed ``ServerRows/rows`` itself since this was last asked.
    func takeChangeOfServerRows() -> Bool {
        defer { progress.pointee.changedServerRows = false }
        return progress.pointee.changedServerRows
    }

    /// The event that is being applied changed ``ServerRows/rows`` itself.
    package static func noteChangeOfServerRows() { progress?.pointee.changedServerRows = true }

    private static let current = ThreadLocal()
}
