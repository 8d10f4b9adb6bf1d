import ReactorRecording
import ReactorTools
import ReactorTerminal

/// `weightlog journal export`.
enum JournalExportVerb {
    static let verb = Verb(
        "journal export", "write it in the form of another tool",
        discussion: """
            The last 1,000 entries, unless --last says otherwise: Redux DevTools keeps every state whole. Fewer where the
            file would be longer than 50 MB. What you weigh is in it.

            A file whose name ends in .html is a page: opened in a browser that has the extension, it shows the recorded
            state at each step. For a file on a disk the extension has to be allowed to access file URLs. The other file is
            for the extension's Import; there the page that it is imported on computes the states anew.

              weightlog journal export --redux-devtools -o weights.html
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
        let (file, kept) = try target.reading { recording in
            let before = entries - min(entries - recording.header.from, UInt64(window) + 1)
            var steps = try RecordedSteps(of: recording, after: before, catalog: Weights.catalog)
            var lifted = ReduxDevToolsExport(of: steps.facts, base: steps.base, window: window)
            while let step = try steps.next() {
                try Task.checkCancellation()
                lifted.append(step)
                progress.show("entry \(step.seq)")
            }
            let isPage = console.arguments[Declared.out]?.hasSuffix(".html") == true
            return (isPage ? lifted.page() : lifted.bytes(), lifted.isShortened ? lifted.count : nil)
        }
        progress.end()
        if let kept {
            try console.note(
                "the last \(kept) entries are in it: with more it would be longer than the 50 MB that the extension can take"
            )
        }
        try console.deliver(file)
    }
}
