import ReactorRecording
import Terminal

/// `weightlog journal verify`.
enum VerifyVerb {
    static let verb = Verb(
        "journal verify", "check every line, and that it is told again as it was",
        discussion: """
            Every line has a check of its own, which holds the one before it too. Then everything is told twice, and
            compared with the digests that were written when it happened. What is wrong is named with its line, byte and
            reason, and the exit code is then 1. Nothing is changed.
            """,
        positionals: [Declared.recording], options: [Declared.json]
    ) { console in
        let target = try RecordingTarget(console.arguments)
        let json = console.arguments.has(Declared.json)
        do {
            let progress = console.progress()
            defer { progress.end() }
            let verified = try VerifiedRecording(target, progress)
            progress.end()
            if json {
                try console.output.write(verified.json.bytes(.readable) + [10])
            } else {
                for line in verified.lines { try console.output.line(line) }
            }
            if let finding = verified.verification?.finding { throw StoreError.finding(finding) }
        } catch StoreError.journal(let error) {
            if json {
                try console.output.write(VerifiedRecording.json(of: error, path: target.path).bytes(.readable) + [10])
            }
            throw StoreError.journal(error)
        }
    }
}

/// What was found of a recording whose lines are all what was written.
struct VerifiedRecording {
    let path: String
    let scan: LineScan
    /// nil when secrets were taken out of it.
    let verification: Verification?

    init(_ target: RecordingTarget, _ progress: ProgressLine) throws {
        path = target.path
        scan = try target.forEachLine(progress) { _ in }
        let last = scan.last
        verification = try target.reading { recording in
            recording.header.isRedacted
                ? nil
                : try Verification(of: recording, catalog: Weights.catalog) { seq in
                    progress.tell("telling it again: entry \(seq) of \(last)")
                }
        }
    }

    var lines: [String] {
        let counts = [scan.segments.counted("segment"), scan.entries.counted("entry", "entries")]
        var lines = ["\(path.escaped()): \(counts.joined(separator: ", ")), the last is \(scan.last)"]
        if let torn = scan.torn {
            lines.append(
                "a crash tore the end at line \(torn.line), byte \(torn.offset); everything before it is whole")
        }
        guard let verification else {
            return lines + ["secrets were taken out: the lines are what was written, and cannot be told again"]
        }
        let digest = "digest \(verification.digest)"
        switch verification.outcome {
        case .differs, .damaged, .unreadable: return lines
        case .same:
            let compared = verification.checks.counted("recorded state")
            return lines + ["\(digest); compared with itself and \(compared)"]
        case .nothingToCompare(let reason):
            return lines + ["\(digest); compared with itself alone: \(reason)"]
        }
    }

    var json: JSON {
        var json: JSON = [
            "path": .string(path), "sound": .bool(verification?.finding == nil),
            "segments": .number(JSON.Number(scan.segments)), "entries": .number(JSON.Number(scan.entries)),
            "last": .number(JSON.Number(scan.last)), "redacted": .bool(scan.isRedacted),
            "torn": scan.torn.map(VerifiedRecording.json) ?? .null,
        ]
        json["digest"] = verification.map { .string($0.digest) }
        json["compared"] = verification.map { .number(JSON.Number($0.checks)) }
        json["reason"] = verification?.finding.map { .string("\($0)") }
        return json
    }

    /// What is said for programs of a recording that is damaged, or none.
    static func json(of error: JournalError, path: String) -> JSON {
        var json: JSON = ["path": .string(path), "sound": false, "reason": .string("\(error)")]
        if case .damaged(let damage) = error { json["damage"] = VerifiedRecording.json(damage) }
        return json
    }

    private static func json(_ damage: JournalDamage) -> JSON {
        [
            "file": .string(damage.file), "line": .number(JSON.Number(damage.line)),
            "byte": .number(JSON.Number(damage.offset)), "fault": .string("\(damage.fault)"),
        ]
    }
}
