import ReactorRecording
import ReactorTerminal

/// `textedit travel RECORDING [--to N] [--print] [--json]`
enum Travel {
    static let file = Positional("RECORDING", "a recording that 'textedit record' made")
    static let to = Option.value(
        "to", "N", "how many events have happened: 0 for the beginning, -N for N before the end (default: end)")

    static let verb = Verb(
        "travel", "go to any moment of a recording; --print shows the text as it was",
        discussion: """
            Of a recording that is damaged, every moment before the damage can be shown. The damage is reported with its line and
            byte, and the program fails (exit code 1).
            """,
        positionals: [file], options: [to, Replay.print, Replay.json], run: run)

    private static func run(_ console: Console) async throws {
        let arguments = console.arguments
        if arguments.has(Replay.print) && arguments.has(Replay.json) {
            throw UsageError.conflict(Replay.print.name, Replay.json.name, reason: "both write to standard output")
        }
        let destination = try Destination(arguments[to] ?? "end", of: to)

        let progress = console.progress()
        let moment: Moment
        let obstacle: ReplayError?
        do {
            defer { progress.end() }
            let recording = try SessionRecording(arguments.recording()) { progress.show($0.text) }
            (moment, obstacle) = try travel(to: destination, in: recording)
        }

        let output = console.output
        if arguments.has(Replay.print) {
            try output.write(output.screen.shown(moment.text, keeping: ["\n", "\t"]))
        } else if arguments.has(Replay.json) {
            try output.line(moment.json.compact)
        } else {
            try output.write(moment.description)
        }
        try output.flush()
        if let obstacle { throw UnreadableRecording(error: obstacle) }
    }

    /// - Returns: what was seen there, and why the recording cannot be replayed to its end, nil when it can.
    private static func travel(
        to destination: Destination, in recording: SessionRecording
    ) throws -> (Moment, ReplayError?) {
        do {
            var playback = try Playback(of: recording, catalog: Document.catalog)
            try Task.checkCancellation()
            try playback.move(to: destination.seq(in: playback))
            let moment = try Moment(playback: &playback)
            try Task.checkCancellation()
            return (moment, playback.obstacle)
        } catch let error as ReplayError {
            throw UnreadableRecording(error: error)
        }
    }
}

extension Arguments {
    /// The path of the recording that is looked at.
    func recording() throws(UsageError) -> String {
        let path = try value(of: Travel.file)
        guard path != "-" else {
            throw .invalidValue(
                path, of: Travel.file.name,
                expected: "a file: it is read more than once, so save standard input to one first")
        }
        return path
    }
}
