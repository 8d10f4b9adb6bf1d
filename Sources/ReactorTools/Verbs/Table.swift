import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var table: JournalVerb {
        JournalVerb(
            "table", "write every entry as a row of a table, in JSON Lines, for DuckDB, Spark and others",
            discussion: """
                A line is a row once its check was found right. What does not verify is left out and named, and the exit code
                is then 1. A folder without segments stands for each recording in it.

                  {tool} table -o entries.jsonl sessions/
                  {tool} table --ddl duckdb | duckdb sessions.duckdb

                --ddl prints the statement that makes a table of the file: entries.jsonl, or the one that -o names. What is
                secret is in the rows, unless --redacted is given.
                """,
            recordings: .several, options: [.redacted, .ddl, .out]
        ) { call in
            if try call.printStatement(EntryRow.table, from: "entries.jsonl") { return }
            try call.writeRows { path, progress, out in
                let survey = try TableSurvey(path, progress)
                var row = EntryRow(survey)
                let left = try survey.forEachVerifiedLine(path, progress) { line in
                    if case .header(let header) = line { row.begin(header) }
                    guard case .entry(let entry) = line else { return }
                    let shown = call.askedRedactor.map { call.tool.catalog.redacted(entry, $0) } ?? entry
                    try out.write { row.write(shown, to: &$0) }
                }
                return left
            }
        }
    }

    static var sessions: JournalVerb {
        JournalVerb(
            "sessions", "write a row for each recording: when, how long, which versions, how it ended",
            discussion: """
                As 'table' does for entries. Of a recording that is damaged the row says what stands before the damage, and the
                exit code is 1.

                  {tool} sessions -o sessions.jsonl sessions/
                """,
            recordings: .several, options: [.ddl, .out]
        ) { call in
            if try call.printStatement(SessionRow.table, from: "sessions.jsonl") { return }
            try call.writeRows { path, progress, out in
                var row: SessionRow?
                let survey = try TableSurvey(path, progress) { line in
                    if row == nil, case .header(let header) = line { row = SessionRow(header) }
                    row?.count(line)
                }
                row?.conclude(survey)
                if let row { try out.write { row.write(to: &$0) } }
                return survey.left
            }
        }
    }
}

extension Option {
    static let ddl = Option.value("ddl", "ENGINE", "print the statement that reads the table: duckdb or spark")
}

extension JournalCall {
    /// Goes through the recordings, writes their rows, and names what was left out of them.
    ///
    /// - Parameter body: writes the rows of the recording at a path, and returns what it left out.
    fileprivate func writeRows(
        _ body: (String, ProgressLine, RowOutput) throws -> LeftOut?
    ) throws {
        let out = try RowOutput(self)
        var worst = ExitCode.ok
        let paths = try paths()
        for (index, path) in paths.enumerated() {
            let progress = console.progress()
            defer { progress.end() }
            progress.show("\(index.grouped) of \(paths.count.counted("recording"))")
            do {
                _ = try opened(path)
                guard let left = try body(path, progress, out) else { continue }
                progress.end()
                try complain(.leftOut(left))
                if worst == .ok { worst = .failed }
            } catch {
                try Task.checkCancellation()
                guard let error = toolError(error) else { throw error }
                progress.end()
                try complain(.recordingLeftOut(path, error.description))
                if !error.isDamage { worst = .unreadable } else if worst == .ok { worst = .failed }
            }
        }
        try out.finish()
        if worst != .ok { throw Ended(worst) }
    }

    /// Prints what `--ddl` asks for; false when it was not given.
    fileprivate func printStatement(_ table: TableStatement, from file: String) throws -> Bool {
        guard let name = console.arguments[.ddl] else { return false }
        guard let engine = TableStatement.Engine(rawValue: name) else {
            throw UsageError.invalidValue(name, of: Option.ddl.name, expected: "duckdb or spark")
        }
        try print(table.text(for: engine, file: console.arguments[.out] ?? file))
        return true
    }
}
