/// One file that lets someone else see what happened: the recording with its secrets blotted out, and what the app says
/// of the device.
///
/// ```swift
/// func report<App>(_ recording: RecordingFile, _ catalog: EventCatalog<App>) throws -> [UInt8] {
///     let redactor = Redactor(state: [["token"]])
///     return try BugReport(
///         of: recording, catalog: catalog, redactor: redactor, versions: ["weightlog": "1.2"],
///         facts: ["device": "Linux x86-64"]
///     ).bytes()
/// }
/// ```
///
/// The recording in it is a journal of its own, line for line: `jq -r '.recording[]' report.json > recording.jsonl`.
/// Where nothing secret was in it, it replays to the same digests and can be kept as a test.
public struct BugReport: Hashable, Sendable {
    /// What the app says of where it ran.
    var facts: [String: String]
    /// The versions of what ran.
    var versions: [String: String]
    /// The recording as its header says.
    package let header: JournalHeader
    /// The recording: a journal of one segment; empty where there was no room for it.
    package internal(set) var recording: [UInt8]
    /// How the recorded program ended, where it is the report of an end that was unexpected.
    var unexpectedEnd: UnexpectedEnd?
    /// What had no room in it, nil where nothing was left out.
    public internal(set) var leftOut: String?

    /// Makes the report of a recording: of its last segment, when there are several.
    ///
    /// - Parameters:
    ///   - source: the recording.
    ///   - catalog: what older versions are made into today's with, against which the redactor is written.
    ///   - redactor: what is secret; nil sends everything as it is.
    ///   - versions: the versions of what ran, by name.
    ///   - facts: what the app says of where it ran, by name.
    /// - Throws: ``ReplayError`` when a line cannot be read.
    public init<StateType>(
        of source: some RecordingSource, catalog: EventCatalog<StateType>, redactor: Redactor?,
        versions: [String: String] = [:], facts: [String: String] = [:]
    ) throws(ReplayError) {
        try self.init(of: source, catalog: catalog, redactor, knowing: [], versions: versions, facts: facts)
    }

    /// - Parameter known: secrets of what is not in the report, which an error in it may say again.
    init<StateType>(
        of source: some RecordingSource, catalog: EventCatalog<StateType>, _ redactor: Redactor?,
        knowing known: Set<String>, versions: [String: String], facts: [String: String]
    ) throws(ReplayError) {
        self.facts = facts
        self.versions = versions
        let redactor = redactor.map { RedactorOfCatalog(redactor: $0, catalog: catalog) }
        // What is secret may stand first in the last line, or in a segment before, and the header says whether anything is.
        var (header, lines) = (source.header, try source.lines(after: source.header.from))
        var secrets = known.union(redactor?.secrets(in: .header(header)) ?? [])
        var entries: [JournalLine] = []
        while let line = try lines.next() {
            if let redactor { secrets.formUnion(redactor.secrets(in: line)) }
            if case .header(let next) = line { (header, entries) = (next, []) } else { entries.append(line) }
        }
        (header.segment, header.after) = (nil, nil)
        let isRedacted = redactor?.redact(&header, &entries, knowing: secrets) ?? false
        header.isRedacted = header.isRedacted || isRedacted
        var writer = LineWriter()
        writer.write(header)
        for line in entries {
            // A digest would be of the state with its secrets.
            if case .check(var check) = line, header.isRedacted {
                (check.digest, check.members) = (nil, nil)
                writer.write(check)
            } else {
                writer.write(line)
            }
        }
        self.header = header
        recording = writer.bytes
    }

    /// The file.
    public func bytes() -> [UInt8] {
        let schema = RecordingFacts(header).schemaJSON
        let lines = recording.split(separator: UInt8(ascii: "\n")).map {
            JSON.string(String(decoding: $0, as: UTF8.self))
        }
        var report: JSON = [
            "bugReport": 1, "app": .string(header.app), "redacted": .bool(header.isRedacted),
            "facts": .sorted(facts.mapValues { .string($0) }), "versions": .sorted(versions.mapValues { .string($0) }),
        ]
        if !recording.isEmpty { report["schema"] = schema }
        report["unexpectedEnd"] = unexpectedEnd?.json
        report["leftOut"] = leftOut.map { .string($0) }
        report["recording"] = .array(lines)
        return report.bytes(.readable) + [UInt8(ascii: "\n")]
    }
}
