import ReactorRecording
import ReactorTerminal

/// The findings of one recording.
struct CheckedRecording {
    /// The status of a recording.
    enum Status: String {
        /// The states are equal to the recorded ones, and to those of the other build.
        case same
        /// It can be replayed, and there are no recorded states.
        case nothingToCompare = "nothing_to_compare"
        /// It can be replayed, and the other build did not have it.
        case missing
        /// The states differ from the recorded ones, or from those of the other build.
        case differs
        /// Two replays differ from each other.
        case impure
        /// A state breaks an invariant.
        case invariant
        /// A line was changed.
        case damaged
        /// A file is missing, newer, or has an unknown format.
        case unreadable
    }

    private let path: String
    private var scan: RecordingScan?
    private(set) var status = Status.nothingToCompare
    private var verification: Verification?
    /// The unexpected end, if the recording is the folder of a journal that was not closed.
    private var unexpectedEnd: UnexpectedEnd?
    /// The reason why nothing was compared.
    private var reason: String?
    /// The entry of the finding, its event, and the invariant that is broken after it.
    private var seq: UInt64?
    private var event: String?
    private var invariant: String?
    /// The error, or nil for a valid recording.
    private(set) var error: ToolError?

    /// - Parameter other: The states of another build, or nil to compare only with the recorded ones.
    init<StateType>(_ path: String, _ call: JournalCall<StateType>, against other: OtherBuild? = nil) throws {
        self.path = path
        let progress = call.console.progress()
        defer { progress.end() }
        do {
            let recording = try call.opened(path)
            let scan = try RecordingScan(path, progress)
            self.scan = scan
            unexpectedEnd = try scan.unexpectedEnd()
            if scan.isRedacted {
                reason = "secrets were taken out, so the lines are whole and cannot be replayed"
            } else {
                let verification = try Verification(of: recording, catalog: call.tool.catalog) { seq in
                    progress.show("replaying \(path): entry \(seq) of \(scan.last)")
                }
                try Task.checkCancellation()
                try take(verification, recording, call, other)
            }
        } catch {
            try Task.checkCancellation()
            guard let error = ToolError(error) else { throw error }
            status = error.isDamage ? .damaged : .unreadable
            self.error = error
        }
    }

    private mutating func take<StateType>(
        _ verification: Verification, _ recording: OpenedRecording, _ call: JournalCall<StateType>,
        _ other: OtherBuild?
    ) throws {
        self.verification = verification
        // First, because recorded digests are few, and would name a later entry.
        if let other, try compare(recording, call, other) { return }
        switch verification.outcome {
        case .same where status != .missing: status = .same
        case .nothingToCompare(let why) where status == .nothingToCompare: reason = why
        case .same, .nothingToCompare: break
        case .damaged, .unreadable: break
        case .differs(let finding):
            status = .differs
            if case .impure = finding.difference { status = .impure }
            error = .finding("\(path): \(finding)")
            (seq, event) = (finding.seq, try recording.entry(finding.seq)?.event?.name)
            return
        }
        guard let (name, entry) = try call.tool.broken(in: recording) else { return }
        (status, invariant, seq, event) = (.invariant, name, entry.seq, entry.event?.name)
        error = .finding("\(path): '\(name)' is broken after entry \(entry.seq), \(entry.eventText)")
    }

    /// Compares with the states of another build.
    ///
    /// - Returns: Whether they differ.
    private mutating func compare<StateType>(
        _ recording: OpenedRecording, _ call: JournalCall<StateType>, _ other: OtherBuild
    ) throws -> Bool {
        guard let theirs = other.states(of: recording.header.id, at: path) else {
            status = .missing
            return false
        }
        let mine = SessionStates(path, of: recording, catalog: call.tool.catalog)
        try Task.checkCancellation()
        guard let seq = mine.firstDifference(from: theirs) else {
            status = theirs.digests.isEmpty ? status : .same
            return false
        }
        let entry = try recording.entry(seq)
        (status, self.seq, event) = (.differs, seq, entry?.event?.name)
        let place = entry.map { "state after entry \(seq), \($0.eventText)," } ?? "first state"
        error = .finding("\(path): the \(place) differs from that of the other build")
        return true
    }

