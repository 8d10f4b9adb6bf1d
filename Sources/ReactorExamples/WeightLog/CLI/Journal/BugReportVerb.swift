import ReactorRecording
import ReactorTerminal

/// `weightlog journal bug-report`.
enum BugReportVerb {
    static let verb = Verb(
        "journal bug-report", "make one file of the last segment to send away, without what you weigh",
        discussion: """
            What happened is in it, and when, and the days; weights are blotted out, unless --with-weights is given. It
            holds a recording of its own:

              weightlog journal bug-report -o report.json
              jq -r '.recording[]' report.json > recording.jsonl
            """,
        positionals: [Declared.recording], options: [Declared.out, Declared.withWeights]
    ) { console in
        let target = try RecordingTarget(console.arguments)
        let progress = console.progress()
        defer { progress.end() }
        let scan = try target.forEachLine(progress) { _ in }
        let report = try RecordingTarget(path: scan.lastFile).reading { recording in
            try BugReport(
                of: recording, catalog: Weights.catalog,
                redactor: console.arguments.has(Declared.withWeights) ? nil : Weights.redactor,
                versions: RecordingTarget.versions, facts: RecordingTarget.facts)
        }
        progress.end()
        try console.deliver(report.bytes())
    }
}
