import ReactorRecording
import ReactorTools
import ReactorTerminal

/// `weightlog journal show`.
enum ShowVerb {
    static let verb = Verb(
        "journal show", "print what happened, a line an entry",
        discussion: "With --json each line is one JSON object, whole, for jq and other programs.",
        positionals: [Declared.recording], options: [Declared.last, Declared.csv, Declared.json]
    ) { console in
        let target = try RecordingTarget(console.arguments)
        let last = try console.arguments.last()
        let asTable = console.arguments.has(Declared.csv)
        let asJSON = console.arguments.has(Declared.json)
        if asTable && asJSON {
            throw UsageError.conflict(Declared.csv.name, Declared.json.name, reason: "one form at a time")
        }
        func print(_ entry: JournalEntry) throws {
            let text = EntryText(entry)
            let screen = console.output.screen
            try console.output.line(asTable ? text.row : asJSON ? screen.shown(text.json.compact) : text.line())
        }
        if asTable { try console.output.line(EntryText.columns) }
        var newest: [JournalEntry] = []
        let progress = console.progress()
        defer { progress.end() }
        _ = try target.forEachLine(progress) { line in
            guard case .entry(let entry) = line else { return }
            guard let last else { return try print(entry) }
            newest.append(entry)
            if newest.count >= last * 2 { newest.removeFirst(newest.count - last) }
        }
        progress.end()
        for entry in newest.suffix(last ?? 0) { try print(entry) }
    }
}
