/// A file for another developer: a recording without its secrets, and facts about the device.
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
/// Its recording is a complete journal, line by line: `jq -r '.recording[]' report.json > recording.jsonl`. If nothing was
/// redacted, it replays to the same digests and can be kept as a test.
public struct BugReport: Hashable, Sendable {
    /// Facts about the device, by name.
    var facts: [String: String]
    /// The versions of the app and its environment, by name.
    var versions: [String: String]
    package let header: JournalHeader
    /// The recording as a journal of one segment, or empty if it exceeds the limit.
    package internal(set) var recording: [UInt8]
    /// The unexpected end of the recorded program, if this report describes one.
    var unexpectedEnd: UnexpectedEnd?
    /// The contents that exceeded the limit, or nil if nothing was left out.
    package internal(set) var leftOut: String?

    /// Creates a report of the last segment of a recording.
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - catalog: The catalog, which converts older versions into the current ones for the redactor.
    ///   - redactor: The redactor; nil includes all secrets.
    ///   - versions: The versions of the app and its environment, by name.
    ///   - facts: Facts about the device, by name.
    /// - Throws: ``ReplayError`` if a line cannot be read.
    public init<StateType>(
        of source: some RecordingSource, catalog: EventCatalog<StateType>, redactor: Redactor?,
        versions: [String: String] = [:], facts: [String: String] = [:]
    ) throws(ReplayError) {
        try self.init(of: source, catalog: catalog, redactor, knowing: [], versions: versions, facts: facts)
    }

    /// - Parameter known: Secrets that are not in the report, but that the text of an error in it can contain.
    init<StateType>(
        of source: some RecordingSource, catalog: EventCatalog<StateType>, _ redactor: Redactor?,
        knowing known: Set<String>, versions: [String: String], facts: [String: String]
    ) throws(ReplayError) {
        self.facts = facts
        self.versions = versions
        let redactor = redactor.map { RedactorOfCatalog(redactor: $0, catalog: catalog) }
        // The first occurrence of a secret can be in the last line or in an earlier segment, and the header contains whether
        // there is any.
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

    /// Returns the content of the file.
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
