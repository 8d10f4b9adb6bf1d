import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// Commands with conditions, owners and parts: a core next to a naive model that stores every ancestor of each command.
@Suite("Law 7: commands end like those of a naive model of their conditions")
struct ConditionModelTests {
    @Test("A command whose condition ends is canceled, unless it or a command that it caused ended it")
    func agrees() async throws {
        var spared = 0
        for seed in Loops.seeds(of: 3_000) {
            var random = SeededRandom(seed: seed)
            let grips = Grips()
            let core = Core(state: Workshop(), reactions: { Workshop.reactions(grips) }, runtime: .testing())
            let model = DeskModel()
            var open: [(Prediction, DeskModel.Open)] = []
            for step in 0..<(5 + random.below(30)) {
                let deed = try await perform(&random, core, grips, model, &open)
                await core.settled()
                let found = await core.deskText
                try #require(found == model.text, "seed \(seed), step \(step): \(deed)")
            }
            for (prediction, _) in open { prediction.rollback() }
            await core.close()
            spared += model.spared
        }
        #expect(spared > 0)
    }

    /// Does one thing to both.
    ///
    /// - Returns: a description of it.
    private func perform(
        _ random: inout SeededRandom, _ core: Core<Workshop>, _ grips: Grips, _ model: DeskModel,
        _ open: inout [(Prediction, DeskModel.Open)]
    ) async throws -> String {
        let actor = random.chance(70) ? random.pick(model.commands.filter(\.mayAct)) : nil
        let grip = if let actor { await grips.grip(actor.launch) } else { Grip(core) }
        let who = actor.map { "\($0.launch)" } ?? "the outside"
        switch random.below(12) {
        case 0...4:
            let events = (0...random.below(2)).map { _ in DeskModel.event(&random) }
            grip.fire(events)
            model.fire(events, by: actor)
            return "\(who) fires \(events)"
        case 5:
            let owners: [Any.Type]? = random.chance(50) ? nil : random.chance(50) ? [Screen.self] : [Workshop.self]
            grip.start(grips, owners)
            model.start(owners: owners, by: actor)
            return "\(who) starts a command of \(owners.map { "\($0)" } ?? "the same owners")"
        case 6:
            let part = random.chance(50) ? DeskModel.Condition.detail : .row
            guard model.desk.has(part) else { return "nothing" }
            let leaf =
                part == .detail
                ? core.scope(to: \.detail, default: Leaf(id: 0)) : core.scope(to: \.rows, id: 0, default: Leaf(id: 0))
            leaf.fire(command: Hand<Leaf>(grips))
            model.start(owners: nil, by: nil, in: part)
            return "the outside starts a command in \(part)"
        case 7:
            guard let actor, actor.end == nil else { return "nothing" }
            let fails = random.chance(60)
            await grip.end(fails: fails)
            model.returned(actor, fails: fails)
            return "\(who) returns, failed: \(fails)"
        case 8:
            guard let actor, actor.end == nil, random.chance(50) else {
                grip.cancelOwner()
                model.cancelOwner(by: actor)
                return "\(who) cancels an owner"
            }
            grip.cancel()
            model.cancel(actor)
            return "cancel \(who)"
        case 9, 10:
            let event = DeskModel.move(&random)
            let prediction = grip.predict(event)
            if let begun = model.predict(event, by: actor) {
                open.append((prediction, begun))
            } else {
                prediction.commit()
            }
            return "\(who) predicts \(event)"
        default:
            guard !open.isEmpty else { return "nothing" }
            let (prediction, begun) = open.remove(at: random.below(open.count))
            let isCommitted = random.chance(50)
            if isCommitted { prediction.commit() } else { prediction.rollback() }
            model.resolve(begun, isCommitted: isCommitted)
            return "a prediction ends, committed: \(isCommitted)"
        }
    }
}

// MARK: The core's side

private struct Leaf: State, Identifiable, Equatable {
    var id: Int
    mutating func react(to event: any Event) {}
}

