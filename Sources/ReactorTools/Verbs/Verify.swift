import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var verify: JournalVerb {
        JournalVerb(
            "verify", "check every line, and that a replay gives what was seen",
            discussion: """
                Every line has a check of its own, which holds the one before it too. Then everything is replayed twice, and
                compared with the digests that were written when it happened. What is wrong is named with its line, byte and
                reason. Nothing is changed.

                The outcome of a recording is one of

                  same              two replays agree, and with what was recorded
                  nothingToCompare  two replays agree, and no recorded digest can
                                    be compared with them
                  differs           a replay gives another state
                  damaged           a line is not what was written
                  unreadable        something is missing, newer, or unknown here

                A folder without segments stands for each recording in it. The exit code is 0 for the first two, 1 for the next two, 3 for the last; of several recordings the
                highest.
                """,
            recordings: .several, options: [.json]
        ) { call in
            var worst = ExitCode.ok
            for path in try call.paths() {
                let verified = try VerifiedRecording(path, call)
                if call.asJSON {
                    try call.print(verified.json)
                } else {
                    for line in verified.lines { try call.print(line) }
                }
                if let error = verified.error { try call.complain(error) }
                if verified.exitCode.rawValue > worst.rawValue { worst = verified.exitCode }
            }
            if worst != .ok { throw Ended(worst) }
        }
    }
}

/// What was found of one recording.
struct VerifiedRecording {
    private enum Outcome: String {
        case same, nothingToCompare, differs, damaged, unreadable
    }

    private let path: String
    private var scan: RecordingScan?
    private var outcome = Outcome.nothingToCompare
    private var verification: Verification?
    /// How it ended, where it is the folder of a journal that was not closed.
    private var unexpectedEnd: UnexpectedEnd?
    /// Why nothing was compared.
    private var reason: String?
    /// The event of the entry that differs.
    private var event: String?
    /// What is wrong, nil when nothing is.
    private(set) var error: ToolError?

    init<StateType>(_ path: String, _ call: JournalCall<StateType>) throws {
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
                try take(verification, recording)
            }
        } catch {
            try Task.checkCancellation()
            guard let error = ToolError(error) else { throw error }
            outcome = error.isDamage ? .damaged : .unreadable
            self.error = error
        }
    }

    private mutating func take(_ verification: Verification, _ recording: OpenedRecording) throws {
        self.verification = verification
        switch verification.outcome {
        case .same: outcome = .same
        case .nothingToCompare(let why): reason = "\(why)"
        case .damaged, .unreadable: break
        case .differs(let finding):
            outcome = .differs
            error = .finding("\(path): \(finding)")
            event = try recording.entry(finding.seq)?.event?.name
        }
    }

    var exitCode: ExitCode {
        switch outcome {
        case .same, .nothingToCompare: .ok
        case .differs, .damaged: .failed
        case .unreadable: .unreadable
        }
    }

    /// For people.
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
        switch outcome {
        case .same: lines.append("\(digest ?? "") and \((verification?.checks ?? 0).counted("recorded state"))")
        case .nothingToCompare:
            if let digest { lines.append(digest) }
            lines.append("nothing recorded was compared: \(reason ?? "")".escaped())
        case .differs, .damaged, .unreadable: break
        }
        return lines
    }

    /// For programs.
    var json: JSON {
        var json: JSON = ["path": .string(path), "outcome": .string(outcome.rawValue)]
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
        if let finding = verification?.finding {
            json["seq"] = .number(JSON.Number(finding.seq))
            json["event"] = event.map { .string($0) } ?? .null
            json["path_in_state"] = finding.path.map { .string("\($0)") } ?? .null
            (json["before"], json["now"]) = (finding.before ?? .null, finding.now ?? .null)
        }
        if case .unreadable(let error) = error { json["damage"] = error.journal?.damage?.json }
        json["reason"] = (error?.description ?? reason).map { .string($0) }
        return json
    }
}

extension RecordingSource {
    /// The entry of this number, nil for what stands before the first.
    func entry(_ seq: UInt64) throws(ReplayError) -> JournalEntry? {
        guard seq > header.from else { return nil }
        var lines = try lines(after: seq - 1)
        while let line = try lines.next() {
            if case .entry(let entry) = line { return entry }
        }
        return nil
    }
}
