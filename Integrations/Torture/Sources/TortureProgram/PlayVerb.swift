import Foundation
import Synchronization
import Torture

/// `torture [play] [FILE…]`
enum PlayVerb {
    static func run(_ arguments: ArraySlice<String>, _ output: (String) -> Void) async throws -> Int32 {
        let words = try Words(
            arguments,
            options: ["--client", "--recipe", "--level", "--seeds", "--first", "--seed", "--timeout"],
            flags: ["--every", "--json"])
        let judged = try judged(words)
        let reports: [Report]
        if !words.rest.isEmpty {
            try words.refuse(["--seeds", "--first", "--seed", "--level"], besides: "FILE")
            reports = try play(try words.rest.map { try read($0) }, judged)
        } else if let seed = try words.number("--seed", atLeast: 0) {
            try words.refuse(["--seeds", "--first"], besides: "--seed")
            reports = try play(try words.levels().map { Named(level: $0, seed: seed) }, judged)
        } else {
            reports = try await tournament(judged, words)
        }
        output(words.has("--json") ? reports.json.compact + "\n" : reports.text + "\n")
        return reports.contains(where: \.isFailure) ? 1 : 0
    }

    /// A client that is judged.
    struct Judged: Sendable {
        let name: String
        let summary: String
        /// Whether a broken rule is a failure of this run.
        let mustHold: Bool
        let lanes: Int
        let make: @Sendable () throws -> any Client
    }

    private static func judged(_ words: Words) throws(UsageError) -> [Judged] {
        let names = words.all("--recipe")
        if let command = words.all("--client").last {
            guard names.isEmpty else {
                throw UsageError(
                    "--client and --recipe exclude each other: one names a program, the other a recipe")
            }
            let limit = Duration.seconds(Double(try words.number("--timeout", atLeast: 1) ?? 5))
            return [
                Judged(name: "client", summary: command, mustHold: true, lanes: 1) {
                    ProgramClient(command: command, limit: limit)
                }
            ]
        }
        guard !words.has("--timeout") else {
            throw UsageError("--timeout is the time that a program may take; name the program with --client")
        }
        var contestants = Contestant.all
        if !names.isEmpty {
            contestants = []
            for name in names { contestants.append(try Contestant.named(name, in: "--recipe")) }
        }
        let lanes = max(1, min(16, ProcessInfo.processInfo.activeProcessorCount))
        return contestants.map { contestant in
            Judged(
                name: contestant.name, summary: contestant.summary, mustHold: contestant.isSound || !names.isEmpty,
                lanes: lanes
            ) { contestant.client() }
        }
    }

    // MARK: Many histories

    private static func tournament(_ judged: [Judged], _ words: Words) async throws -> [Report] {
        let start = try words.number("--first", atLeast: 0) ?? Words.firstSeed
        let count = try words.number("--seeds", atLeast: 1) ?? 2_000
        let levels = try words.levels()
        var reports: [Report] = []
        for one in judged {
            let tournament = Tournament(levels: levels, seeds: start..<start + count, lanes: one.lanes)
            let scores = try await tournament.scores(one.make)
            var report = Report(judged: one)
            report.scores = scores
            if scores.contains(where: { $0.failed > 0 }) {
                let findings = try Finding.shortest(of: scores, on: try one.make())
                let shortest = findings.min { $0.history.steps.count < $1.history.steps.count }
                report.findings = words.has("--every") ? findings : shortest.map { [$0] } ?? []
            }
            reports.append(report)
        }
        return reports
    }

    // MARK: One history

    /// A history and its origin.
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
        let bytes: Data
        do {
            bytes =
                path == "-"
                ? try FileHandle.standardInput.readToEnd() ?? Data() : try Data(contentsOf: URL(filePath: path))
        } catch {
            throw HistoryFileError(path: path, reason: " cannot be read")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw HistoryFileError(path: path, reason: " is not text in UTF-8; give a file with one step a line")
        }
        do throws(TortureError) {
            return Named(name: path == "-" ? "standard input" : path, history: try History(text: text))
        } catch {
            throw HistoryFileError(path: path, reason: ", \(error)")
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
