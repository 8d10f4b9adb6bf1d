import ReactorPlatform
import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var bugReport: JournalVerb {
        JournalVerb(
            "bug-report", "write the last segment as one redacted file",
            discussion: """
                Writes a recording that another person can replay, with the versions of the app and the system. Secrets of the app are
                redacted, unless you use --unredacted. After a crash, the report contains the entries of the flight recorder.

                Examples:

                  Write a report, and extract its recording:
                    {tool} bug-report -o report.json DIR
                    jq -r '.recording[]' report.json > recording.jsonl
                """,
            options: [.out, .unredacted]
        ) { call in
            // A segment has 16 MiB at most, unless the app configures another size.
            let limit = 64 << 20
            let path = try call.opened(call.path()).path
            let progress = call.console.progress()
            defer { progress.end() }
            let scan = try RecordingScan(path, progress)
            let redactor = call.console.arguments.has(.unredacted) ? nil : call.tool.redactor
            let end = scan.lastFile == path ? nil : try UnexpectedEnd(in: path)
            let report =
                try end.map { end in
                    try BugReport(
                        of: end, catalog: call.tool.catalog, redactor: redactor, limit: limit,
                        versions: call.tool.versions, facts: SystemFacts.here)
                }
                ?? BugReport(
                    of: call.opened(scan.lastFile), catalog: call.tool.catalog, redactor: redactor,
                    versions: call.tool.versions, facts: SystemFacts.here)
            try Task.checkCancellation()
            progress.end()
            try call.deliver(report.bytes())
        }
    }
}

extension Option {
    fileprivate static let unredacted = Option.flag(
        "unredacted", "include secrets, so that the report can be replayed")
}

/// The facts about the system for a report.
enum SystemFacts {
    static var here: [String: String] {
        var name = utsname()
        guard uname(&name) == 0 else { return [:] }
        return ["system": text(of: &name.sysname), "machine": text(of: &name.machine)]
    }

    /// Returns the text of a C string that is imported as a tuple.
    private static func text<Characters>(of characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
