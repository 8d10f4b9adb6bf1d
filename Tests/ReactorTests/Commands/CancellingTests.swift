import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Canceling commands")
struct CancellingTests {
    @Test("A Reset that a middleware refused cancels nothing")
    func byRefusedReset() async {
        await expectEnds(["finished", "finished", "finished"], middlewares: [Bouncer { $0 is Reset<Screen> }]) {
            core in core.fire(event: Reset<Screen>())
        }
    }

    @Test("A Reset that replaces another event in a middleware: all commands in its scope")
    func byReplacingReset() async {
        await expectEnds(["finished", "cancelled", "cancelled"], middlewares: [Replacer()]) { core in
            core.fire(event: Noted(-1))
        }
    }

    @Test("A Reset fired by a canceled command cancels nothing")
    func byLateReset() async {
        await expectEnds(["finished", "finished", "finished"]) { core in
            let facade = Locked<Core<Notes>?>(nil)
            let gate = TestGate<Void>()
            let late = core.perform { core in
                facade.withLock { $0 = core }
                try? await gate.wait()
            }
            await gate.arrived()
            late.cancel()
            facade.copy?.fire(event: Reset<Screen>())
            await core.settled()
            gate.open()
            facade.withLock { $0 = nil }
        }
    }

    /// Three commands at a gate: two of id "a", the second and the third in the scope of Screen.
    private func expectEnds(
        _ expected: [String], middlewares: [any Middleware<Notes>] = [], location: SourceLocation = #_sourceLocation,
        by cancel: (Core<Notes>) async -> Void
    ) async {
        let gate = TestGate<Void>()
        let core = Core(state: Notes(), middlewares: middlewares, runtime: .testing())
        let handles = [
            core.fire(command: NoteAfter(gate, 1), options: CommandOptions(id: "a")),
            core.fire(command: NoteAfter(gate, 2), options: CommandOptions(id: "a", owner: Screen.self)),
            core.fire(command: NoteAfter(gate, 3), options: CommandOptions(owners: [Notes.self, Screen.self])),
        ]
        await gate.arrived(3)
        await cancel(core)
        _ = await core.state
        gate.open()
        var ends: [String] = []
        for handle in handles { ends.append(await handle.end) }
        #expect(ends == expected, sourceLocation: location)
    }
}

/// Puts a Reset in the place of -1.
private struct Replacer: Middleware {
    func intercept(event: any Event, state: Notes) -> (any Event)? {
        event as? Noted == Noted(-1) ? Reset<Screen>() : event
    }
}
