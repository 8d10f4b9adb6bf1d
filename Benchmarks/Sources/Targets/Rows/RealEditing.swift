import EditingTraces
import Foundation
import Workloads

/// Real editing sessions, keystroke by keystroke, through a core with one subscriber, against the plain loop.
struct RealEditing: Row {
    let title = "editing traces"

    /// A session is over in a few milliseconds, so a round plays it so often.
    private static let repetitions = 10

    func measure(_ effort: Effort) async throws -> [Finding] {
        let traces = EditingTrace.kept
        guard !traces.isEmpty else {
            return [Finding(title, measured: "no trace in ../shared/data", target: "≤ 1.25×", .skipped)]
        }
        var findings: [Finding] = []
        for file in traces { findings += try await measure(file, effort) }
        return findings
    }

    private func measure(_ file: URL, _ effort: Effort) async throws -> [Finding] {
        let trace = try EditingTrace(contentsOf: file)
        let rounds = try await Rounds(
            effort.rounds,
            Playing.allCases.map { playing in
                Contestant(name: playing.rawValue) {
                    var sum = 0.0
                    for _ in 0..<Self.repetitions {
                        let (cost, isRight) = await trace.play(playing)
                        try check(isRight, "\(trace.name), \(playing): the final text is not the expected one.")
                        sum += cost
                    }
                    return sum / Double(Self.repetitions)
                }
            })
        func time(_ playing: Playing) -> (ratio: Double, described: String) {
            (
                rounds.ratio(playing.rawValue, to: Playing.plain.rawValue),
                "\(rounds[playing.rawValue].formatted(0)) ns an edit, "
                    + "\(rounds[Playing.plain.rawValue].formatted(0)) plain"
            )
        }
        let length = time(.length)
        let text = time(.text)
        let name = "\(trace.name), \(trace.count.grouped) edits, subscriber of the"
        return [
            Finding(
                "\(name) length, time against the plain loop", ratio: length.ratio, atMost: 1.25, length.described),
            try memory("\(name) length", file, .length, isTarget: true),
            Finding(
                "\(name) whole text, time against the plain loop",
                measured: "\(text.ratio.formatted(2))× (\(text.described))", target: "reported", .reported),
            try memory("\(name) whole text", file, .text, isTarget: false),
        ]
    }

    /// Peak memory of one way to play a trace against that of the plain loop, each in a separate process.
    private func memory(_ name: String, _ file: URL, _ playing: Playing, isTarget: Bool) throws -> Finding {
        let row = "\(name), peak memory of a process against the plain loop"
        guard let most = try peak(file, playing), let plain = try peak(file, .plain) else {
            return Finding(row, measured: "not reported by the system", target: "≤ 1.20×", .skipped)
        }
        let ratio = Double(most) / Double(plain)
        let described = "\(most.mebibytes.formatted(1)) MiB, \(plain.mebibytes.formatted(1)) plain"
        guard isTarget else {
            return Finding(
                row, measured: "\(ratio.formatted(2))× (\(described))", target: "reported", .reported)
        }
        return Finding(row, ratio: ratio, atMost: 1.2, described)
    }

    private func peak(_ file: URL, _ playing: Playing) throws -> Int? {
        Int(try freshProcess(["--peak-memory", playing.rawValue, file.path]))
    }

    /// Plays a session in each way, once, and prints the outcome.
    static func play(_ path: String) async throws {
        let trace = try EditingTrace(contentsOf: URL(fileURLWithPath: path))
        for playing in Playing.allCases {
            let (cost, isRight) = await trace.play(playing)
            try check(isRight, "\(trace.name), \(playing): the final text is not the expected one.")
            print("\(trace.name), \(trace.count.grouped) edits, \(playing): \(cost.formatted(0)) ns an edit, correct")
        }
        let (undone, isRight) = await trace.play(undoingEvery: 100)
        try check(isRight, "\(trace.name), with undo and redo: the final text is not the expected one.")
        print("\(trace.name), \(undone.grouped) steps undone and redone: correct")
    }

    /// The work of the fresh process: plays the trace once, and prints its peak memory, or that it is not available.
    static func printPeak(_ playing: Playing, _ path: String) async throws {
        let trace = try EditingTrace(contentsOf: URL(fileURLWithPath: path))
        var isRight = false
        let peak = await peakMemory { isRight = await trace.play(playing).isRight }
        try check(isRight, "\(trace.name), \(playing): the final text is not the expected one.")
        print(peak.map(String.init) ?? "unknown")
    }
}
