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

                and the exit code is 0 for the first two, 1 for the next two, 3 for the last; of several recordings the
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
    private enum Outcome {
        case redacted
        case compared(Verification)
        case failed(ReplayError)
    }

    private let path: String
    private let scan: RecordingScan?
    private let outcome: Outcome

    init<StateType>(_ path: String, _ call: JournalCall<StateType>) throws {
        self.path = path
        let progress = call.console.progress()
        defer { progress.end() }
        var scan: RecordingScan?
        do {
            let recording = try call.opened(path)
            let read = try RecordingScan(path, progress)
            scan = read
            outcome =
                read.isRedacted
                ? .redacted
                : .compared(
                    try Verification(of: recording, catalog: call.tool.catalog) { seq in
                        progress.show("replaying \(path): entry \(seq) of \(read.last)")
                    })
        } catch {
            guard case .unreadable(let error) = ToolError(error) else { throw error }
            outcome = .failed(error)
        }
        try Task.checkCancellation()
        self.scan = scan
    }

    /// The word that stands for it.
    var word: String {
        switch outcome {
        case .redacted: "nothingToCompare"
        case .compared(let verification):
            switch verification.outcome {
            case .same: "same"
            case .nothingToCompare: "nothingToCompare"
            case .differs: "differs"
            }
        case .failed(.journal(.damaged)): "damaged"
        case .failed: "unreadable"
        }
    }

    var exitCode: ExitCode {
        switch word {
        case "same", "nothingToCompare": .ok
        case "differs", "damaged": .failed
        default: .unreadable
        }
    }

    /// What is wrong, nil when nothing is.
    var error: ToolError? {
        switch outcome {
        case .redacted: nil
        case .compared(let verification): verification.finding.map { .finding("\(path): \($0)") }
        case .failed(let error): .unreadable(error)
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
        switch outcome {
        case .redacted:
            lines.append("nothing was compared: secrets were taken out, so the lines are whole and cannot be replayed")
        case .compared(let verification):
            let digest = "digest \(verification.digest)"
            switch verification.outcome {
            case .differs: break
            case .same:
                let compared = verification.checks.counted("recorded state")
                lines.append("\(digest); the same as a second replay and \(compared)")
            case .nothingToCompare(let reason):
                lines.append("\(digest); the same as a second replay; nothing recorded was compared: \(reason)")
            }
        case .failed: break
        }
        return lines
    }

    /// For programs.
    var json: JSON {
        var json: JSON = ["path": .string(path), "outcome": .string(word)]
        if let scan {
            json["segments"] = .number(JSON.Number(scan.segments))
            json["entries"] = .number(JSON.Number(scan.entries))
            json["last"] = .number(JSON.Number(scan.last))
            json["redacted"] = .bool(scan.isRedacted)
            json["torn"] = scan.torn.map(\.json) ?? .null
        }
        switch outcome {
        case .redacted: json["reason"] = "secrets were taken out"
        case .compared(let verification):
            json["digest"] = .string(verification.digest)
            json["compared"] = .number(JSON.Number(verification.checks))
            switch verification.outcome {
            case .same: break
            case .nothingToCompare(let reason): json["reason"] = .string("\(reason)")
            case .differs(let finding): json["reason"] = .string("\(finding)")
            }
        case .failed(let error):
            json["reason"] = .string("\(error)")
            if case .journal(.damaged(let damage)) = error { json["damage"] = damage.json }
        }
        return json
    }
}
