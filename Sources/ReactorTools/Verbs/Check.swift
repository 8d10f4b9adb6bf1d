import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var check: JournalVerb {
        JournalVerb(
            "check", "verify every line, and replay the recording",
            discussion: """
                Verifies the checksum of every line, replays the recording twice, compares the states with the recorded digests, and checks
                the invariants of the app. The recording is not changed. For several recordings, it prints a line for each that has a
                finding, and their numbers. A folder without segments is searched for recordings.

                Examples:

                  Check one recording:
                    {tool} check DIR

                  Compare two builds of the app:
                    old-{tool} check -o states.jsonl sessions
                    {tool} check --against states.jsonl sessions

                With -o, the digest of each state of this build is written and nothing is checked. With --against, these digests are compared, too,
                and the first entry with another state is printed. Recordings are matched by id, independent of file names.

                Status of a recording, in the lines of --json:

                  same                no difference
                  nothing_to_compare  two replays agree, and the recording has no
                                      comparable digest
                  missing             the file of --against does not contain it
                  differs             the replay reaches another state
                  impure              two replays reach different states
                  invariant           a state breaks an invariant
                  damaged             a line was changed
                  unreadable          a file is missing, newer, or has an unknown format

                A reducer that crashes or does not return ends this program, too; 'minimise --crash' finds its event. With - for RECORDING,
                check replays the candidates of minimise.

                Exit status: 0 for the first three, unless --against compared no recording; 3 if a recording is unreadable; 1 otherwise.
                """,
            recordings: .several, options: [.against, .out, .json]
        ) { call in
            let arguments = call.console.arguments
            if arguments.has(.out), arguments.has(.against) {
                throw UsageError.conflict(
                    Option.out.name, Option.against.name, reason: "the states are written, or compared")
            }
            if call.readsRequests { return try CandidateWorker(call.tool.catalog).run() }
            let paths = try RecordingFolder.distinct(call.paths())
            if arguments.has(.out) { return try call.writeStates(paths) }
            try call.check(paths, against: arguments[.against].map(OtherBuild.init))
        }
    }
}

extension Option {
    static let against = Option.value("against", "FILE", "the states of another build, written with -o")
}

extension JournalCall {
    fileprivate func check(_ paths: [String], against other: OtherBuild?) throws {
        var worst = ExitCode.ok
        var counts: [CheckedRecording.Status: Int] = [:]
        for (index, path) in paths.enumerated() {
            if paths.count > 1 {
                let progress = console.progress()
                progress.show("\(index.grouped) of \(paths.count.counted("recording"))")
                progress.end()
            }
            let checked = try CheckedRecording(path, self, against: other)
            counts[checked.status, default: 0] += 1
            if asJSON { try print(checked.json) }
            if !asJSON, paths.count == 1 { for line in checked.lines { try print(line) } }
            if let error = checked.error { try complain(error) }
            worst = worst.worse(checked.exitCode)
        }
        if !asJSON, paths.count > 1 { try print(Self.summary(of: paths.count, counts)) }
        if worst == .ok, let other, counts[.missing] == paths.count {
            throw ToolError.nothingCompared(against: other.path)
        }
        if worst != .ok { throw Ended(worst) }
    }

    private static func summary(of count: Int, _ counts: [CheckedRecording.Status: Int]) -> String {
        let number = { (status: CheckedRecording.Status) in counts[status] ?? 0 }
        let fine = number(.same) + number(.nothingToCompare) + number(.missing)
        let notes = [
            (number(.nothingToCompare), "with nothing to compare"),
            (number(.missing), "of which the other build has no states"),
        ]
        return "\(count - fine) of \(count) recordings have a finding; \(number(.same)) compared"
            + notes.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
    }

    /// Writes the states of recordings for another build.
    fileprivate func writeStates(_ paths: [String]) throws {
        let output = try RowOutput(self)
        let progress = console.progress()
        defer { progress.end() }
        var worst = ExitCode.ok
        for path in paths {
            try Task.checkCancellation()
            progress.show(path)
            let recording: OpenedRecording
            do {
                recording = try opened(path)
            } catch {
                progress.end()
                worst = worst.worse(try leaveOut(path, error))
                continue
            }
            let states = SessionStates(path, of: recording, catalog: tool.catalog)
            try output.write { $0 += states.json.bytes() }
            guard let obstacle = states.obstacle else { continue }
            try Task.checkCancellation()
            progress.end()
            try complain(.recordingLeftOut(path, obstacle))
            worst = .unreadable
        }
        progress.end()
        try output.finish()
        if worst != .ok { throw Ended(worst) }
    }
}
