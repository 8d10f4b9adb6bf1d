import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// Everything runs on one executor, step by step: a wait that never ends is detected, and does not hang the test.
@Suite("Waits of commands and updates for their core")
struct WaitingFromCommandsTests {
    let executor = StepExecutor()
    let reports = Reports()
    let returned = Locked<[String]>([])

    func makeCore() -> Core<Notes> {
        Core(state: Notes(), runtime: executor.runtime(report: { [reports] in reports.add($0) }))
    }

    func returns(_ name: String) { returned.withLock { $0.append(name) } }

    @Test("Commands that await close() do not wait for each other, and are not reported")
    func severalClose() {
        let core = makeCore()
        for number in 0..<3 {
            core.perform { core in
                await core.close()
                returns("\(number)")
            }
        }
        executor.run()
        #expect(returned.copy.sorted() == ["0", "1", "2"])
        #expect(!reports.all.contains { if case .closedOver = $0 { true } else { false } })
    }

    @Test("A command that awaits close() waits for another one that does not")
    func waitsForOthers() {
        let core = makeCore()
        let gate = TestGate<Void>()
        core.fire(command: NoteAfter(gate, 1))
        core.perform { core in
            await core.close()
            returns("close")
        }
        executor.run()
        #expect(returned.copy == [])
        gate.open()
        executor.run()
        #expect(returned.copy == ["close"])
    }

    @Test("A command that awaits close() of the app's core instead of the core that it received is detected, too")
    func closesTheOuterCore() {
        let core = makeCore()
        core.perform { _ in
            await core.close()
            returns("close")
        }
        executor.run()
        #expect(returned.copy == ["close"])
        #expect(reports.sentences == [])
    }

    @Test("A caller of idle() outside of commands waits for a command even if only its child task waits for idle()")
    func childIdles() {
        let core = makeCore()
        let (gate, other) = (TestGate<Void>(), TestGate<Void>())
        core.perform { core in
            async let child: Void = core.idle()
            try? await gate.wait()
            core.fire(event: Noted(1))
            await child
        }
        core.fire(command: NoteAfter(other, 2))
        executor.start {
            await core.idle()
            let numbers = await core.state.numbers
            returns("\(numbers)")
        }
        executor.run()
        other.open()
        executor.run()
        #expect(returned.copy == [])
        gate.open()
        executor.run()
        #expect(returned.copy == ["[2, 1]"])
    }

    @Test(
        "A caller of idle() outside of commands waits for commands that call it, and these do not wait for each other"
    )
    func outerIdleIsLast() {
        let core = makeCore()
        for number in 0..<3 {
            core.perform { own in
                // That of the app's core is detected, too.
                if number == 0 { await core.idle() } else { await own.idle() }
                own.fire(event: Noted(number))
            }
        }
        executor.start {
            await core.idle()
            let count = await core.state.numbers.count
            returns("\(count)")
        }
        executor.run()
        #expect(returned.copy == ["3"])
    }

    /// A call that waits for a core.
    enum Wait: CaseIterable {
        case settled, idle, close

        func callAsFunction(_ core: Core<Notes>) async {
            switch self {
            case .settled: await core.settled()
            case .idle: await core.idle()
            case .close: await core.close()
            }
        }
    }

    // Each cell of the table in Docs/Subscriptions.md. The clock stands still, so no grace elapses.
    @Test(
        "An update that waits for its core and a command that waits for it do not wait for each other",
        arguments: Wait.allCases,
        Wait.allCases)
    func updateAndCommand(update: Wait, command: Wait) {
        for isOwnCore in [true, false] {
            let core = makeCore()
            let token = core.subscribe(to: \.sum) { sum in
                guard sum > 0 else { return }
                await update(core)
                returns("update")
            }
            core.perform { own in
                core.fire(event: Noted(3))
                await command(isOwnCore ? own : core)
                returns("command")
            }
            executor.run()
            #expect(returned.copy.sorted() == ["command", "update"])
            #expect(reports.sentences == [])
            returned.withLock { $0 = [] }
            withExtendedLifetime(token) {}
        }
    }

    @Test("An update waits for no command, and a caller outside waits for the update", arguments: Wait.allCases)
    func updateWaitsForNoCommand(update: Wait) {
        let core = makeCore()
        let (gate, busy) = (TestGate<Void>(), TestGate<Void>())
        let token = core.subscribe(to: \.sum) { _ in
            await update(core)
            returns("update")
            try? await busy.wait()
        }
        core.fire(command: NoteAfter(gate, 4))
        executor.run()
        #expect(returned.copy == ["update"])
        gate.open()
        executor.start {
            await core.idle()
            returns("outside")
        }
        executor.run()
        #expect(returned.copy == ["update"])
        busy.open()
        executor.run()
        #expect(returned.copy.last == "outside")
        withExtendedLifetime(token) {}
    }

    @Test("Updates that await close() do not wait for each other, nor do concurrent commands")
    func updatesClose() {
        let core = makeCore()
        let tokens = (0..<2).map { number in
            core.subscribe(to: \.sum) { sum in
                guard sum > 0 else { return }
                await core.close()
                returns("update \(number)")
            }
        }
        core.perform { core in
            core.fire(event: Noted(1))
            await core.close()
            returns("command")
        }
        executor.run()
        #expect(returned.copy.sorted() == ["command", "update 0", "update 1"])
        #expect(reports.sentences == [])
        withExtendedLifetime(tokens) {}
    }

    @Test("A command that was canceled cancels nothing through the core that it received")
    func lateCancels() {
        let core = makeCore()
        let gate = TestGate<Void>()
        let other = core.fire(command: NoteAfter(gate, 7), options: CommandOptions(id: "other", owner: Screen.self))
        let late = core.perform { core in
            try? await gate.wait()
            core.cancel(id: "other")
            core.cancel(owner: Screen.self)
            core.cancelAll()
            returns("late")
        }
        executor.run()
        late.cancel()
        let third = core.fire(command: NoteAfter(TestGate<Void>(), 8), options: CommandOptions(id: "other"))
        executor.run()
        gate.open()
        executor.run()
        #expect(returned.copy == ["late"])
        #expect(executor.run { await other.end } == "finished")
        #expect(reports.refusals.map(\.reason) == [.late, .late, .late])
        #expect(executor.run { await core.counts.refusedCommands } == 3)
        third.cancel()
        executor.run()
    }
}
