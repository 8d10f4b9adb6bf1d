import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var show: JournalVerb {
        JournalVerb(
            "show", "print what happened, a line an entry",
            discussion: "With --json each line is one JSON object, whole, for jq and other programs.",
            options: [.last, .redacted, .json]
        ) { call in
            let arguments = call.console.arguments
            let last = try arguments.last()
            let path = try call.opened(call.path()).path
            let progress = call.console.progress()
            defer { progress.end() }
            var newest: [JournalEntry] = []
            _ = try RecordingScan(path, progress) { line in
                guard case .entry(let entry) = line else { return }
                guard let last else { return try call.print(entry) }
                newest.append(entry)
                if newest.count / 2 >= last { newest.removeFirst(newest.count - last) }
            }
            progress.end()
            for entry in newest.suffix(last ?? 0) { try call.print(entry) }
        }
    }
}

extension JournalCall {
    func print(_ entry: JournalEntry) throws {
        let text =
            console.arguments.has(.redacted)
            ? EntryText(entry, redactor: tool.redactor, catalog: tool.catalog) : EntryText(entry)
        if asJSON { try print(text.json) } else { try print(text.line()) }
    }
}
