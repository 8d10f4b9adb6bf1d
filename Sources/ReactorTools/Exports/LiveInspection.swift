public import Reactor
public import ReactorRecording

/// An ``Inspection`` of a recording that is still being written, whose open pages are updated.
///
/// Each page sends the entry up to which it is complete, and receives the later entries. Any number of pages can be open, each at
/// its own position, and no state is stored for a closed page.
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
/// The page requests updates at the address `events`, next to its own and with its query, as server-sent events. It adds `from`
/// and `after`: ``from``, and the `seq` of its last entry. An event of the type `reload` makes it reload.
public struct LiveInspection<StateType: State & Codable> {
    private var steps: RecordedSteps<StateType>
    private var inspection: Inspection
    /// The steps of an incomplete group.
    private var group: [InspectedStep] = []

    /// The last entry before the beginning of the pages. A page with another beginning was created from other files and must
    /// reload.
    public var from: UInt64 { inspection.facts.from }
    /// The last entry in the page.
    public private(set) var seq: UInt64

    /// Creates an inspection of the existing entries.
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - catalog: The catalog that decodes the events.
    ///   - redactor: The redactor. Secrets are in no page and no update.
    ///   - versions: The versions of the app and its environment, for the page.
    /// - Complexity: O(entries), as ``Inspection/init(of:catalog:redactor:versions:)``.
    /// - Throws: `ReplayError` if an entry cannot be read or replayed.
    public init(
        of source: some RecordingSource, catalog: EventCatalog<StateType>, redactor: Redactor? = nil,
        versions: [String: String] = [:]
    ) throws(ReplayError) {
        steps = try RecordedSteps(of: source, catalog: catalog, versions: versions)
        seq = steps.facts.from
        let secrets = try redactor.map { redactor throws(ReplayError) in try source.secrets(redactor, catalog) } ?? []
        inspection = Inspection(
            of: steps.facts, base: steps.base, redactor: redactor, knowing: secrets, isLive: true)
        while let step = try steps.next() { take(step) }
    }

    /// Adds a line. An existing line is skipped, so a tail can begin before the end of the recording. An entry of a group is
    /// added to the page with the last one of its group.
    ///
    /// - Parameter line: The line from a `JournalTail`.
    /// - Complexity: O(size of the change), and with a redactor O(size of the state).
    /// - Throws: `ReplayError` if the line does not follow, or its event cannot be replayed.
    public mutating func read(_ line: JournalTail.Line) throws(ReplayError) { try read(line.line) }

    package mutating func read(_ line: JournalLine) throws(ReplayError) {
        if let step = try steps.read(line) { take(step) }
    }

    private mutating func take(_ step: InspectedStep) {
        group.append(step)
        guard step.group.map({ $0.place == $0.count }) ?? true else { return }
        for step in group { inspection.append(step) }
        group = []
        seq = step.seq
    }

    /// Returns the page up to ``seq``: an ``Inspection/page()`` that requests later entries from its server. Its policy only
    /// allows requests to this server.
    ///
    /// - Complexity: O(size of the page).
    public func page() -> [UInt8] { inspection.page() }

    /// Returns an update for a page that is complete up to an entry: one line of JSON.
    ///
    /// - Parameter seq: The last entry in the page.
    /// - Returns: The later rows, each once, with the names, commands and places that they use. nil if the page must reload,
    ///   because it misses more than the last 10,000 entries, or does not end at one of these entries.
    /// - Complexity: O(size of the update).
    public func update(after seq: UInt64) -> [UInt8]? { inspection.update(after: seq) }
}