private struct Workshop: State {
    var isA = false
    var isB = false
    var x: Int?
    var detail: Leaf?
    var rows: KeyedRows<Int, Leaf> = []
    var ends: [String] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as Move:
            switch event {
            case .a(let isOn): isA = isOn
            case .b(let isOn): isB = isOn
            case .x(let value): x = value
            case .detail(let isThere): detail = isThere ? Leaf(id: 0) : nil
            case .row(let isThere): if isThere { rows.append(Leaf(id: 0)) } else { rows.remove(id: 0) }
            case .ping: break
            }
        case let event as CommandEnded:
            ends.append("\(event.launch) \(event.outcome)")
            if event.launch % 3 == 0 { isA = false }
            if event.launch % 4 == 0 { x = nil }
            if event.launch % 5 == 0 { detail = nil }
        case is Reset<Screen>: isB = false
        case is Reset<Workshop>: x = nil
        default: break
        }
    }

    func has(_ part: DeskModel.Condition) -> Bool { part == .detail ? detail != nil : rows.contains(id: 0) }

    /// The values that the reactions below follow, nil for nothing to run.
    var values: [Int?] { [isA ? 1 : nil, isB ? 1 : nil, x, isA ? 1 : nil, x] }

    @ReactionBuilder<Workshop>
    static func reactions(_ grips: Grips) -> [any Reaction<Workshop>] {
        On(Move.self) { if case .ping = $0 { Hand<Workshop>(grips) } else { nil } }
        While(\.isA, options: CommandOptions(owner: Screen.self)) { Hand<Workshop>(grips) }
        While(\.isB) { Hand<Workshop>(grips) }
        For(\.x) { _ in Hand<Workshop>(grips) }
        While(\.isA) { Hand<Workshop>(grips) }
        For(\.x) { _ in Hand<Workshop>(grips) }
    }
}

private enum Move: Event { case a(Bool), b(Bool), x(Int?), detail(Bool), row(Bool), ping }

extension Core<Workshop> {
    /// The state of the engine, as a text that the model has, too.
    fileprivate var deskText: String {
        let live = engine.commands.live.filter { !$0.state.hasEnded }.map { Int($0.state.launch) }.sorted()
        return "\(engine.lend { $0[as: Workshop.self].text }), live: \(live)"
    }
}

extension Workshop {
    fileprivate var text: String {
        "\(isA) \(isB) \(x ?? -1) \(detail != nil) \(rows.count), ends: \(ends.joined(separator: ", "))"
    }
}

/// The operations of a test through the core of a command, or through that of the app.
private struct Grip: Sendable {
    let fire: @Sendable ([any Event]) -> Void
    let start: @Sendable (Grips, [Any.Type]?) -> Void
    let predict: @Sendable (Move) -> Prediction
    let cancelOwner: @Sendable () -> Void
    private let handle: CommandHandle?
    private let gate: Gate<Void>

    init<S: State>(_ core: Core<S>, gate: Gate<Void> = Gate()) {
        fire = { core.fire(events: $0) }
        start = { core.fire(command: Hand<S>($0), options: CommandOptions(owners: $1)) }
        predict = { core.predict($0) }
        cancelOwner = { core.cancel(owner: Screen.self) }
        handle = core.owner
        self.gate = gate
    }

    func cancel() { handle?.cancel() }

    func end(fails: Bool) async {
        if fails { gate.fail(with: Broken(number: 0)) } else { gate.open() }
        _ = await handle?.outcome
    }
}

/// The grips of commands, by launch.
private final class Grips: Sendable {
    private let grips = Locked<[Int: Grip]>([:])
    private let gates = Locked<[Int: Gate<Void>]>([:])

    private func gate(_ launch: Int) -> Gate<Void> {
        gates.withLock { gates in
            let gate = gates[launch] ?? Gate()
            gates[launch] = gate
            return gate
        }
    }

    func add(_ launch: Int, _ grip: Grip) {
        grips.withLock { $0[launch] = grip }
        gate(launch).arrive()
    }

