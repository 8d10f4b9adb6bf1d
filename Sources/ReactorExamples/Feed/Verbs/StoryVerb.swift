import ReactorJSON
import ReactorRecording
import ReactorTerminal

/// The subcommand `feed [story] [--seed N] [--failures PERCENT] [--record DIR] [--json]`.
enum StoryVerb {
    static let seed = Option.value("seed", "N", "the seed of the network (default: 1)")
    static let failures = Option.value("failures", "PERCENT", "the percentage of failing requests (default: 25)")
    static let recording = Option.value(
        "record", "DIR", "keep a recording of the phone, in a folder that is empty or not there yet")
    static let json = Option.flag("json", "print each line as a JSON object")

    static let verb = Verb(
        "story", "play the story (default subcommand)",
        discussion: """
            The story has a phone, another device, and a slow server that refuses requests and loses responses. It runs in a
            simulation, so its seconds take no time, and the seed decides everything.

            With --record, 'feed journal inspect DIR -o page.html' writes a page that shows each read as a timeline row.
            """,
        options: [seed, failures, recording, json], run: run)

    private static func run(_ console: Console) async throws {
        let seed = try console.arguments.number(Self.seed, in: 0 ... .max) ?? 1
        let failures = try console.arguments.number(Self.failures, in: 0...90) ?? 25
        let folder = console.arguments[recording]
        // An existing recording may still be needed.
        if let folder, (try? RecordingReader(path: folder)) != nil { throw FeedError.recordedBefore(folder) }
        let lines = try await Story.play(seed: UInt64(seed), failures: failures, recording: folder)
        for line in lines {
            try Task.checkCancellation()
            try console.output.line(
                console.arguments.has(json) ? line.json.canonical : text(of: line, on: console.output.screen))
        }
        if console.arguments.has(json) { return }
        let record = folder.map { "feed journal inspect \($0.escaped()) -o feed.html" } ?? "feed --record DIR"
        try console.output.write(
            console.output.screen.fitted(
                """

                Next: feed --seed \(seed + 1)      the same with another network
                      \(record)
                      feed list --server URL      posts of a real server

                """))
    }

    private static func text(of line: StoryLine, on screen: Screen) -> String {
        let text = screen.shown(line.text)
        switch line.kind {
        case .chapter: return "\n" + screen.styled(screen.fitted(text), .bold)
        case .person: return screen.fitted("          \(text)")
        case .read, .network: return screen.styled(screen.fitted("\(time(line))  \(text)"), .dim)
        case .changed, .post: return screen.fitted("\(time(line))  \(text)")
        }
    }

    private static func time(_ line: StoryLine) -> String {
        let tenths = (line.milliseconds + 50) / 100
        let text = "\(tenths / 10).\(tenths % 10) s"
        return String(repeating: " ", count: max(0, 8 - text.count)) + text
    }
}
