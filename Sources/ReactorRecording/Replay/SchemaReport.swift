import Reactor

/// What of a recording a program can read, known before it is replayed.
///
/// ```swift
/// func canRead<App>(_ recording: RecordingFile, _ catalog: EventCatalog<App>) throws -> Bool {
///     let report = try SchemaReport(of: recording, catalog: catalog)
///     if report.grade > .fine { print(report) }
///     return report.grade < .impossible
/// }
/// ```
public struct SchemaReport: Hashable, Sendable {
    /// How well something can be read.
    public enum Grade: Int, Hashable, Comparable, Sendable {
        /// As it was written.
        case fine
        /// By an upcaster, or with members that were added, or taken away, since.
        case risky
        /// Not at all.
        case impossible

        /// The better one is less.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// What was recorded of one event, or of the state, in one version.
    package struct Line: Hashable, Sendable {
        /// The event, or the state.
        package let subject: CatalogError.Subject
        /// The version it was recorded in.
        package let version: Int
        /// How well it can be read.
        package internal(set) var grade = Grade.fine
        /// Why it is not fine.
        package internal(set) var reason: String?
        /// How often it was recorded.
        package internal(set) var count = 0
        /// The first entry that holds it, nil for what the header holds.
        package internal(set) var first: UInt64?
    }

    /// The state first, then the events by name and version.
    package private(set) var lines: [Line] = []

    /// The worst grade of all.
    public var grade: Grade { lines.map(\.grade).max() ?? .fine }

    /// Reads a whole recording without folding it: every payload is decoded.
    ///
    /// - Throws: ``ReplayError`` when a line cannot be read at all.
    public init<StateType>(
        of source: some RecordingSource, catalog: EventCatalog<StateType>
    ) throws(ReplayError) {
        let header = source.header
        var grading = Grading(catalog: catalog)
        var state = Line(subject: .state, version: header.schema.state, count: 1)
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
    /// A line each: grade, name, version, count, reason.
    public var description: String { lines.map(\.text).joined(separator: "\n") }
}

extension SchemaReport.Line {
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

/// The members that only one of the two objects has, or nil if both have the same members.
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
    private var lines: [Kind: SchemaReport.Line] = [:]
    /// So many payloads of each kind are also written again and compared.
    private static var samples: Int { 64 }

    init(catalog: EventCatalog<StateType>) { self.catalog = catalog }

    var events: [SchemaReport.Line] {
        lines.sorted { ($0.key.name, $0.key.version) < ($1.key.name, $1.key.version) }.map(\.value)
    }

    mutating func add(_ event: RecordedEvent, at seq: UInt64?) {
        let kind = Kind(name: event.name, version: event.version)
        var line =
            lines[kind] ?? SchemaReport.Line(subject: .event(event.name), version: event.version, first: seq)
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

    func grade(_ line: inout SchemaReport.Line, _ read: () throws(CatalogError) -> (bytes: [UInt8], again: JSON?)?) {
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

extension SchemaReport.Line {
    fileprivate mutating func worsen(_ grade: SchemaReport.Grade, _ reason: String) {
        guard grade > self.grade else { return }
        self.grade = grade
        self.reason = reason
    }
}
