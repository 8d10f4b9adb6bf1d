import ReactorTerminal

/// `textedit replay FILE [--undo-every N] [--print] [--json]`
enum Replay {
    static let file = Positional("FILE", "an editing trace, or - for standard input")
    static let undoEvery = Option.value(
        "undo-every", "N", "after every N events, take N steps back and bring them again")
    static let print = Option.flag("print", "write the text to standard output, and nothing else")
    static let json = Option.flag("json", "write the report as one JSON object")

    static let verb = Verb(
        "replay", "play a trace, event by event, and check the text at its end",
        discussion: """
            A trace is a JSON object in the form of github.com/josephg/editing-traces:

              {"startContent": "", "endContent": "Hi",
               "txns": [{"patches": [[0, 0, "H"]]}, {"patches": [[1, 0, "i"]]}]}

            A patch is [position, deleted, "inserted"]. Positions count code points and start at 0; transactions and
            patches are counted from 1 in messages. The program fails (exit code 1) when the text at the end is not
            exactly endContent.

            With --undo-every the document keeps a history of its last 1000 steps, an event a step, and the text at the end
            is still the same.
            """,
        positionals: [file], options: [undoEvery, print, json], run: run)

    private static func run(_ console: Console) async throws {
        let arguments = console.arguments
        if arguments.has(print) && arguments.has(json) {
            throw UsageError.conflict(print.name, json.name, reason: "both write to standard output")
        }
        let undoDistance = try undoDistance(arguments)
        let trace = try Trace(file: arguments.value(of: file))

        let progress = console.progress()
        let playing: Playing
        do {
            defer { progress.end() }
            playing = try await play(trace, undoEvery: undoDistance) { done in
                progress.show("\(done.grouped) of \(trace.edits.count.counted("event"))")
            }
        }

        let text = playing.text.string
        let difference = EndTextDiffers(between: text, and: trace.end)
        let report = Report(of: playing, trace: trace, matches: difference == nil)
        let output = console.output
        let written = Result {
            if arguments.has(print) {
                try output.write(output.screen.shown(text, keeping: ["\n", "\t"]))
            } else if arguments.has(json) {
                try output.line(report.json)
            } else {
                try output.write(output.screen.fitted(report.text))
            }
            try output.flush()
        }
        // That the check failed is worth more than that nobody reads the output.
        if let difference { throw difference }
        try written.get()
    }

    private static func undoDistance(_ arguments: Arguments) throws(UsageError) -> Int? {
        guard let text = arguments[undoEvery] else { return nil }
        guard let distance = Int(text), distance > 0 else {
            throw .invalidValue(text, of: undoEvery.name, expected: "a whole number above 0")
        }
        return distance
    }
}

/// `textedit record FILE RECORDING`
enum Record {
    static let recording = Positional("RECORDING", "the file to make, or - for standard output")

    static let verb = Verb(
        "record", "play a trace through a core that is recorded, and keep the recording",
        discussion: """
            The recording is one file of JSON, a line for each event. It holds everything that 'textedit travel' and
            'textedit journal' need: show any moment of the session with it.

            The file appears when it is whole. A file that is there already is not replaced. As with 'textedit replay', the
            program fails (exit code 1) when the text at the end is not exactly endContent; the recording is kept, since it
            shows what happened.
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
                progress.show("\(done.grouped) of \(trace.edits.count.counted("event"))")
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
