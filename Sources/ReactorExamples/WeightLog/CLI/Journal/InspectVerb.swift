import ReactorRecording
import ReactorTools
import ReactorTerminal

/// `weightlog journal inspect`.
enum InspectVerb {
    static let verb = Verb(
        "journal inspect", "make one page of it that a browser opens: every event, every state, what led to what",
        discussion: """
            The last 100,000 entries, unless --last says otherwise: the page holds all of them at once.
            What you weigh is in it.

              weightlog journal inspect -o weights.html
            """,
        positionals: [Declared.recording], options: [Declared.last, Declared.out]
    ) { console in
        let target = try RecordingTarget(console.arguments)
        let window = try console.arguments.last() ?? 100_000
        let progress = console.progress()
        defer { progress.end() }
        let last = try target.forEachLine(progress) { _ in }.last
        let page = try target.reading { recording in
            var steps = try RecordedSteps(
                of: recording, after: last - min(last - recording.header.from, UInt64(window)),
                catalog: Weights.catalog,
                versions: RecordingTarget.versions)
            var inspection = Inspection(of: steps.facts, base: steps.base)
            while let step = try steps.next() {
                try Task.checkCancellation()
                inspection.append(step)
                progress.show("entry \(step.seq)")
            }
            return inspection.page()
        }
        progress.end()
        try console.deliver(page)
    }
}
