/// What a journal keeps of the steps that its core is at work on, so that a crash is in its own recording.
///
/// A journal is written behind the core's back, so the event that crashes a program is never in it. The flight recorder has
/// it before `react(to:)` runs, in a file that is mapped into memory: no system call for an event, and what was noted there
/// outlives the process. A loss of power it does not outlive.
///
/// ```swift
/// let configuration = JournalConfiguration(
///     app: "diary", flight: .payload(.last(2_000, under: .kilobytes(200))))
/// ```
///
/// Where the file cannot be made, because the disk is full, say, it is reported and the core goes on without one.
public enum FlightRecorder: Hashable, Sendable {
    /// Nothing.
    case off
    /// The number, the name and the command of each step. Some tens of nanoseconds an event.
    case position
    /// Its payload besides, encoded on the core. A microsecond
    /// or more an event.
    case payload(Bound = .last(2_000, under: .kilobytes(200)))

    /// How much is kept: the newest.
    public struct Bound: Hashable, Sendable {
        /// At most so many entries.
        let entries: Int
        /// In at most so many bytes.
        let bytes: Size

        /// The last entries, as many as there is room for.
        public static func last(_ entries: Int, under bytes: Size) -> Bound { Bound(entries: entries, bytes: bytes) }
    }

    /// A number of bytes.
    public struct Size: Hashable, Sendable {
        /// The number.
        let bytes: Int

        /// So many.
        public static func bytes(_ count: Int) -> Size { Size(bytes: count) }
        /// So many thousands.
        public static func kilobytes(_ count: Int) -> Size { Size(bytes: count * 1_000) }
    }
}
