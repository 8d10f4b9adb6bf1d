import ReactorTestSupport
import ReactorTesting
import Testing

@testable import Reactor

@Suite("An alarm")
struct AlarmTests {
    @Test("It calls once, at the earliest time that was set, and not if that time was cleared")
    func agreesWithTheModel() async throws {
        try await Simulation.check(seeds: 0..<100) { sim in
            var random = sim.random
            let runtime = sim.core("phone", state: Counter()).runtime
            let alarm = RescheduledTimer(runtime)
            let calls = Locked<[Call]>([])
            var expected: [Call] = []
            var model: (number: Int, due: Duration, at: Duration)?
            let start = runtime.clock.now
            for number in 0..<40 {
                let now = runtime.clock.now - start
                switch random.below(5) {
                case 0, 1, 2:
                    // Between the moments of the checks, and sometimes in the past.
                    let due = now + .seconds(2 * random.below(20) - 5)
                    if model.map({ due < $0.due }) ?? true {
                        model = (number, due, max(due, now))
                    }
                    alarm.set(start + due) {
                        let second = (runtime.clock.now - start).components.seconds
                        calls.withLock { $0.append(Call(number: number, second: second)) }
                    }
                case 3 where random.chance(50):
                    model = nil
                    alarm.cancel()
                default: break
                }
                let passing = Duration.seconds(2 * random.number(in: 1...6))
                try await sim.sleep(for: passing)
                if let call = model, call.at <= now + passing {
                    expected.append(Call(number: call.number, second: call.at.components.seconds))
                    model = nil
                }
                let wanted = expected
                try await sim.expect("\(calls.copy), not \(wanted)") { calls.copy == wanted }
            }
            sim.sometimes("called", !expected.isEmpty)
        }
    }

    @Test("Set to an earlier time, or cleared, it does not wait for the old one")
    func waitsForOne() async {
        let clock = ManualClock()
        let alarm = RescheduledTimer(Runtime(clock: RuntimeClock(clock)))
        alarm.set(.seconds(10)) {}
        await clock.sleepers(1)
        alarm.set(.seconds(20)) {}
        alarm.set(.seconds(5)) {}
        await clock.sleepers(1)
        #expect(clock.deadlines.map(\.offset) == [.seconds(5)])
        alarm.cancel()
        #expect(clock.sleeping == 0)
    }

    /// A call and its time, in whole seconds: a simulated clock also advances a few microseconds for work.
    private struct Call: Equatable {
        let number: Int
        let second: Int64
    }

    private struct Counter: State { mutating func react(to event: any Event) {} }
}