    /// Returns when the command has begun.
    func grip(_ launch: Int) async -> Grip {
        await gate(launch).arrived()
        guard let grip = grips.copy[launch] else { preconditionFailure("The command has not begun.") }
        return grip
    }
}

/// A command whose core the test uses, until the test ends it.
private struct Hand<StateType: State>: Command {
    let grips: Grips

    init(_ grips: Grips) { self.grips = grips }

    func execute(state: StateType, core: Core<StateType>) async throws {
        guard let launch = core.owner?.state.launch else { return }
        let gate = Gate<Void>(heedsCancellation: true)
        grips.add(Int(launch), Grip(core, gate: gate))
        try await gate.pass()
    }
}

// MARK: The model

private final class DeskModel {
    enum Condition: Equatable { case rule(Int), detail, row }

    final class Launched {
        let launch: Int
        /// Every command that caused it, and itself.
        let lineage: Set<Int>
        let part: Condition?
        var condition: Condition?
        let owners: [ObjectIdentifier]
        var end: String?
        var isLate = false

        init(
            _ launch: Int, _ causes: Set<Int>, _ part: Condition?, _ condition: Condition?, _ owners: [ObjectIdentifier]
        ) {
            self.launch = launch
            lineage = causes.union([launch])
            self.part = part
            self.condition = condition
            self.owners = owners
        }

        /// Whether it has begun, so that its core can be used.
        var mayAct: Bool { end == nil || end == "finished" || end == "failed" }
    }

    struct Open {
        let number: Int
        let lineage: Set<Int>
    }

    private(set) var commands: [Launched] = []
    /// The number of commands that ended their own condition.
    private(set) var spared = 0
    private var log: [(event: any Event, prediction: Int?, owners: [ObjectIdentifier])] = []
    private var values: [Int?] = Array(repeating: nil, count: 5)
    private var running: [Launched?] = Array(repeating: nil, count: 5)
    private var pings: [Set<Int>] = []
    private var ending: [Launched] = []
    private var isEnding = false
    private var isInGroup = false
    private var lastPrediction = 0

    var desk: Workshop {
        var desk = Workshop()
        for entry in log { desk.react(to: entry.event) }
        return desk
    }

    var text: String { "\(desk.text), live: \(commands.filter { $0.end == nil }.map(\.launch))" }

    static func move(_ random: inout SeededRandom) -> Move {
        switch random.below(9) {
        case 0, 1: .a(random.chance(60))
        case 2, 3: .b(random.chance(50))
        case 4: .x(random.chance(70) ? random.below(3) : nil)
        case 5, 6: .detail(random.chance(60))
        case 7: .row(random.chance(60))
        default: .ping
        }
    }

    static func event(_ random: inout SeededRandom) -> any Event {
        switch random.below(12) {
        case 0: Reset<Screen>()
        case 1: Reset<Workshop>()
        default: move(&random)
        }
    }

    // MARK: Operations

    private func mayFire(_ actor: Launched?) -> Bool {
        guard let actor else { return true }
        return !actor.isLate && actor.part.map { desk.has($0) } ?? true
    }

    func fire(_ events: [any Event], by actor: Launched?) {
        guard mayFire(actor) else { return }
        let causes = actor?.lineage ?? []
        isInGroup = true
        for event in events {
            if event is Reset<Screen> { reset(ObjectIdentifier(Screen.self), causes) }
            if event is Reset<Workshop> { reset(ObjectIdentifier(Workshop.self), causes) }
            log.append((event, nil, []))
            if case .ping? = event as? Move { pings.append(causes) }
        }
        isInGroup = false
        look(causes)
    }

    private func reset(_ owner: ObjectIdentifier, _ causes: Set<Int>) {
        for command in commands where command.owners.contains(owner) {
            end(command, "cancelled")
            command.isLate = true
        }
        announceEnds(causes)
        log.removeAll { $0.prediction != nil && $0.owners.contains(owner) }
    }

