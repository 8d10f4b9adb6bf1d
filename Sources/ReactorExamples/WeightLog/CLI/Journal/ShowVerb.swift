import ReactorRecording
import Terminal

/// `weightlog journal show`.
enum ShowVerb {
    static let verb = Verb(
        "journal show", "print what happened, a line an entry",
        positionals: [Declared.recording], options: [Declared.last, Declared.csv]
    ) { console in
        let target = try RecordingTarget(console.arguments)
        let last = try console.arguments.last()
        let asTable = console.arguments.has(Declared.csv)
        func print(_ entry: JournalEntry) throws {
            let text = EntryText(entry)
            try console.output.line(asTable ? text.row : text.line())
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
