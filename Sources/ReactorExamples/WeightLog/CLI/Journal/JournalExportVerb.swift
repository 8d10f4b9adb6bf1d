import ReactorRecording
import ReactorTools
import Terminal

/// `weightlog journal export`.
enum JournalExportVerb {
    static let verb = Verb(
        "journal export", "write it in the form of another tool",
        discussion: """
            The last 1,000 entries, unless --last says otherwise: Redux DevTools keeps every state whole. Fewer where the
            file would be longer than 50 MB.
            What you weigh is in it.

              weightlog journal export --redux-devtools -o weights.json
            """,
        positionals: [Declared.recording], options: [Declared.reduxDevTools, Declared.last, Declared.out]
    ) { console in
        guard console.arguments.has(Declared.reduxDevTools) else {
            throw UsageError.missingPositional(Declared.reduxDevTools.name)
        }
        let target = try RecordingTarget(console.arguments)
        let window = try console.arguments.last() ?? 1_000
        let progress = console.progress()
        defer { progress.end() }
        // Only the states of the window are made, and of the one before it, which goes in front.
        let entries = try target.forEachLine(progress) { _ in }.last
        let file = try target.reading { recording in
            let before = entries - min(entries - recording.header.from, UInt64(window) + 1)
            var steps = try RecordedSteps(of: recording, after: before, catalog: Weights.catalog)
            var lifted = ReduxDevToolsExport(of: steps.facts, base: steps.base, window: window)
            while let step = try steps.next() {
                try Task.checkCancellation()
                lifted.append(step)
                progress.tell("entry \(step.seq)")
            }
            return lifted.bytes()
        }
        progress.end()
        try console.deliver(file)
    }
}
