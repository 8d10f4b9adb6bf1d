import Dispatch
import Reactor
import Workloads

@main
struct InstructionDriver {
    static func main() {
        let a = CommandLine.arguments
        let n = Int(a[2]) ?? 0
        switch a[1] {
        case "plain":
            var sink = PlainLoop<EightCasts>()
            EightCasts.produce(n, producer: 0, into: &sink)
            check(sink.state.attendance, n)
        case "fire":
            let core = Core(state: EightCasts())
            var sink = CoreSink(core)
            EightCasts.produce(n, producer: 0, into: &sink)
            wait { let a = await core.read { $0.attendance }; check(a, n) }
        case "paced":
            let core = Core(state: EightCasts())
            wait {
                var sink = CoreSink(core)
                for _ in 0..<n / 1000 {
                    for i in 0..<1 { _ = i; EightCasts.produce(1000, producer: 0, into: &sink) }
                    let c = await core.read { $0.attendance.count }
                    _ = c
                }
                let total = await core.read { $0.attendance.count }; precondition(total == n)
            }
        case "task":
            wait {
                let tally = Tally()
                for _ in 0..<n / 1000 {
                    let tasks = (0..<1000).map { _ in Task { tally.add() } }
                    for t in tasks { await t.value }
                }
                precondition(tally.n == n)
            }
        case "command":
            let core = Core(state: EightCasts())
            wait {
                let tally = Tally()
                for _ in 0..<n / 1000 {
                    let tasks = (0..<1000).map { _ in core.fire(command: Count(tally: tally)) }
                    for t in tasks { _ = await t.outcome }
                }
                precondition(tally.n == n)
            }
        case "told":
            let core = Core(state: OneCast())
            wait {
                let told = Told()
                let s = core.subscribe(to: \.attendance.count, tellsCurrent: false) { told.tell($0) }
                for i in 0..<n {
                    await withCheckedContinuation { c in
                        told.c = c
                        core.fire(event: Created(ticket: Ticket(producer: 0, sequence: i)))
                    }
                }
                s.cancel()
                precondition(told.n == n)
            }
        default: fatalError()
        }
    }
    static func check(_ a: Attendance, _ n: Int) { precondition(a.count == n && a.outOfOrder == 0) }
    static func wait(_ body: @escaping @Sendable () async -> Void) {
        let s = DispatchSemaphore(value: 0)
        Task.detached { await body(); s.signal() }
        s.wait()
    }
}
import Synchronization
final class Tally: Sendable { let v = Atomic<Int>(0); func add() { v.add(1, ordering: .relaxed) }; var n: Int { v.load(ordering: .relaxed) } }
struct Count: Command { let tally: Tally; func execute(state: EightCasts, core: Core<EightCasts>) { tally.add() } }
final class Told: @unchecked Sendable { var c: CheckedContinuation<Void, Never>?; var n = 0; func tell(_ v: Int) { n += 1; let c = c; self.c = nil; c?.resume() } }