    var exitCode: ExitCode {
        switch status {
        case .same, .nothingToCompare, .missing: .ok
        case .unreadable: .unreadable
        default: .failed
        }
    }

    /// The lines of text for a user.
    var lines: [String] {
        guard let scan else { return [] }
        let counts = [scan.segments.counted("segment"), scan.entries.counted("entry", "entries")]
        var lines = ["\(path.escaped()): \(counts.joined(separator: ", ")), the last is \(scan.last)"]
        if let torn = scan.torn {
            lines.append(
                "a crash tore the end at line \(torn.line), byte \(torn.offset); everything before it is whole")
        }
        if let unexpectedEnd {
            let were = scan.open.count == 1 ? "was" : "were"
            let open = scan.open.isEmpty ? "" : " \(scan.open.count.counted("prediction")) \(were) open."
            lines.append("\(unexpectedEnd)".escaped() + open)
        }
        let digest = verification.map { "digest \($0.digest); the same as a second replay" }
        switch status {
        case .same: lines.append("\(digest ?? "") and \((verification?.checks ?? 0).counted("recorded state"))")
        case .nothingToCompare:
            if let digest { lines.append(digest) }
            lines.append("nothing recorded was compared: \(reason ?? "")".escaped())
        default: break
        }
        return lines
    }

    /// The JSON for a program.
    var json: JSON {
        var json: JSON = ["path": .string(path), "status": .string(status.rawValue)]
        if let scan {
            json["segments"] = .number(JSON.Number(scan.segments))
            json["entries"] = .number(JSON.Number(scan.entries))
            json["last"] = .number(JSON.Number(scan.last))
            json["redacted"] = .bool(scan.isRedacted)
            json["torn"] = scan.torn.map(\.json) ?? .null
            json["ended_cleanly"] = scan.ending.isClean
            json["open_predictions"] = .number(JSON.Number(scan.open.count))
            if let step = unexpectedEnd?.inFlight {
                json["in_flight"] = [
                    "seq": .number(JSON.Number(step.seq)), "event": step.event.map { .string($0) } ?? .null,
                ]
            }
        }
        if let verification {
            json["digest"] = .string(verification.digest)
            json["compared"] = .number(JSON.Number(verification.checks))
        }
        if let seq {
            json["seq"] = .number(JSON.Number(seq))
            json["event"] = event.map { .string($0) } ?? .null
            json["invariant"] = invariant.map { .string($0) }
        }
        if let finding = verification?.finding {
            json["path_in_state"] = finding.path.map { .string("\($0)") } ?? .null
            (json["before"], json["now"]) = (finding.before ?? .null, finding.now ?? .null)
        }
        if let damage = error?.damage { json["damage"] = damage.json }
        json["reason"] = (error?.description ?? reason).map { .string($0) }
        return json
    }
}

extension JournalTool {
    /// Returns the first invariant that an entry breaks, with the entry, or nil.
    fileprivate func broken(in source: some RecordingSource) throws -> (name: String, entry: JournalEntry)? {
        guard !invariants.isEmpty else { return nil }
        var states = try RecordedStates(of: source, catalog: catalog)
        let invariants = invariants.filter { $0.holds(states.state) }
        while let (entry, isSeen) = try states.next() {
            guard isSeen, let broken = invariants.first(where: { !$0.holds(states.state) }) else { continue }
            return (broken.name, entry)
        }
        return nil
    }
}

extension JournalEntry {
    /// The event, or the operation of an entry without one: `weight.edited v2`, `rollback`.
    var eventText: String {
        guard let event else { return step.inspected.0?.rawValue ?? "event" }
        return event.version == 1 ? event.name : "\(event.name) v\(event.version)"
    }
}

extension RecordingSource {
    /// Returns the entry with this number, or nil for the place before the first.
    func entry(_ seq: UInt64) throws(ReplayError) -> JournalEntry? {
        guard seq > header.from else { return nil }
        var lines = try lines(after: seq - 1)
        while let line = try lines.next() {
            if case .entry(let entry) = line { return entry }
        }
        return nil
    }
}
