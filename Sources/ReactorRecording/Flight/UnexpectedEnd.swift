/// How a journal ended that nobody closed: what its core had done and the disk had not, and what it was at work on.
///
/// ```swift
/// func attach<App>(_ opened: OpenedCore<App>, _ catalog: EventCatalog<App>, _ redactor: Redactor) throws -> [UInt8]? {
///     guard let end = opened.report.unexpectedEnd else { return nil }
///     if let step = end.inFlight { print("It crashed in react(to:), at entry \(step.seq): \(step.event ?? "")") }
///     return try end.report(redactor, catalog: catalog).bytes()
/// }
/// ```
///
/// What is known besides ``seq`` comes from the flight recorder, see ``FlightRecorder``. A journal that was closed has no
/// such end.
public struct UnexpectedEnd: Hashable, Sendable {
    /// A step that the flight recorder knows of.
    public struct Step: Hashable, Sendable {
        /// The number of its entry, had it been written.
        public let seq: UInt64
        /// The name of its event, nil for a step without one.
        public let event: String?
        /// The launch of the command that it comes from.
        let launch: UInt64?

        /// A step of this number.
        package init(seq: UInt64, event: String?, launch: UInt64? = nil) {
            self.seq = seq
            self.event = event
            self.launch = launch
        }
    }

    /// The segment that the journal ended in.
    package let file: String
    /// The last entry that the journal holds.
    public let seq: UInt64
    /// The step that `react(to:)` had begun and not returned from, nil where it was not at work. Of several events that are
    /// one step, the first.
    public let inFlight: Step?
    /// What was begun behind the last entry, in order: the step in flight is the last of it. Steps that were finished are
    /// here because they were not written yet.
    public let missing: [Step]
    /// The same as entries that follow ``seq``, with their payloads, where the flight recorder keeps them. Fewer where one
    /// between them was too long.
    public let entries: [JournalEntry]

    init(file: String, seq: UInt64, inFlight: Step? = nil, missing: [Step] = [], entries: [JournalEntry] = []) {
        self.file = file
        self.seq = seq
        self.inFlight = inFlight
        self.missing = missing
        self.entries = entries
    }
}

extension UnexpectedEnd: CustomStringConvertible {
    public var description: String {
        let ended = "The program that wrote it did not close it."
        if let step = inFlight {
            return ended
                + " The program ended in react(to:), at entry \(step.seq)\(step.event.map { ", \($0)" } ?? "")."
        }
        guard let last = missing.last else { return ended }
        return ended + " Entries up to \(last.seq) were applied and not written."
    }
}