    func start(owners: [Any.Type]?, by actor: Launched?, in part: Condition? = nil) {
        let isRefused = !mayFire(actor)
        let part = part ?? actor?.part
        let owners = owners?.map { ObjectIdentifier($0) } ?? actor?.owners ?? []
        let command = launch(actor?.lineage ?? [], part: part, condition: part, owners)
        guard isRefused else { return }
        command.end = "dropped"
        command.condition = nil
        command.isLate = true
    }

    func returned(_ command: Launched, fails: Bool) {
        end(command, fails ? "failed" : "finished")
        announceEnds(command.lineage)
    }

    func cancel(_ command: Launched) {
        end(command, "cancelled")
        command.isLate = true
        announceEnds([])
    }

    func cancelOwner(by actor: Launched?) {
        if actor?.isLate == true { return }
        for command in commands where command.owners.contains(ObjectIdentifier(Screen.self)) {
            end(command, "cancelled")
            command.isLate = true
        }
        announceEnds(actor?.lineage ?? [])
    }

    func predict(_ event: Move, by actor: Launched?) -> Open? {
        guard mayFire(actor) else { return nil }
        lastPrediction += 1
        log.append((event, lastPrediction, actor?.owners ?? []))
        let open = Open(number: lastPrediction, lineage: actor?.lineage ?? [])
        if case .ping = event { pings.append(open.lineage) }
        look(open.lineage)
        return open
    }

    func resolve(_ open: Open, isCommitted: Bool) {
        guard let index = log.firstIndex(where: { $0.prediction == open.number }) else { return }
        if isCommitted { log[index].prediction = nil } else { log.remove(at: index) }
        look(open.lineage)
    }

    // MARK: Consequences

    @discardableResult
    private func launch(
        _ causes: Set<Int>, part: Condition? = nil, condition: Condition? = nil, _ owners: [ObjectIdentifier] = []
    ) -> Launched {
        let command = Launched(commands.count + 1, causes, part, condition, owners)
        commands.append(command)
        return command
    }

    private func end(_ command: Launched, _ outcome: String) {
        guard command.end == nil else { return }
        command.end = outcome
        if outcome == "cancelled" { command.isLate = true }
        if outcome != "finished" { ending.append(command) }
    }

    private func announceEnds(_ causes: Set<Int>) {
        if isEnding { return }
        isEnding = true
        while !ending.isEmpty {
            let command = ending.removeFirst()
            let isFailure = command.end == "failed"
            let outcome = isFailure ? CommandOutcome.failed(Broken(number: 0)) : .cancelled
            log.append((CommandEnded(launch: UInt64(command.launch), id: nil, command: "", outcome: outcome), nil, []))
            if !isInGroup { look(causes) }
        }
        isEnding = false
    }

    private func look(_ causes: Set<Int>) {
        let desk = desk
        for command in commands where command.end == nil {
            guard let part = command.condition, part == .detail || part == .row, !desk.has(part) else { continue }
            command.condition = nil
            if causes.contains(command.launch) { spared += 1 } else { end(command, "cancelled") }
        }
        announceEnds(causes)
        let pings = pings
        self.pings = []
        for causes in pings { launch(causes) }
        follow(causes)
    }

    private func follow(_ causes: Set<Int>) {
        let before = values
        values = desk.values
        let now = values
        let changed = now.indices.filter { now[$0] != before[$0] }
        let old = running
        for rule in changed { running[rule] = nil }
        for rule in changed {
            if let old = old[rule] {
                if causes.contains(old.launch) {
                    spared += 1
                } else {
                    end(old, "cancelled")
                    old.isLate = true
                    announceEnds(causes)
                }
            }
            // The end of a command may have changed the value since, which was followed then.
            guard now[rule] != nil, values[rule] == now[rule], running[rule] == nil else { continue }
            running[rule] = launch(
                causes, condition: .rule(rule), rule == 0 ? [ObjectIdentifier(Screen.self)] : [])
        }
    }
}
