import ReactorRecording
import ReactorTools
import Terminal

/// `textedit inspect RECORDING PAGE`
enum Inspect {
    static let page = Positional("PAGE", "the HTML file to make, or - for standard output")

    static let verb = Verb(
        "inspect", "makes a recording into one page for a browser, to search, step and play in",
        discussion: """
            The page is one file and loads nothing from anywhere. It appears when it is whole. A file that is there already
            is not replaced.
            """,
        positionals: [Travel.file, page], run: run)

    private static func run(_ console: Console) async throws {
        let target = try console.arguments.value(of: page)
        let path = try console.arguments.recording()
        guard target != "-" else {
            try console.output.write(try inspect(path, console).page())
            return
        }
        let draft = try Draft(of: target)
        defer { draft.discard() }
        let inspection = try inspect(path, console)
        try draft.finish(try draft.write(inspection.page()))
        try console.output.line("\(inspection.count.counted("event")) shown in \(target.escaped())")
    }

    private static func inspect(_ path: String, _ console: Console) throws -> Inspection {
        let progress = console.progress()
        defer { progress.end() }
        let recording = try SessionRecording(path)
        do {
            let program = TextEditProgram.program
            var steps = try RecordedSteps(
                of: recording, catalog: Document.catalog, versions: [program.name: program.version])
            var inspection = Inspection(of: steps.facts, base: steps.base)
            while let step = try steps.next() {
                inspection.append(step)
                progress.tell("\(inspection.count.counted("event"))")
            }
            try Task.checkCancellation()
            return inspection
        } catch let error as ReplayError {
            throw UnreadableRecording(error: error)
        }
    }
}
