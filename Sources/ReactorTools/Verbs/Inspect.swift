import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var inspect: JournalVerb {
        JournalVerb(
            "inspect", "write a web page with every event, state and cause",
            discussion: """
                Writes a page that shows the last 100,000 entries, or as many as --last sets. The page does not load anything from the network.
                It contains secrets, unless you use --redacted.

                Example:

                  Write the page, and open it in a browser:
                    {tool} inspect -o page.html DIR
                """,
            options: [.last, .redacted, .out]
        ) { call in
            let window = try call.console.arguments.number(.last) ?? 100_000
            let recording = try call.opened(call.path())
            let progress = call.console.progress()
            defer { progress.end() }
            let scan = try RecordingScan(recording.path, progress)
            let last = scan.last
            var steps = try RecordedSteps(
                of: recording, after: last - min(last - recording.header.from, UInt64(window)),
                catalog: call.tool.catalog, versions: call.tool.versions)
            // An error in the window can contain a secret from before it.
            let secrets = try call.askedRedactor.map { try recording.secrets($0, call.tool.catalog) } ?? []
            var inspection = Inspection(
                of: steps.facts, base: steps.base, redactor: call.askedRedactor, knowing: secrets)
            while let step = try steps.next() {
                try Task.checkCancellation()
                inspection.append(step)
                progress.show("entry \(step.seq)")
            }
            progress.end()
            inspection.end(scan.ending, try scan.unexpectedEnd())
            try call.deliver(inspection.page())
        }
    }
}

extension JournalCall {
    /// The redactor, if the user requests it.
    var askedRedactor: Redactor? { console.arguments.has(.redacted) ? tool.redactor : nil }

    /// Writes a file to the path of `-o`, or to standard output.
    ///
    /// - Throws: `UsageError` if standard output is a terminal.
    func deliver(_ file: [UInt8]) throws {
        if let path = try target() { return try WholeFile.write(file, to: path) }
        if !console.arguments.has(.out), console.output.screen.isTerminal {
            throw UsageError.missingPositional("\(Option.out.name) FILE")
        }
        try console.output.write(file)
    }
}
