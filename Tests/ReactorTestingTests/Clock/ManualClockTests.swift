import Reactor
import Testing

@testable import ReactorTesting

@Suite("A manual clock")
struct ManualClockTests {
    let clock = ManualClock()
    let gate = TestGate<Void>(isOpen: true)

    @Test("Time moves only when the test moves it, and never backward")
    func standsStill() {
        #expect(clock.now.offset == .zero)
        clock.advance(by: .seconds(2))
        clock.advance(to: ManualClock.Instant(offset: .seconds(1)))
        #expect(clock.now.offset == .seconds(2))
    }

    @Test("A sleeper wakes at its deadline, and not before")
    func wakes() async throws {
        let sleep = Task { [clock] in
            try await clock.sleep(for: .seconds(5))
            return clock.now.offset
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(4))
        #expect(clock.sleeping == 1)
        #expect(clock.deadlines == [ManualClock.Instant(offset: .seconds(5))])
        clock.advance(by: .seconds(1))
        #expect(try await sleep.value == .seconds(5))
        #expect(clock.sleeping == 0)
    }

    @Test("advanceToNextSleeper() wakes the earliest sleepers, and returns the duration")
    func nextSleeper() async {
        var sleeps: [Task<Void, any Error>] = []
        for seconds in [3, 1, 2, 1] {
            sleeps.append(Task { [clock] in try await clock.sleep(for: .seconds(seconds)) })
        }
        await clock.sleepers(4)
        #expect(clock.advanceToNextSleeper() == .seconds(1))
        #expect(clock.sleeping == 2)
        #expect(clock.advanceToNextSleeper() == .seconds(1))
        #expect(clock.advanceToNextSleeper() == .seconds(1))
        #expect(clock.advanceToNextSleeper() == nil)
        for sleep in sleeps { await #expect(throws: Never.self) { try await sleep.value } }
    }

    @Test("A canceled sleep ends, whether it has begun or not")
    func cancelled() async {
        let asleep = Task { [clock] in try await clock.sleep(for: .seconds(5)) }
        await clock.sleepers(1)
        asleep.cancel()
        await #expect(throws: CancellationError.self) { try await asleep.value }
        let early = Task { [clock, gate] in
            try? await gate.wait()
            try await clock.sleep(for: .seconds(5))
        }
        early.cancel()
        await #expect(throws: CancellationError.self) { try await early.value }
        #expect(clock.sleeping == 0)
    }

    @Test("A wait for another number of sleepers ends with the cancellation of its test, and reports the sleepers")
    func otherNumber() async throws {
        let said = Guarded<[String]>([])
        let sleep = Task { [clock] in try await clock.sleep(for: .seconds(5)) }
        await clock.sleepers(1)
        let waiting = Task { [clock] in
            let recorder = TestFailureRecording.Recorder { failure in
                said.withLock { $0.append(failure.description) }
            }
            await TestFailureRecording.$unfinished.withValue(recorder) {
                await clock.sleepers(2, fileID: "Tests/Wrong.swift", line: 7)
            }
        }
        waiting.cancel()
        await waiting.value
        let failures = said.withLock { $0 }
        #expect(failures.count == 1)
        #expect(failures.first?.hasPrefix("Tests/Wrong.swift:7: The test waited until exactly 2 tasks sleep") == true)
        #expect(failures.first?.contains("\([Duration.seconds(5)])") == true)
        sleep.cancel()
        await clock.sleepers(0)
        await #expect(throws: CancellationError.self) { try await sleep.value }
    }
}
