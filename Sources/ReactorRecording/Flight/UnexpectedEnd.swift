/// The end of a journal that was not closed: the steps that were not written to disk, and the step in progress.
///
/// ```swift
/// func attach<App>(_ opened: OpenedCore<App>, _ catalog: EventCatalog<App>, _ redactor: Redactor) throws -> [UInt8]? {
///     guard let end = opened.report.unexpectedEnd else { return nil }
///     if let step = end.inFlight { print("It crashed in react(to:), at entry \(step.seq): \(step.event ?? "")") }
///     return try BugReport(of: end, catalog: catalog, redactor: redactor).bytes()
/// }
/// ```
///
/// All values other than ``seq`` come from the flight recorder, see ``FlightRecorder``. A journal that was closed has no
/// unexpected end.
public struct UnexpectedEnd: Hashable, Sendable {
    /// A step in the flight recorder.
    public struct Step: Hashable, Sendable {
        /// The number that its entry would have.
        public let seq: UInt64
        /// The name of its event, or nil for a step without one.
        public let event: String?
        /// The launch of the command that caused it.
        let launch: UInt64?

        package init(seq: UInt64, event: String?, launch: UInt64? = nil) {
            self.seq = seq
            self.event = event
            self.launch = launch
        }
    }

    /// The last segment of the journal.
    package let file: String
    /// The last entry in the journal.
    public let seq: UInt64
    /// The step whose `react(to:)` had not returned, or nil if none was in progress. The first step, if several events form one
    /// step.
    public let inFlight: Step?
    /// The steps after the last entry, in order, with the step in flight at the end. Finished steps are here if they had not been
    /// written.
    public let missing: [Step]
    /// The missing steps as entries with payloads, if the flight recorder stores payloads. The list is shorter if a payload was
    /// too long.
    package let entries: [JournalEntry]

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
