import ExampleTorture
import ReactorPlatform
import ReactorTerminal

/// `torture [play] [FILE…]`
enum PlayVerb {
    static let file = Positional(
        "FILE", "a history, a step a line, or the name of one of 'torture history --kept'; - for standard input",
        .repeated)
    static let client = Option.value("client", "COMMAND", "judge a program that speaks the protocol")
    static let seeds = Option.value("seeds", "N", "how many histories of each level (2000)")
    static let first = Option.value("first", "N", "the first seed (\(Choice.firstSeed))")
    static let timeout = Option.value("timeout", "SECONDS", "how long the program may take for an answer (5)")
    static let every = Option.flag("every", "show the shortest history for each rule, not for each client")
    static let json = Option.flag("json", "print one object for other programs")

    static let verb = Verb(
        "play", "play histories; the same as no arguments",
        discussion: """
            Without a file it plays the histories of all levels, prints a table, and shows the shortest one that breaks a \
            rule, step by step. With a file, or with --seed, it plays that one.

            Levels: \(Level.allCases.map { "\($0.rawValue) \($0.summary)" }.joined(separator: "; ")).

            The exit code is 1 where a program, a recipe that was named, or one that is meant to keep the rules breaks one.
            """,
        positionals: [file],
        options: [client, Choice.name, Choice.level, seeds, first, Choice.seed, timeout, every, json], run: run)

    private static func run(_ console: Console) async throws {
        let judged = try judged(console)
        let files = console.arguments.all(file)
        let reports: [Report]
        if !files.isEmpty {
            try refuse([seeds, first, Choice.seed, Choice.level], beside: file.name, console)
            reports = try play(try files.map { try read($0) }, judged)
        } else if let seed = try Choice.number(Choice.seed, 0, console) {
            try refuse([seeds, first], beside: Choice.seed.name, console)
            reports = try play(
                try Choice.levels(console).map { Named(level: $0, seed: seed) }, judged)
        } else {
            reports = try await tournament(judged, console)
        }
        if console.arguments.has(json) {
            try console.output.line(reports.json.compact)
        } else {
            try console.output.line(reports.text(on: console.output.screen))
        }
        try console.output.flush()
        if reports.contains(where: \.isFailure) { throw Ended(.failed) }
    }

    /// Who is judged.
    struct Judged: Sendable {
        let name: String
        let summary: String
        /// Whether a broken rule is a failure of this run.
        let mustHold: Bool
        let lanes: Int
        let make: @Sendable () throws -> any Client
    }

    private static func judged(_ console: Console) throws -> [Judged] {
        let names = console.arguments.all(Choice.name)
        if let command = console.arguments[client] {
            guard names.isEmpty else {
                throw UsageError.conflict(
                    client.name, Choice.name.name, reason: "one names a program, the other a recipe")
            }
            let limit = Duration.seconds(Double(try Choice.number(timeout, 1, console) ?? 5))
            return [
                Judged(name: "client", summary: command.escaped(), mustHold: true, lanes: 1) {
                    ProgramClient(command: command, limit: limit)
                }
            ]
        }
        guard !console.arguments.has(timeout) else { throw TimeoutWithoutClient() }
        let contestants =
            try names.isEmpty ? Contestant.all : names.map { try Choice.contestant($0, of: Choice.name.name) }
        let lanes = max(1, min(16, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
        return contestants.map { contestant in
            Judged(
                name: contestant.name, summary: contestant.summary, mustHold: contestant.isSound || !names.isEmpty,
                lanes: lanes
            ) { contestant.client() }
        }
    }

    private static func refuse(_ options: [Option], beside other: String, _ console: Console) throws(UsageError) {
        for option in options where console.arguments.has(option) {
            throw .conflict(option.name, other, reason: "a single history is played, or many of them")
        }
    }

    // MARK: Many histories

    private static func tournament(_ judged: [Judged], _ console: Console) async throws -> [Report] {
        let start = try Choice.number(first, 0, console) ?? Choice.firstSeed
        let count = try Choice.number(seeds, 1, console) ?? 2_000
        let levels = try Choice.levels(console)
        let progress = console.progress()
        defer { progress.end() }
        let total = Int(count) * levels.count * judged.count
        let done = Locked(0)
        var reports: [Report] = []
        for one in judged {
            let tournament = Tournament(levels: levels, seeds: start..<start + count, lanes: one.lanes)
            let scores = try await tournament.scores(one.make) {
                let count = done.withLock { done in
                    done += 1
                    return done
                }
                progress.show("\(one.name): \(count.grouped) of \(total.grouped) histories")
            }
            var report = Report(judged: one)
            report.scores = scores
            if scores.contains(where: { $0.failed > 0 }) {
                progress.show("\(one.name): looking for the shortest history")
                let findings = try Finding.shortest(of: scores, on: try one.make())
                let shortest = findings.min { $0.history.steps.count < $1.history.steps.count }
                report.findings = console.arguments.has(every) ? findings : shortest.map { [$0] } ?? []
            }
            reports.append(report)
        }
        return reports
    }

    // MARK: One history

    /// A history and where it is from.
    private struct Named {
        let name: String
        let history: History
        var level: Level?
        var seed: UInt64?

        init(name: String, history: History) { (self.name, self.history) = (name, history) }

        init(level: Level, seed: UInt64) {
            self.init(name: "level \(level.rawValue), seed \(seed)", history: History(level: level, seed: seed))
            (self.level, self.seed) = (level, seed)
        }
    }

    private static func read(_ path: String) throws -> Named {
        if let kept = try History(kept: path) { return Named(name: path, history: kept) }
        guard let text = String(validating: try Input.bytes(path), as: UTF8.self) else { throw NoTextError(path: path) }
        do throws(TortureError) {
            return Named(name: path.inputName, history: try History(text: text))
        } catch {
            throw HistoryFileError(path: path, error: error)
        }
    }

    private static func play(_ histories: [Named], _ judged: [Judged]) throws -> [Report] {
        try judged.map { one in
            var report = Report(judged: one)
            report.plays = try histories.map { named in
                let outcome = try Player.play(named.history, on: try one.make(), keepingMoments: true)
                return Report.Play(name: named.name, history: named.history, outcome: outcome)
            }
            return report
        }
    }
}
