import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Starting commands")
struct StartingTests {
    @Test("Commands fired in a row start in that order")
    func order() async {
        let core = Core(state: Notes(), runtime: .testing())
        let gate = TestGate<Void>()
        let started = Locked<[Int]>([])
        let count = Loops.rounds(of: 2_000)
        for number in 0..<count {
            core.fire(
                command: Errand { _, _ in
                    started.withLock { $0.append(number) }
                    try? await gate.wait()
                })
        }
        await gate.arrived(count)
        #expect(started.copy == Array(0..<count))
        gate.open()
        await core.idle()
    }

    @Test("The code of commands between their awaits never runs concurrently")
    func oneLane() async {
        let core = Core(state: Notes(), runtime: .testing())
        let inside = Locked((now: 0, overlaps: 0))
        for _ in 0..<Loops.rounds(of: 2_000) {
            core.fire(
                command: Errand { _, core in
                    for _ in 0..<3 {
                        inside.withLock { inside in
                            inside.now += 1
                            if inside.now > 1 { inside.overlaps += 1 }
                        }
                        inside.withLock { $0.now -= 1 }
                        _ = await core.read { $0.numbers.count }
                    }
                })
        }
        await core.idle()
        #expect(inside.withLock { $0.overlaps } == 0)
    }

    @Test("A command marked @concurrent leaves the command executor: another one starts while it computes")
    func concurrent() async {
        let core = Core(state: Notes(), runtime: .testing())
        let (began, ended) = (TestGate<Void>(), TestGate(isOpen: true))
        let heavy = core.fire(command: Heavy(began: began, ended: ended))
        await began.arrived()
        #expect(await core.fire(command: Note(1)).end == "finished")
        began.open()
        #expect(await heavy.end == "finished")
    }
}

/// Leaves the command executor.
private struct Heavy: Command {
    let began: TestGate<Void>
    let ended: TestGate<Void>

    @concurrent
    func execute(state: Notes, core: Core<Notes>) async {
        try? await began.wait()
        ended.arrive()
    }
}
