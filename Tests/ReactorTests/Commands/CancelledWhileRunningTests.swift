import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("A command that has not suspended yet")
struct CancelledWhileRunningTests {
    let clock = ManualClock()
    let barrier = Barrier()
    let began = TestGate(isOpen: true)

    func makeCore() -> Core<Notes> {
        var runtime = Runtime.testing(clock: clock, random: { .max })
        runtime.commandExecutor = .serial(ThreadExecutor())
        return Core(state: Notes(), runtime: runtime)
    }

    /// Blocks without an await, and returns whether it was canceled in the meantime.
    func standing(_ saw: Locked<Bool?>) -> Stationary {
        Stationary { [barrier, began] in
            began.arrive()
            barrier.pass()
            saw.withLock { $0 = Task.isCancelled }
        }
    }

    @Test("It observes its cancellation, whatever cancels it", arguments: CancellingWay.allCases)
    func seesItsCancellation(_ way: CancellingWay) async {
        let core = makeCore()
        let saw = Locked<Bool?>(nil)
        let options = CommandOptions(id: "standing", owner: Screen.self, timeout: .seconds(3))
        let handle = core.fire(command: standing(saw), options: options)
        await began.arrived()
        switch way {
        case .handle: handle.cancel()
        case .id: core.cancel(id: "standing")
        case .owner: core.cancel(owner: Screen.self)
        case .reset: core.fire(event: Reset<Screen>())
        case .all: core.cancelAll()
        case .restart: core.fire(command: Note(1), options: CommandOptions(id: "standing", policy: .restart, max: 1))
        case .timeout:
            await clock.sleepers(1)
            clock.advance(by: .seconds(3))
        case .close: Task { await core.close() }
        }
        _ = await handle.outcome
        await core.settled()
        barrier.open()
        await core.close()
        #expect(saw.copy == true)
    }

    @Test("Neither its cancellation nor that of commands that cancel their own task affects later commands")
    func leavesOthersAlone() async {
        let core = makeCore()
        let (saw, seen) = (Locked<Bool?>(nil), Locked<[Bool]>([]))
        // The others wait for one that blocks, and then start in a row.
        let handle = core.fire(command: standing(saw))
        let others = (0..<6).map { number in
            core.fire(
                command: Stationary {
                    seen.withLock { $0.append(Task.isCancelled) }
                    if number % 2 == 0 { withUnsafeCurrentTask { $0?.cancel() } }
                })
        }
        await began.arrived()
        handle.cancel()
        _ = await handle.outcome
        await core.settled()
        barrier.open()
        for handle in others { #expect(await handle.end == "finished") }
        #expect(saw.copy == true)
        #expect(seen.copy == Array(repeating: false, count: 6))
    }
}

enum CancellingWay: CaseIterable {
    case handle, id, owner, reset, all, restart, timeout, close
}

/// A command made of a closure without an await.
struct Stationary: Command {
    let body: @Sendable () throws -> Void

    init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }

    func execute(state: Notes, core: Core<Notes>) throws { try body() }
}
