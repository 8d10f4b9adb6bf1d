import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var check: JournalVerb {
        JournalVerb(
            "check", "verify every line, and replay the recording",
            discussion: """
                Verifies the checksum of every line, replays the recording twice, compares the states with the recorded digests, and checks
                the invariants of the app. The recording is not changed. Several recordings, or a recording with --baseline or --processes, are
                replayed in several processes: a session that crashes or hangs is reported with its entry, and sessions that fail in the same
                way are reported in one line.

                Examples:

                  Check one recording:
                    {tool} check DIR

                  Compare two builds of the app:
                    old-{tool} check -o states.jsonl sessions
                    {tool} check --baseline states.jsonl sessions

                With -o, the states of this build are written and nothing is checked. --baseline compares the states of another build entry by
                entry. Sessions are matched by id, independent of file names.

                Status of a recording:

                  same                no difference
                  nothing_to_compare  two replays agree, and the recording has no
                                      comparable digest
                  not_in_baseline     the baseline does not contain the session
                  differs             the replay reaches another state
                  impure              two replays reach different states
                  invariant           a state breaks an invariant
                  crash, hang         react(to:) crashes, or does not return
                  damaged             a line was changed
                  unreadable          a file is missing, newer, or has an unknown format

                With --json, each recording is one line. A folder without segments is searched for recordings.

                With - for RECORDING, check serves another program: it reads a line for each session, a path or {"path", "bytes"} followed by
                the bytes, and writes one line of JSON for each.

                Exit status: 0 for the first three, unless no session was compared with --baseline; 3 if a recording is unreadable; 1 otherwise.
                """,
            recordings: .several, options: [.baseline, .out, .processes, .json]
        ) { call in
            let arguments = call.console.arguments
            if arguments.has(.out), arguments.has(.baseline) {
                throw UsageError.conflict(
                    Option.out.name, Option.baseline.name, reason: "the states are written, or compared")
            }
            if call.readsRequests {
                let reference = try SessionReference(arguments[.baseline])
                return try BatchWorker(
                    call.tool.catalog, invariants: call.tool.invariants, reference: reference
                ).run(clock: milliseconds)
            }
            let paths = try call.paths()
            if arguments.has(.out) { return try call.writeStates(paths) }
            let processes = try arguments.number(.processes)
            if paths.count > 1 || arguments.has(.baseline) || processes != nil {
                return try call.checkAll(paths, processes)
            }
            let checked = try CheckedRecording(paths[0], call)
            if call.asJSON { try call.print(checked.json) } else { for line in checked.lines { try call.print(line) } }
            if let error = checked.error { try call.complain(error) }
            if checked.exitCode != .ok { throw Ended(checked.exitCode) }
        }
    }
}

extension Option {
    static let baseline = Option.value("baseline", "FILE", "the states of another build, written with -o")
    static let processes = Option.value("processes", "N", "the number of processes (default: one for each core)")
}

/// The start is read first, because it is created at its first access and must not be later than the measured time.
private func milliseconds() -> UInt64 {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return UInt64(seconds) * 1_000 + UInt64(attoseconds / 1_000_000_000_000_000)
}

private let start = ContinuousClock.now

extension JournalCall {
    /// Checks sessions in other processes.
    fileprivate func checkAll(_ paths: [String], _ processes: Int?) throws {
        let baseline = console.arguments[.baseline]
        var backtest = Backtest(of: paths, catalog: tool.catalog)
        backtest.workers = .own(before: "check")
        backtest.notes = WorkerCommand.noteFolder
        backtest.processes = processes
        let progress = console.progress()
        defer { progress.end() }
        var (rows, found) = ([BacktestRow](), 0)
        var interruption: CancellationError?
        do {
            _ = try backtest.run(against: baseline, invariants: tool.invariants) { row in
                rows.append(row)
                found += row.isFinding ? 1 : 0
                progress.show("\(rows.count) sessions, \(found) differ")
            }
        } catch let error as CancellationError {
            interruption = error
        }
        progress.end()
        let report = BacktestReport(rows)
        if asJSON {
            for row in report.rows { try print(row.json) }
        } else {
            try print("\(report)".escaped(keeping: ["\n"]))
        }
        if let interruption { throw interruption }
        if rows.contains(where: { $0.status == .unreadable }) { throw Ended(.unreadable) }
        if !report.findings.isEmpty { throw Ended(.failed) }
        if let baseline, !report.hasCompared { throw ToolError.nothingCompared(baseline: baseline) }
    }

    /// Writes the states of sessions for another build.
    fileprivate func writeStates(_ paths: [String]) throws {
        let check = SessionCheck(catalog: tool.catalog, invariants: [])
        let output = try RowOutput(self)
        let progress = console.progress()
        defer { progress.end() }
        var worst = ExitCode.ok
        for session in try BacktestSession.found(at: paths) {
            try Task.checkCancellation()
            progress.show(session.name)
            let states: SessionStates
            do {
                states = check.states(session.name, of: try opened(session.file))
            } catch {
                var none = SessionStates(path: session.name, session: "")
                none.obstacle = "\(error)"
                states = none
                progress.end()
                worst = worst.worse(try leaveOut(session.file, error))
            }
            try output.write { $0 += states.json.bytes() }
            guard worst == .ok, let obstacle = states.obstacle else { continue }
            progress.end()
            try complain(.recordingLeftOut(session.file, obstacle))
            worst = .unreadable
        }
        progress.end()
        try output.finish()
        if worst != .ok { throw Ended(worst) }
    }
}

/// The findings of one recording.
struct CheckedRecording {
    private let path: String
    private var scan: RecordingScan?
    private var status = BacktestRow.Status.nothingToCompare
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
                try take(verification, recording, call)
            }
        } catch {
            try Task.checkCancellation()
            guard let error = ToolError(error) else { throw error }
            status = error.isDamage ? .damaged : .unreadable
            self.error = error
        }
    }

    private mutating func take<StateType>(
        _ verification: Verification, _ recording: OpenedRecording, _ call: JournalCall<StateType>
    ) throws {
        self.verification = verification
        switch verification.outcome {
        case .same: status = .same
        case .nothingToCompare(let why): reason = "\(why)"
        case .damaged, .unreadable: break
        case .differs(let finding):
            status = .differs
            if case .impure = finding { status = .impure }
            error = .finding("\(path): \(finding)")
            (seq, event) = (finding.seq, try recording.entry(finding.seq)?.event?.name)
            return
        }
        let check = SessionCheck(catalog: call.tool.catalog, invariants: call.tool.invariants)
        guard let (name, entry) = try check.broken(in: recording) else { return }
        (status, invariant, seq, event) = (.invariant, name, entry.seq, entry.event?.name)
        error = .finding("\(path): '\(name)' is broken after entry \(entry.seq), \(entry.eventText)")
    }

    var exitCode: ExitCode {
        switch status {
        case .same, .nothingToCompare: .ok
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
        if case .unreadable(let error) = error { json["damage"] = error.journal?.damage?.json }
        json["reason"] = (error?.description ?? reason).map { .string($0) }
        return json
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
