import Reactor
import ReactorTesting

/// Chores of three names, each name with a policy, fired, canceled, timed out and retried.
struct PolicyScenario {
    private struct Fired {
        let number: Int
        let name: String
        let options: CommandOptions
        let handle: CommandHandle
    }

    private let sim: Simulation
    private let core: Core<ChoreBoard>
    private var random: SeededRandom
    private let policies: [(name: String, policy: CommandPolicy, max: Int?)]
    private var fired: [Fired] = []
    /// Names with a canceled or timed-out chore, for which any end is allowed.
    private var disturbed: Set<String> = []

    init(_ sim: Simulation) {
        self.sim = sim
        core = sim.core("board", state: ChoreBoard())
        var random = sim.random
        policies = ["a", "b", "c"].map { name in
            let policies: [CommandPolicy] = [.parallel, .restart, .drop, .enqueue, .keepLatest]
            return (name, policies[random.below(policies.count)], random.chance(30) ? random.number(in: 1...2) : nil)
        }
        self.random = random
    }

    mutating func run() async throws {
        for _ in 0..<random.number(in: 5...14) {
            act()
            if random.chance(60) { try await sim.sleep(for: .milliseconds(random.number(in: 0...40))) }
        }
        await core.idle()
        let board = await core.state
        try await sim.expect("\(board.violations)") { board.violations.isEmpty }
        for name in ["a", "b", "c"] { try await expectPolicy(of: name, board) }
    }

    private mutating func act() {
        let number = fired.count + 1
        let (name, policy, max) = policies[random.below(policies.count)]
        let limit = max ?? (policy == .parallel ? nil : 1)
        let chore = Chore(
            number: number, name: name, limit: limit, length: .milliseconds(random.number(in: 1...60)),
            fails: random.chance(15), heedsCancellation: random.chance(70), sim: sim)
        let timeout: Duration? = random.chance(15) ? .milliseconds(random.number(in: 5...60)) : nil
        let retry: RetryPolicy = random.chance(20) ? .exponential(attempts: 3) : .never
        let options = CommandOptions(id: CommandID(name), policy: policy, max: max, timeout: timeout, retry: retry)
        if random.chance(12) {
            disturbed.insert(name)
            let last = fired.last { $0.name == name }
            sim.step("cancel the last of \(name)") { last?.handle.cancel() }
            return
        }
        if timeout != nil { disturbed.insert(name) }
        let handle = sim.step("fire \(number) of \(name), \(policy)") { core.fire(command: chore, options: options) }
        if let handle { fired.append(Fired(number: number, name: name, options: options, handle: handle)) }
    }

    /// Every chore has ended, and conforms to its policy.
    private func expectPolicy(of name: String, _ board: ChoreBoard) async throws {
        let fired = fired.filter { $0.name == name }
        guard let last = fired.last else { return }
        let first = await fired[0].handle.outcome.description
        var outcomes: [String] = []
        for one in fired { outcomes.append(await one.handle.outcome.description) }
        let dropped = outcomes.filter { $0 == "dropped" }.count
        switch last.options.policy {
        case .drop, .keepLatest: sim.sometimes("\(last.options.policy) drops one", dropped > 0)
        case .restart: sim.sometimes("restart cancels one", outcomes.contains("cancelled"))
        case .parallel, .enqueue: break
        }
        sim.sometimes("one timed out", outcomes.contains { $0.contains("timeout") })
        let numbers = board.begun.filter { number in fired.contains { $0.number == number } }
        let isDisturbed = disturbed.contains(name)
        try await sim.expect("\(name), \(last.options.policy): \(outcomes), begun \(numbers)") {
            switch last.options.policy {
            case .parallel: dropped == 0
            case .enqueue: dropped == 0 && numbers == numbers.sorted()
            case .drop: isDisturbed || first != "dropped"
            case .restart, .keepLatest: isDisturbed || outcomes.last != "dropped" && outcomes.last != "cancelled"
            }
        }
    }
}
