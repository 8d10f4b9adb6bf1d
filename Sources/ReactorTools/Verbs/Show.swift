import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var show: JournalVerb {
        JournalVerb(
            "show", "print what happened, a line an entry",
            discussion: "With --json each line is one JSON object, whole, for jq and other programs.",
            options: [.last, .csv, .redacted, .json]
        ) { call in
            let arguments = call.console.arguments
            let asTable = arguments.has(.csv)
            if asTable && call.asJSON {
                throw UsageError.conflict(Option.csv.name, Option.json.name, reason: "one form at a time")
            }
            let last = try arguments.last()
            let path = try call.opened(call.path()).path
            if asTable { try call.print(EntryText.columns) }
            let progress = call.console.progress()
            defer { progress.end() }
            var newest: [JournalEntry] = []
            _ = try RecordingScan(path, progress) { line in
                guard case .entry(let entry) = line else { return }
                guard let last else { return try call.print(entry, asTable: asTable) }
                newest.append(entry)
                if newest.count / 2 >= last { newest.removeFirst(newest.count - last) }
            }
            progress.end()
            for entry in newest.suffix(last ?? 0) { try call.print(entry, asTable: asTable) }
        }
    }
}

extension JournalCall {
    func print(_ entry: JournalEntry, asTable: Bool = false) throws {
        let text =
            console.arguments.has(.redacted)
            ? EntryText(entry, redactor: tool.redactor, catalog: tool.catalog) : EntryText(entry)
        if asJSON { try print(text.json) } else { try print(asTable ? text.row : text.line()) }
    }
}
