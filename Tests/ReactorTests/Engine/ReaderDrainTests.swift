import Reactor
import ReactorTesting
import Testing

/// A reader applies the waiting events, and leaves the rest to the drain: notifying subscribers, and resuming waiters. Commands
/// that end at the same time do not wake the core one by one, and a reader may run before the core is woken.
@Suite("Events that a reader applies before the core was woken", .timeLimit(.minutes(10)))
struct ReaderDrainTests {
    private let barrier = Barrier()
    private let gate = TestGate<Void>()
    private let core: Core<Notes>

    init() {
        var runtime = Runtime.testing()
        runtime.commandExecutor = .serial(ThreadExecutor())
        core = Core(state: Notes(), runtime: runtime)
    }

    @Test("A subscriber is notified of the end of a command")
    func notifies() async {
        let ends = Recorder<[String]>()
        core.add(subscriber: ends, selecting: \.ends)
        await core.settled()
        // They start in a row. The first has ended when the second reads; the third blocks the command executor until then;
        // later ends do not wake anything.
        await core.read { [core, barrier, gate] _ in
            core.perform(options: CommandOptions(id: "first")) { _ in throw Broken() }
            core.perform { core in
                await core.read { _ in barrier.open() }
                try? await gate.wait()
            }
            core.perform { _ in
                barrier.pass()
                try? await gate.wait()
            }
            core.perform { _ in try? await gate.wait() }
        }
        await gate.arrived(3)
        await ends.gate.arrived(2)
        #expect(ends.values == [[], ["first failed: broken 0"]])
        gate.open()
    }
}
