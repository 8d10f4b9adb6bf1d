import Foundation
import Reactor
import ReactorRecording
import ReactorTerminal
import class ReactorTestSupport.JumpingClock
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Story")
struct StoryTests {
    @Test("For any seed, the requested share of changes is refused, and a refresh arrives during a pending change")
    func plans() {
        for seed in 0..<500 as Range<UInt64> {
            let plan = StoryPlan(seed: seed)
            #expect(plan == StoryPlan(seed: seed))
            #expect(plan.changes.count == 5 && Set(plan.changes).count == 5, "seed \(seed)")
            #expect(Set(plan.answers.map(\.change)) == Set(plan.changes), "seed \(seed)")
            #expect(plan.answers.count { $0.refusal != nil } == 2, "seed \(seed)")
            #expect(plan.refresh.count > 0 && plan.refresh.upperBound < 5, "seed \(seed)")
            #expect(StoryPlan(seed: seed, failures: 0).answers.allSatisfy { $0.refusal == nil })
            #expect(StoryPlan(seed: seed, failures: 100).answers.allSatisfy { $0.refusal != nil })
        }
        #expect(Set((0..<50 as Range<UInt64>).map { StoryPlan(seed: $0).refresh.lowerBound }) == [0, 1, 2])
    }

    @Test("It shows every step of every change, ends with the service's weights, and is the same for the same seed")
    func shown() async throws {
        for (seed, failures) in [(1, 40), (2, 40), (3, 40), (4, 0), (5, 100), (6, 60)] as [(UInt64, Int)] {
            let plan = StoryPlan(seed: seed, failures: failures)
            let text = try await play(plan)
            let lines = text.split(separator: "\n").map(String.init)
            let refused = plan.answers.count { $0.refusal != nil }
            #expect(lines.count { $0.contains("immediately, not confirmed yet") } == 5, "seed \(seed)")
            #expect(lines.count { $0.contains("✗") && $0.contains("rolled back: ") } == refused, "seed \(seed)")
            #expect(lines.count { $0.contains("✓") } == 5 - refused, "seed \(seed)")
            #expect(lines.count { $0.contains("still on top") } == 1, "seed \(seed)")
            #expect(lines.count { $0.contains("new: another device logged it") } == 1, "seed \(seed)")
            let pushed = lines.firstIndex { $0.contains("pushed: another device corrected it") }
            let late = lines.firstIndex { $0.contains("still on top") }
            #expect(try #require(pushed) < #require(late), "seed \(seed)")
            #expect(lines.count { $0.contains("stays: the push was newer than the refresh") } == 1, "seed \(seed)")
            #expect(lines.count { $0.hasSuffix("  confirmed") && $0.contains(" kg  ") } >= 3, "seed \(seed)")
            #expect(text.contains("weightlog log 81.4"))
            #expect(!text.contains("\u{1B}"))
            let again = try await play(plan)
            #expect(again == text, "seed \(seed)")
        }
    }

    @Test("In a window no line is longer than it, also in color, and there is no other output", arguments: [40, 62])
    func narrow(width: Int) async throws {
        let plan = StoryPlan(seed: 4, failures: 60)
        let whole = try await play(plan)
        let window = try await play(plan, on: Screen(isTerminal: true, width: width, hasColour: true))
        let plain = window.replacing(/\u{1B}\[[0-9]+m/, with: "")
        #expect(plain.split(separator: "\n").allSatisfy { $0.count <= width })
        #expect(plain.split { $0.isWhitespace } == whole.split { $0.isWhitespace })
        #expect(whole.split(separator: "\n").contains { $0.count > width })
    }

    @Test(
        "Ended after any of its lines, it reports only changes as confirmed that the service confirmed",
        arguments: [1, 3] as [UInt64])
    func interrupted(seed: UInt64) async throws {
        let plan = StoryPlan(seed: seed)
        let whole = try await play(plan).split(separator: "\n").count
        for count in 1..<whole {
            let scratch = LogFolder()
            let sink = EndingSink(after: count)
            let story = Story(
                plan: plan, output: Output(to: sink, screen: .none, capacity: 0), recording: scratch.folder.path,
                clock: RuntimeClock(JumpingClock(timeout: .milliseconds(1_001))))
            let task = Task { try await story.play() }
            sink.onEnd { task.cancel() }
            _ = await task.result
            let lines = sink.text.split(separator: "\n")
            let confirmed =
                try scratch.text(of: scratch.segment).components(separatedBy: #""change.confirmed""#).count - 1
            let shown = lines.count { $0.contains("✓") }
            #expect(shown <= confirmed, "seed \(seed), ended after line \(count): \(lines.joined(separator: "\n"))")
        }
    }

    private func play(
        _ plan: StoryPlan, on screen: Screen = .none, recording: String? = nil
    ) async throws -> String {
        let sink = MemorySink()
        try await Story(
            plan: plan, output: Output(to: sink, screen: screen, capacity: 0), recording: recording,
            clock: RuntimeClock(JumpingClock())
        ).play()
        return sink.text
    }
}

/// Stores the output, and ends the program when this number of lines is there.
private final class EndingSink: ByteSink {
    private struct State {
        var text = ""
        var remaining: Int
        var end: (@Sendable () -> Void)?
    }

    private let state: Locked<State>

    init(after lines: Int) { state = Locked(State(remaining: lines)) }

    var text: String { state.withLock { $0.text } }

    /// Calls `end` when the lines are there; immediately if they already are.
    func onEnd(_ end: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.end = end
            return state.remaining <= 0
        }
        if isLate { end() }
    }

    func write(_ bytes: [UInt8]) {
        let end = state.withLock { state -> (@Sendable () -> Void)? in
            let text = String(decoding: bytes, as: UTF8.self)
            state.text += text
            state.remaining -= text.split(separator: "\n").count
            return state.remaining <= 0 ? state.end : nil
        }
        end?()
    }
}
