import ReactorRecording
import Terminal

/// `weightlog journal inspect`.
enum InspectVerb {
    static let verb = Verb(
        "journal inspect", "make one page of it that a browser opens: every event, every state, what led to what",
        discussion: "  weightlog journal inspect -o weights.html",
        positionals: [Declared.recording], options: [Declared.out]
    ) { console in
        let target = try RecordingTarget(console.arguments)
        let progress = console.progress()
        defer { progress.end() }
        let page = try target.reading { recording in
            var steps = try RecordedSteps(
                of: recording, catalog: Weights.catalog, versions: RecordingTarget.versions)
            var inspection = Inspection(of: steps.facts, base: steps.base)
            while let step = try steps.next() {
                try Task.checkCancellation()
                inspection.append(step)
                progress.tell("entry \(step.seq)")
            }
            return inspection.page()
        }
        progress.end()
        try console.deliver(page)
    }
}
