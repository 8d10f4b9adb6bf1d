import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var show: JournalVerb {
        JournalVerb(
            "show", "print the entries, one per line",
            discussion: """
                Prints the entries of a recording. With --follow, it prints the entries of the last segment and each new one, until you press
                Ctrl-C; the app can write at the same time. With --json, each line is a JSON object.

                For several recordings, or a folder of recordings, it prints one line for each: date, duration, versions and ending. The line of
                a damaged recording describes the entries before the damage, and the exit status is 1.

                Examples:

                  Show the last 20 entries:
                    {tool} show --last 20 DIR

                  List all sessions as JSON Lines:
                    {tool} show --json sessions > sessions.jsonl
                """,
            recordings: .several, options: [.follow, .last, .redacted, .json]
        ) { call in
            let paths = try call.paths()
            let isOne = paths.count == 1 && (call.isNamed(paths[0]) || call.tool.ownRecording != nil)
            if call.console.arguments.has(.follow) {
                guard isOne else {
                    throw UsageError.invalidValue(
                        "\(paths.count) recordings", of: Option.follow.name, expected: "one recording")
                }
                return try await call.follow(paths[0])
            }
            if isOne { try call.show(paths[0]) } else { try call.showSessions(paths) }
        }
    }
}

extension Option {
    static let follow = Option.flag("follow", "print new entries until Ctrl-C")
}

extension JournalCall {
    fileprivate func show(_ path: String) throws {
        let last = try console.arguments.number(.last)
        let path = try opened(path).path
        let progress = console.progress()
        defer { progress.end() }
        var newest: [JournalEntry] = []
        _ = try RecordingScan(path, progress) { line in
            guard case .entry(let entry) = line else { return }
            guard let last else { return try print(entry) }
            newest.append(entry)
            if newest.count / 2 >= last { newest.removeFirst(newest.count - last) }
        }
        progress.end()
        for entry in newest.suffix(last ?? 0) { try print(entry) }
    }

    fileprivate func follow(_ path: String) async throws {
        for try await line in JournalTail(folder: try opened(path).path) {
            guard let entry = line.entry else { continue }
            try print(entry)
            try console.output.flush()
        }
    }

    fileprivate func showSessions(_ paths: [String]) throws {
        var worst = ExitCode.ok
        for (index, path) in paths.enumerated() {
            let progress = console.progress()
            defer { progress.end() }
            progress.show("\(index.grouped) of \(paths.count.counted("recording"))")
            do {
                _ = try opened(path)
                let row = try SessionRow(path, progress)
                progress.end()
                if asJSON, let json = row.json { try print(json) }
                if !asJSON, let line = row.line { try print(line.escaped()) }
                guard let left = row.left else { continue }
                try complain(.leftOut(left))
                worst = worst.worse(.failed)
            } catch {
                try Task.checkCancellation()
                progress.end()
                worst = worst.worse(try leaveOut(path, error))
            }
        }
        if worst != .ok { throw Ended(worst) }
    }

    private func print(_ entry: JournalEntry) throws {
        let text =
            console.arguments.has(.redacted)
            ? EntryText(entry, redactor: tool.redactor, catalog: tool.catalog) : EntryText(entry)
        if asJSON { try print(text.json) } else { try print(text.line()) }
    }
}
