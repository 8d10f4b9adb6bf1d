import ReactorRecording
import ReactorTools
import ReactorTerminal

/// `weightlog journal tail`.
enum TailVerb {
    static let verb = Verb(
        "journal tail", "print the entries of the last segment, and each one that comes, until Ctrl-C",
        discussion: "Another weightlog may write meanwhile. It follows a folder, not a single file.",
        positionals: [Declared.recording], options: [Declared.json]
    ) { console in
        let target = try RecordingTarget(console.arguments)
        let asJSON = console.arguments.has(Declared.json)
        _ = try target.recording()
        do {
            for try await line in JournalTail(folder: target.path) {
                guard case .entry(let entry) = line else { continue }
                let text = EntryText(entry)
                try console.output.line(asJSON ? console.output.screen.shown(text.json.compact) : text.line())
                try console.output.flush()
            }
        } catch {
            throw StoreError.from(error)
        }
    }
}
