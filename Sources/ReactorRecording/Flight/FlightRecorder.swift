/// The amount of information that a journal stores about the steps in progress, so that a recording contains the event that
/// crashed.
///
/// A journal is written asynchronously, so it never contains the event that crashes the program. The flight recorder stores the
/// event before `react(to:)` runs, in a file that is mapped into memory. This requires no system call, and the data outlives the
/// process. It does not survive a power loss.
///
/// ```swift
/// let configuration = JournalConfiguration(
///     app: "diary", flight: .payload(.last(2_000, bytes: 200_000)))
/// ```
///
/// If the file cannot be created, for example because the disk is full, this is reported and the core continues without a flight
/// recorder.
public enum FlightRecorder: Hashable, Sendable {
    /// No flight recorder.
    case off
    /// The number, name and command of each step. It takes some tens of nanoseconds per event.
    case position
    /// Also the payload, which is encoded on the core. It takes a microsecond or more per event.
    case payload(Bound = .last(2_000, bytes: 200_000))

    /// The limit for stored steps. The newest are kept.
    public struct Bound: Hashable, Sendable {
        /// The largest number of entries.
        let entries: Int
        /// The largest number of bytes.
        let bytes: Int

        /// Returns a limit in entries and in bytes.
        public static func last(_ entries: Int, bytes: Int) -> Bound { Bound(entries: entries, bytes: bytes) }
    }
}
