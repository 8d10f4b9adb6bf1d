import Terminal

/// `textedit record FILE RECORDING`
enum Record {
    static let recording = Positional("RECORDING", "the file to make, or - for standard output")

    static let verb = Verb(
        "record", "plays a trace through a core that is recorded, and keeps the recording",
        discussion: """
            The recording is one file of JSON, a line for each event. It holds everything that 'textedit travel' and
            'textedit inspect' need: show any moment of the session with it.

            The file appears when it is whole. A file that is there already is not replaced. As with 'textedit replay', the
            program fails (exit code 1) when the text at the end is not exactly endContent; the recording is kept, since it
            tells what happened.
            """,
        positionals: [Replay.file, recording], run: run)

    private static func run(_ console: Console) async throws {
        let target = try console.arguments.value(of: recording)
        let isForOutput = target == "-"
        let draft = try isForOutput ? Draft.forOutput() : Draft(of: target)
        defer { draft.discard() }
        let trace = try Trace(file: console.arguments.value(of: Replay.file))

        let progress = console.progress()
        let session: RecordedSession
        do {
            defer { progress.end() }
            session = try await record(trace, in: "\(draft.folder)/journal") { done in
                progress.tell("\(done.grouped) of \(trace.edits.count.counted("event"))")
            }
        }
        try Task.checkCancellation()
        if isForOutput {
            try console.output.write(try Input.bytes(session.file))
        } else {
            try draft.finish(session.file)
            try console.output.line("\(session.entries.counted("event")) recorded in \(target.escaped())")
        }
        try console.output.flush()
        if let difference = EndTextDiffers(between: session.playing.text.string, and: trace.end) { throw difference }
    }
}
