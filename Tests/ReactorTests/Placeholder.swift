import Reactor
import Testing

struct Added: Event { var amount: Int }
struct Counter: State {
    var count = 0
    var log: [Int] = []
    mutating func react(to event: any Event) {
        switch event {
        case let event as Added: count += event.amount; log.append(event.amount)
        case is Reset<Counter>: self = Counter()
        default: break
        }
    }
}
struct AddLater: Command {
    var n: Int
    func execute(state: Counter, core: Core<Counter>) async throws {
        await Task.yield(); core.fire(event: Added(amount: n))
    }
}
struct AddSync: Command {
    var n: Int
    func execute(state: Counter, core: Core<Counter>) { core.fire(event: Added(amount: n)) }
}
actor Seen { var values: [Int] = []; func add(_ v: Int) { values.append(v) } }

@Test func smoke() async {
    let core = Core(state: Counter(), reactions: { On(Reset<Int>.self) { _ in AddSync(n: 7) } })
    let seen = Seen()
    let token = core.subscribe(to: \.count) { await seen.add($0) }
    core.fire(event: Added(amount: 2))
    #expect(await core.state.count == 2)
    core.fire(events: [Added(amount: 2), Added(amount: 3)])
    await core.settled()
    #expect(await core.read { $0.count } == 7)
    let handle = core.fire(command: AddLater(n: 10))
    let outcome = await handle.outcome
    print(outcome)
    core.fire(command: AddSync(n: 1)); core.fire(command: AddSync(n: 2))
    core.fire(event: Reset<Int>())
    await core.idle()
    print(await core.state, await seen.values)
    var it: [Int] = []
    for await v in core.updates(of: \.count) { it.append(v); if v > 100 { break }; core.fire(event: Added(amount: 50)) }
    print(it)
    token.cancel()
    await core.close()
    core.fire(event: Added(amount: 2))
    print(await core.counts)
}
