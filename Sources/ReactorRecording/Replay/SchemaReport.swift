import Reactor

/// The readability of a recording for the current program, determined without a replay.
///
/// ```swift
/// func canRead<App>(_ recording: RecordingFile, _ catalog: EventCatalog<App>) throws -> Bool {
///     let report = try SchemaReport(of: recording, catalog: catalog)
///     if report.grade > .fine { print(report) }
///     return report.grade < .impossible
/// }
/// ```
public struct SchemaReport: Hashable, Sendable {
    /// The readability of an event or a state.
    public enum Grade: Int, Hashable, Comparable, Sendable {
        /// Readable as it was written.
        case fine
        /// Readable with an upcaster, or with members that were added or removed since.
        case risky
        /// Not readable.
        case impossible

        /// Returns whether the left grade is better.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The recorded events of one name and version, or the recorded states of one version.
    package struct GradedVersion: Hashable, Sendable {
        /// The name of the event, or the state.
        package let subject: CatalogError.Subject
        package let version: Int
        package internal(set) var grade = Grade.fine
        /// The reason for the grade, unless it is fine.
        package internal(set) var reason: String?
        /// The number of recorded values.
        package internal(set) var count = 0
        /// The first entry, or nil for values in the header.
        package internal(set) var first: UInt64?
    }

    /// The lines: the state first, then the events by name and version.
    package private(set) var lines: [GradedVersion] = []

    /// The worst grade of all lines.
    public var grade: Grade { lines.map(\.grade).max() ?? .fine }

    /// Reads a whole recording, and decodes every payload without applying it.
    ///
    /// - Throws: ``ReplayError`` if a line cannot be read.
    public init<StateType>(
        of source: some RecordingSource, catalog: EventCatalog<StateType>
    ) throws(ReplayError) {
        let header = source.header
        var grading = Grading(catalog: catalog)
        var state = GradedVersion(subject: .state, version: header.schema.state, count: 1)
        grading.grade(&state) { () throws(CatalogError) in
            let value = try catalog.decode(state: header.base, version: header.schema.state)
            return (header.base, try catalog.encode(state: value))
        }
        for pending in header.pending { for event in pending.events { grading.add(event, at: nil) } }
        var rest = try source.lines(after: header.from)
        while let line = try rest.next() {
            if case .entry(let entry) = line, let event = entry.event { grading.add(event, at: entry.seq) }
        }
        lines = [state] + grading.events
    }
}

extension SchemaReport: CustomStringConvertible {
    /// A line for each kind: grade, name, version, count, reason.
    public var description: String { lines.map(\.text).joined(separator: "\n") }
}

extension SchemaReport.GradedVersion {
    fileprivate var text: String {
        let name =
            switch subject {
            case .state: "the state"
            case .event(let name): name
            }
        let occurrences = first.map { "\(count) from entry \($0)" } ?? "in the header"
        return "\(grade): \(name) version \(version), \(occurrences)" + (reason.map { "; \($0)" } ?? "")
    }
}

/// Returns the members that only one of the two objects has, or nil if both have the same members.
private func unpairedMembers(of recorded: JSON, readAs again: JSON) -> String? {
    guard let old = recorded.object, let new = again.object else { return nil }
    let added = new.members.map(\.key).filter { old[$0] == nil }
    let removed = old.members.map(\.key).filter { new[$0] == nil }
    var reasons: [String] = []
    if !added.isEmpty {
        reasons.append("not recorded, and read with a default: \(added.sorted().joined(separator: ", "))")
    }
    if !removed.isEmpty { reasons.append("recorded and not read: \(removed.sorted().joined(separator: ", "))") }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
}

/// Grades the events of a recording one after another.
private struct Grading<StateType: State & Codable> {
    private struct Kind: Hashable {
        let name: String
        let version: Int
    }

    let catalog: EventCatalog<StateType>
    private var lines: [Kind: SchemaReport.GradedVersion] = [:]
    /// The number of payloads of each kind that are also encoded again and compared.
    private static var samples: Int { 64 }

    init(catalog: EventCatalog<StateType>) { self.catalog = catalog }

    var events: [SchemaReport.GradedVersion] {
        lines.sorted { ($0.key.name, $0.key.version) < ($1.key.name, $1.key.version) }.map(\.value)
    }

    mutating func add(_ event: RecordedEvent, at seq: UInt64?) {
        let kind = Kind(name: event.name, version: event.version)
        var line =
            lines[kind] ?? SchemaReport.GradedVersion(subject: .event(event.name), version: event.version, first: seq)
        line.count += 1
        if line.grade < .impossible {
            let isSample = line.count <= Self.samples && event.gap == nil
            grade(&line) { () throws(CatalogError) in
                let decoded = try catalog.decode(event)
                guard isSample else { return nil }
                let again = try catalog.encode(decoded)
                return (event.payload, try? JSON(parsing: again.payload))
            }
        }
        lines[kind] = line
    }

    func grade(
        _ line: inout SchemaReport.GradedVersion, _ read: () throws(CatalogError) -> (bytes: [UInt8], again: JSON?)?
    ) {
        do {
            let current =
                switch line.subject {
                case .state: catalog.version
                case .event(let name): catalog.schema(named: name)?.version
                }
            if let current, current > line.version {
                line.worsen(.risky, "read by the upcasters from version \(line.version) to \(current)")
            }
            guard let (bytes, again) = try read(), let again, current == line.version,
                let recorded = try? JSON(parsing: bytes), let reason = unpairedMembers(of: recorded, readAs: again)
            else { return }
            line.worsen(.risky, reason)
        } catch {
            line.worsen(.impossible, "\(error)")
        }
    }
}

extension SchemaReport.GradedVersion {
    fileprivate mutating func worsen(_ grade: SchemaReport.Grade, _ reason: String) {
        guard grade > self.grade else { return }
        self.grade = grade
        self.reason = reason
    }
}
