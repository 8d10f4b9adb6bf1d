import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Timers, names, and commands that idle() does not wait for")
struct TimerTests {
    let executor = StepExecutor()
    let clock = ManualClock()
    let returned = Locked<[String]>([])

    func makeCore() -> Core<Notes> { Core(state: Notes(), runtime: executor.runtime(clock: clock)) }

    func returns(_ name: String) { returned.withLock { $0.append(name) } }

    func state(_ core: Core<Notes>) -> Notes? { executor.run { await core.state } }

    @Test("idle() does not wait for a timer, but waits for the events that it fires at its end")
    func idle() {
        let core = makeCore()
        let gate = TestGate<Void>()
        core.perform("poll", options: CommandOptions(isTimer: true)) { core in
            try await core.runtime.clock.sleep(for: .seconds(30))
            core.fire(command: NoteAfter(gate, 1))
        }
        executor.start {
            await core.idle()
            returns("before")
        }
        executor.run()
        #expect(returned.copy == ["before"])
        clock.advance(by: .seconds(30))
        executor.run()
        executor.start {
            await core.idle()
            returns("after")
        }
        executor.run()
        #expect(returned.copy == ["before"])
        gate.open()
        executor.run()
        #expect(returned.copy == ["before", "after"])
        #expect(state(core)?.numbers == [1])
    }

    @Test("The cancellation of a timer is reported only to its handle; a failure is reported to the state")
    func ends() {
        let core = makeCore()
        let handles = (0..<3).map { number in
            core.perform(options: CommandOptions(id: "\(number)", isTimer: true)) { core in
                try await core.runtime.clock.sleep(for: .seconds(number + 1))
                throw Broken(number: number)
            }
        }
        executor.run()
        handles[1].cancel()
        core.cancel(id: "2")
        executor.run()
        clock.advance(by: .seconds(9))
        #expect(executor.run { await handles[0].end } == "failed: broken 0")
        #expect(executor.run { await handles[1].end } == "cancelled")
        #expect(executor.run { await handles[2].end } == "cancelled")
        #expect(state(core)?.ends == ["0 failed: broken 0"])
        #expect(executor.run { await core.counts.applied } == 1)
    }

    @Test("idle(except:) does not wait for the commands it names, and waits for all others")
    func besides() {
        let core = makeCore()
        let (network, work) = (TestGate<Void>(), TestGate<Void>())
        core.fire(command: NoteAfter(network, 1), options: CommandOptions(id: "sync"))
        core.fire(command: NoteAfter(work, 2), options: CommandOptions(id: "other"))
        executor.start {
            await core.idle(except: ["sync", "unknown"])
            returns("besides")
        }
        executor.start {
            await core.idle()
            returns("idle")
        }
        executor.run()
        #expect(returned.copy == [])
        work.open()
        executor.run()
        #expect(returned.copy == ["besides"])
        network.open()
        executor.run()
        #expect(returned.copy == ["besides", "idle"])
    }

    @Test("A closure with a name has it at its end, in reports, and among closures without an id")
    func names() {
        let names = Locked<[String]>([])
        let core = Core(state: Ends(names: names), runtime: executor.runtime())
        let gate = TestGate<Void>()
        let drop = CommandOptions(policy: .drop)
        let first = core.perform("keep posts", options: drop) { _ in try? await gate.wait() }
        let second = core.perform("keep posts", options: drop) { _ in try? await gate.wait() }
        let other = core.perform("keep users", options: drop) { _ in try? await gate.wait() }
        executor.run()
        first.cancel()
        executor.run()
        gate.open()
        #expect(executor.run { await second.end } == "dropped")
        #expect(executor.run { await other.end } == "finished")
        #expect(names.copy == ["keep posts"])
    }
}

private struct Ends: State {
    let names: Locked<[String]>

    mutating func react(to event: any Event) {
        if let event = event as? CommandEnded { names.withLock { $0.append(event.command) } }
    }
}
