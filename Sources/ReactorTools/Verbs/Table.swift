import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var table: JournalVerb {
        JournalVerb(
            "table", "write every entry as a row of JSON Lines",
            discussion: """
                Writes a row of JSON Lines for each entry, for DuckDB, SQLite and other programs. Lines with a wrong checksum are omitted and
                reported, and the exit status is 1. A folder without segments is searched for recordings; 'show --json' of this folder writes a
                row for each recording. The rows contain secrets, unless you use --redacted.

                Example:

                  Write the entries of all sessions:
                    {tool} table -o entries.jsonl sessions/
                """,
            recordings: .several, options: [.redacted, .out]
        ) { call in
            let out = try RowOutput(call)
            try call.forEachRecording(try call.paths(), end: out.finish) { path, progress in
                let survey = try TableSurvey(path, progress)
                var row = EntryRow(survey)
                return try survey.forEachVerifiedLine(path, progress) { line in
                    if case .header(let header) = line { row.begin(header) }
                    guard case .entry(let entry) = line else { return }
                    let shown = call.askedRedactor.map { call.tool.catalog.redacted(entry, $0) } ?? entry
                    try out.write { row.write(shown, to: &$0) }
                }
            }
        }
    }
}

extension JournalCall {
    /// Calls a closure for each recording, and reports the parts that were left out.
    ///
    /// - Parameters:
    ///   - end: A closure that is called after the last one.
    ///   - body: A closure that reads the recording at a path, and returns the part that it left out.
    func forEachRecording(
        _ paths: [String], end: () throws -> Void = {}, _ body: (String, ProgressLine) throws -> OmittedLines?
    ) throws {
        var worst = ExitCode.ok
        for (index, path) in paths.enumerated() {
            let progress = console.progress()
            defer { progress.end() }
            progress.show("\(index.grouped) of \(paths.count.counted("recording"))")
            do {
                _ = try opened(path)
                guard let left = try body(path, progress) else { continue }
                progress.end()
                try complain(.leftOut(left))
                worst = worst.worse(.failed)
            } catch {
                try Task.checkCancellation()
                progress.end()
                worst = worst.worse(try leaveOut(path, error))
            }
        }
        try end()
        if worst != .ok { throw Ended(worst) }
    }
}
