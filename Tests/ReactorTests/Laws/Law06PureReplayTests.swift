import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Law 6: pure replay")
struct PureReplayTests {
    @Test("Replaying the log of the applied events results in the same state", arguments: 0..<5 as Range<UInt64>)
    func foldedAgain(seed: UInt64) async {
        var random = SeededRandom(seed: seed)
        let log = EventLog()
        let core = Core(
            state: Notes(), middlewares: [Bouncer { ($0 as? Noted)?.number == 3 }, log], runtime: .testing())
        for _ in 0..<300 {
            let number = Int.random(in: 0..<10, using: &random)
            switch number {
            case 0: core.fire(event: Reset<Notes>())
            case 1: core.fire(command: Note(number, number + 1))
            case 2: core.fire(command: Errand { _, _ in throw Broken() })
            default: core.fire(events: [Noted(number), Noted(number + 1)])
            }
        }
        await core.idle()
        var folded = Notes()
        for event in log.all { folded.react(to: event) }
        #expect(await core.state == folded, "seed \(seed)")
        #expect(await core.counts.applied == log.all.count, "seed \(seed)")
    }

    @Test(
        "With one executor, one clock and one random source, two runs are alike"
    )
    func twoRuns() {
        func run() -> [String] {
            let (executor, clock, log) = (StepExecutor(), ManualClock(), EventLog())
            let random = Locked(SeededRandom(seed: 7))
            var runtime = executor.runtime(clock: clock)
            runtime.random = { random.withLock { $0.next() } }
            let core = Core(state: Notes(), middlewares: [log], runtime: runtime)
            for number in 0..<5 {
                core.fire(
                    command: Errand { state, core in
                        core.fire(event: Noted(number))
                        if state.numbers.count < 20 { throw Broken(number: number) }
                    }, options: CommandOptions(retry: .exponential(attempts: 4), grace: .seconds(1)))
            }
            for _ in 0..<200 {
                executor.run()
                clock.advance(by: .milliseconds(37))
            }
            executor.run()
            return log.all.map { "\($0)" }
        }
        let first = run()
        #expect(first.count > 20)
        #expect(first == run())
    }

    @Test(
        "No source of the library uses a wall clock or a random source except the runtime's default",
        arguments: [
            ("ReactorState", []), ("ReactorRows", []), ("ReactorUndo", []),
            (
                "Reactor",
                ["Runtime.swift: .continuous", "Runtime.swift: .random(", "WallClock.swift: clock_gettime"]
            ),
        ])
    func sources(module: String, allowed: [String]) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/\(module)")
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        let forbidden = [
            "ContinuousClock", "SuspendingClock", ".continuous", ".suspending", ".random(", "randomElement()",
            "shuffled()", "shuffle()",
            "SystemRandomNumberGenerator", "Task" + ".sleep", "clock_gettime", "gettimeofday", "arc4random",
        ]
        var found: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            let code = source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            for word in forbidden where code.contains(where: { $0.contains(word) }) {
                found.insert("\(file.lastPathComponent): \(word)")
            }
        }
        #expect(found == Set(allowed))
    }
}
