import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// Commands with wishes, owners and child states: a core next to a naive model that stores every ancestor of each
/// command.
@Suite("Law 7: work that belongs to a state runs like that of a naive model")
struct WorkModelTests {
    @Test("A wish that ends cancels its command, or lets the command finish that ended it; a reset starts it again")
    func agrees() async throws {
        var reached = DeskModel.Reached()
        for seed in Loops.seeds(of: 100_000, atLeast: 2_000) {
            var random = SeededRandom(seed: seed)
            let grips = Grips()
            let core = Core(state: Workshop(), reactions: Workshop.reactions(grips), runtime: .testing())
            let model = DeskModel()
            var open: [(Prediction, DeskModel.Open)] = []
            for step in 0..<(5 + random.below(30)) {
                let deed = try await perform(&random, core, grips, model, &open)
                // The tasks of finishing commands are canceled when no prediction of theirs is pending.
                await core.settled()
                for launch in model.takeCanceled() { await grips.ended(launch) }
                await core.settled()
                let found = await core.deskText
                try #require(found == model.text, "seed \(seed), step \(step): \(deed)")
            }
            for (prediction, _) in open { prediction.rollback() }
            await core.close()
            reached.add(model.reached)
        }
        #expect(reached.isComplete, "\(reached)")
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
            let isTimer = random.chance(30)
            leaf.fire(command: Hand<Leaf>(grips)) { $0.isTimer = isTimer }
            model.start(owners: nil, by: nil, in: part, isTimer: isTimer)
            return "the outside starts a command in \(part), timer: \(isTimer)"
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
    var isOn = false
    mutating func react(to event: any Event) {}
}

private struct Workshop: State {
    var isA = false
    var isB = false
    var x: Int?
    var detail: Leaf?
    var rows: KeyedRows<Int, Leaf> = []
    var ids: [Int] = []
    var ends: [String] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as Move:
            switch event {
            case .a(let isOn): isA = isOn
            case .b(let isOn): isB = isOn
            case .x(let value): x = value
            case .detail(let isOn): detail = isOn.map { Leaf(id: 0, isOn: $0) }
            case .row(let isOn): if let isOn { rows.update(with: Leaf(id: 0, isOn: isOn)) } else { rows.remove(id: 0) }
            case .ids(let now): ids = now
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

    /// The work that the reactions below wish, in their order.
    var wishes: [(rule: DeskModel.Rule, value: Int)] {
        var wishes: [(DeskModel.Rule, Int)] = []
        func wish(_ number: Int, key: Int = 0, _ value: Int?, in part: DeskModel.Condition? = nil) {
            if let value { wishes.append((DeskModel.Rule(number: number, key: key, part: part), value)) }
        }
        wish(0, isA ? 1 : nil)
        wish(1, isB ? 1 : nil)
        wish(2, x)
        wish(3, isA ? 1 : nil)
        wish(4, x)
        for id in ids { wish(5, key: id, 1) }
        for row in rows { wish(6, key: row.id, 1) }
        wish(7, detail?.isOn == true ? 1 : nil, in: .detail)
        for row in rows where row.isOn { wish(8, key: row.id, 1, in: .row) }
        return wishes
    }

    static func reactions(_ grips: Grips) -> [Reaction<Workshop>] {
        let leaf: [Reaction<Leaf>] = [.while(\.isOn) { Hand<Leaf>(grips) }]
        return [
            .on(Move.self) { if case .ping = $0 { Hand<Workshop>(grips) } else { nil } },
            .while(\.isA, options: CommandOptions(owner: Screen.self)) { Hand<Workshop>(grips) },
            .while(\.isB, options: CommandOptions(id: "b", policy: .drop)) { Hand<Workshop>(grips) },
            .for(\.x, options: CommandOptions(owner: Workshop.self)) { _ in Hand<Workshop>(grips) },
            .while(\.isA) { Hand<Workshop>(grips) },
            .for(\.x) { _ in Hand<Workshop>(grips) },
            .forEach(\.ids, options: CommandOptions(owner: Screen.self)) { _ in Hand<Workshop>(grips) },
            .forEach(\.rows) { _ in Hand<Workshop>(grips) },
            .scope(\.detail, leaf),
            .scope(\.rows, leaf),
        ]
    }
}

private enum Move: Event { case a(Bool), b(Bool), x(Int?), detail(Bool?), row(Bool?), ids([Int]), ping }

extension Core<Workshop> {
    /// The state of the engine, as a text that the model has, too.
    fileprivate var deskText: String {
        let live = engine.commands.live.filter { !$0.state.hasEnded }.map { Int($0.state.launch) }.sorted()
        return "\(engine.lend { $0[as: Workshop.self].text }), live: \(live)"
    }
}

extension Workshop {
    fileprivate var text: String {
        "\(isA) \(isB) \(x ?? -1) \(detail.map { "\($0.isOn)" } ?? "-") \(rows.map(\.isOn)) \(ids), "
            + "ends: \(ends.joined(separator: ", "))"
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

    var outcome: CommandOutcome? { get async { await handle?.outcome } }

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

    /// Returns when the command has ended.
    func ended(_ launch: Int) async { _ = await grip(launch).outcome }

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
    enum Condition: Hashable { case detail, row }

    struct Rule: Hashable {
        let number: Int
        var key = 0
        var part: Condition?
    }

    final class Launched {
        let launch: Int
        /// Every command that caused it, and itself.
        let lineage: Set<Int>
        let part: Condition?
        let owners: [ObjectIdentifier]
        let isTimer: Bool
        /// Whether it ends with its child state.
        var isInPart: Bool
        /// Whether its child state was removed by its own pending prediction, or is lost.
        var isUndecided = false
        var isLost = false
        var isFinishing = false
        var end: String?
        var isLate = false

        init(_ launch: Int, _ causes: Set<Int>, _ part: Condition?, _ owners: [ObjectIdentifier], isTimer: Bool) {
            self.launch = launch
            lineage = causes.union([launch])
            self.part = part
            isInPart = part != nil
            self.owners = owners
            self.isTimer = isTimer
        }

        /// Whether it has begun, so that its core can be used.
        var mayAct: Bool { end == nil || end == "finished" || end == "failed" }
    }

    struct Open {
        let number: Int
        let lineage: Set<Int>
    }

    /// The cases of the rule that the histories have to reach.
    struct Reached {
        var finished = 0, finishedByLaterWish = 0, startedAgain = 0, continued = 0, returnedChild = 0
        var lostAfterEnd = 0

        mutating func add(_ other: Reached) {
            finished += other.finished
            finishedByLaterWish += other.finishedByLaterWish
            startedAgain += other.startedAgain
            continued += other.continued
            returnedChild += other.returnedChild
            lostAfterEnd += other.lostAfterEnd
        }

        var isComplete: Bool {
            finished > 0 && finishedByLaterWish > 0 && startedAgain > 0 && continued > 0 && returnedChild > 0
                && lostAfterEnd > 0
        }
    }

    private(set) var commands: [Launched] = []
    private(set) var reached = Reached()
    private var log: [(event: any Event, prediction: Int?, owners: [ObjectIdentifier])] = []
    /// The predictions that are pending, with the ancestors of each.
    private var pending: [Int: Set<Int>] = [:]
    private var wishes: [Rule: Int] = [:]
    private var running: [Rule: Launched] = [:]
    private var finishing: [Rule: Launched] = [:]
    /// The commands that a reset has canceled, and that did not cause it.
    private var reset: Set<Int> = []
    private var canceled: [Launched] = []
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
        switch random.below(11) {
        case 0, 1: .a(random.chance(60))
        case 2, 3: .b(random.chance(50))
        case 4: .x(random.chance(70) ? random.below(3) : nil)
        case 5, 6: .detail(random.chance(60) ? random.chance(60) : nil)
        case 7, 8: .row(random.chance(60) ? random.chance(60) : nil)
        case 9: .ids((0..<random.below(4)).map { _ in random.below(4) })
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

    /// Ends the finishing commands whose tasks were canceled since the last call.
    ///
    /// - Returns: Their launches.
    func takeCanceled() -> [Int] {
        defer { canceled = [] }
        for command in canceled where command.end == nil {
            command.end = "cancelled"
            command.isLate = true
        }
        return canceled.map(\.launch)
    }

    // MARK: Operations

    private func mayFire(_ actor: Launched?) -> Bool {
        guard let actor else { return true }
        return !actor.isLate && !actor.isLost && actor.part.map { desk.has($0) } ?? true
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
            if command.end == nil && !causes.contains(command.launch) { reset.insert(command.launch) }
            end(command, "cancelled")
            command.isLate = true
        }
        announceEnds(causes)
        for entry in log where entry.prediction != nil && entry.owners.contains(owner) {
            pending[entry.prediction ?? 0] = nil
        }
        log.removeAll { $0.prediction != nil && $0.owners.contains(owner) }
    }

    func start(owners: [Any.Type]?, by actor: Launched?, in part: Condition? = nil, isTimer: Bool = false) {
        let isRefused = !mayFire(actor)
        let part = part ?? actor?.part
        let owners = owners?.map { ObjectIdentifier($0) } ?? actor?.owners ?? []
        let command = launch(actor?.lineage ?? [], part: part, owners, isTimer: isTimer)
        guard isRefused else { return }
        command.end = "dropped"
        command.isInPart = false
        command.isLate = true
    }

    func returned(_ command: Launched, fails: Bool) {
        // The end of a finishing command fires no event.
        if command.isFinishing {
            command.end = fails ? "cancelled" : "finished"
            command.isLate = command.isLate || fails
            return
        }
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
        pending[open.number] = open.lineage
        if case .ping = event { pings.append(open.lineage) }
        look(open.lineage)
        return open
    }

    func resolve(_ open: Open, isCommitted: Bool) {
        pending[open.number] = nil
        guard let index = log.firstIndex(where: { $0.prediction == open.number }) else { return }
        if isCommitted { log[index].prediction = nil } else { log.remove(at: index) }
        look(open.lineage)
    }

    // MARK: Consequences

    @discardableResult
    private func launch(
        _ causes: Set<Int>, part: Condition? = nil, _ owners: [ObjectIdentifier] = [], isTimer: Bool = false
    ) -> Launched {
        let command = Launched(commands.count + 1, causes, part, owners, isTimer: isTimer)
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
            if command.isTimer && !isFailure { continue }
            let outcome = isFailure ? CommandOutcome.failed(Broken(number: 0)) : .cancelled
            let id: CommandID? = running[Rule(number: 1)] === command ? "b" : nil
            log.append((CommandEnded(launch: UInt64(command.launch), id: id, command: "", outcome: outcome), nil, []))
            if !isInGroup { look(causes) }
        }
        isEnding = false
    }

