public import Reactor
public import ReactorRecording

/// An ``Inspection`` of a recording that is still being written, whose page goes on while it is open.
///
/// Each page says behind which entry it stands, and is given what came since. So any number of pages may be open, each at
/// its own place, and nothing is kept for one that is gone.
///
/// ```swift
/// import ReactorRecording
///
/// func follow<App>(_ folder: String, _ catalog: EventCatalog<App>) async throws {
///     var inspection = try LiveInspection(of: RecordingFile(path: folder), catalog: catalog)
///     for try await line in JournalTail(folder: folder) {
///         let seq = inspection.seq
///         try inspection.read(line)
///         _ = inspection.update(after: seq)   // what to send to a page that stands at `seq`
///     }
/// }
/// ```
///
/// The page asks for updates at the address `events`, beside its own and with its query, as server-sent events: it adds
/// `from` and `after`, which are ``from`` and the `seq` of the last entry that it holds. An event of the type `reload` lets
/// it load itself anew.
public struct LiveInspection<StateType: State & Codable> {
    private var steps: RecordedSteps<StateType>
    private var inspection: Inspection
    /// What was read of a group that is not whole.
    private var group: [InspectedStep] = []

    /// Behind which entry its pages begin. A page that begins behind another was made of other files: it is to be loaded anew.
    public var from: UInt64 { inspection.facts.from }
    /// The last entry that is in the page.
    public private(set) var seq: UInt64

    /// The inspection of what is there.
    ///
    /// - Parameters:
    ///   - source: the recording.
    ///   - catalog: what the events are read with.
    ///   - redactor: what is secret: it reaches neither a page nor an update.
    ///   - versions: the versions of what ran, for the page.
    /// - Complexity: O(entries), as ``Inspection/init(of:catalog:redactor:versions:)``.
    /// - Throws: `ReplayError` when an entry cannot be read or replayed.
    public init(
        of source: some RecordingSource, catalog: EventCatalog<StateType>, redactor: Redactor? = nil,
        versions: [String: String] = [:]
    ) throws(ReplayError) {
        steps = try RecordedSteps(of: source, catalog: catalog, versions: versions)
        seq = steps.facts.from
        inspection = Inspection(of: steps.facts, base: steps.base, redactor: redactor, isLive: true)
        while let step = try steps.next() { take(step) }
    }

    /// Goes on by a line. One that it has is passed over, so that a tail may begin before the recording was read. An entry
    /// of a group is in the page with the last one of its group.
    ///
    /// - Parameter line: the line, as a `JournalTail` gives it.
    /// - Complexity: O(what changed), and with a redactor O(size of the state).
    /// - Throws: `ReplayError` when the line does not follow, or its event cannot be replayed.
    public mutating func read(_ line: JournalLine) throws(ReplayError) {
        if let step = try steps.read(line) { take(step) }
    }

    private mutating func take(_ step: InspectedStep) {
        group.append(step)
        guard step.group.map({ $0.place == $0.count }) ?? true else { return }
        for step in group { inspection.append(step) }
        group = []
        seq = step.seq
    }

    /// The page up to ``seq``: an ``Inspection/page()`` that asks its server for what comes behind. Its policy allows
    /// requests to that server alone.
    ///
    /// - Complexity: O(size of the page).
    public func page() -> [UInt8] { inspection.page() }

    /// What came behind an entry, for a page that holds everything up to it: one line of JSON.
    ///
    /// - Parameter seq: the last entry that the page holds.
    /// - Returns: The rows behind it, each once, and the names, commands and places that come with them. Nil where the page is
    ///   to be loaded anew: more than the last 10,000 entries are missing, or the entry is none of these.
    /// - Complexity: O(size of what is returned).
    public func update(after seq: UInt64) -> [UInt8]? { inspection.update(after: seq) }
}