    private func isPredicting(_ command: Launched) -> Bool { pending.values.contains { $0.contains(command.launch) } }

    private func look(_ causes: Set<Int>) {
        let desk = desk
        // Includes commands that have returned: their callbacks can still fire.
        for command in commands where command.isInPart && !command.isLate {
            guard let part = command.part, !desk.has(part) else { continue }
            command.isInPart = false
            if causes.contains(command.launch) && !command.isTimer {
                reached.continued += 1
                command.isUndecided = true
            } else {
                if command.end != nil {
                    reached.lostAfterEnd += 1
                    command.isLost = true
                } else {
                    end(command, "cancelled")
                }
            }
        }
        announceEnds(causes)
        for command in commands where command.isUndecided && !command.isLate {
            if isPredicting(command) { continue }
            command.isUndecided = false
            if let part = command.part, self.desk.has(part) {
                reached.returnedChild += 1
                command.isInPart = true
            } else {
                command.isLost = true
            }
        }
        let pings = pings
        self.pings = []
        for causes in pings { launch(causes) }
        follow(causes)
        for command in commands where command.isFinishing && command.end == nil && !isPredicting(command) {
            reached.finished += 1
            command.isFinishing = false
            canceled.append(command)
        }
    }

    private func follow(_ causes: Set<Int>) {
        let before = wishes
        let list = desk.wishes
        wishes = Dictionary(list.map { ($0.rule, $0.value) }, uniquingKeysWith: { first, _ in first })
        let again = Set(running.filter { reset.contains($1.launch) }.keys)
        reset = []
        var ended = before.keys.filter { wishes[$0] == nil }
        ended.sort { ($0.number, running[$0]?.launch ?? 0) < ($1.number, running[$1]?.launch ?? 0) }
        var begun: [Rule] = []
        for (rule, value) in list where !begun.contains(rule) && before[rule] != value { begun.append(rule) }
        begun += again.filter { wishes[$0] != nil && !begun.contains($0) }.sorted {
            running[$0]?.launch ?? 0 < running[$1]?.launch ?? 0
        }
        let old = running
        for rule in ended + begun { running[rule] = nil }
        for number in 0...8 {
            for rule in ended.filter({ $0.number == number }) + begun.filter({ $0.number == number }) {
                let isWished = begun.contains(rule)
                let isOwn = old[rule].map { causes.contains($0.launch) } ?? false
                if let earlier = finishing[rule], isWished || isOwn {
                    finishing[rule] = nil
                    if earlier.end == nil {
                        reached.finishedByLaterWish += 1
                        stop(earlier, causes)
                    }
                }
                if let old = old[rule] {
                    if isOwn && old.end == nil {
                        old.isFinishing = true
                        finishing[rule] = old
                    } else {
                        stop(old, causes)
                    }
                }
                guard isWished else { continue }
                if again.contains(rule) && before[rule] == wishes[rule] { reached.startedAgain += 1 }
                // The end of a command may have changed the wish since, which was followed then.
                guard wishes[rule] == list.first(where: { $0.rule == rule })?.value, running[rule] == nil else {
                    continue
                }
                let owners: [Any.Type] =
                    switch number {
                    case 0, 5: [Screen.self]
                    case 2: [Workshop.self]
                    default: []
                    }
                running[rule] = launch(causes, part: rule.part, owners.map { ObjectIdentifier($0) })
            }
        }
    }

    private func stop(_ command: Launched, _ causes: Set<Int>) {
        end(command, "cancelled")
        command.isLate = true
        announceEnds(causes)
    }
}
