import ReactorTesting
import ReactorTestSupport

@testable import Reactor

/// The child states of a ``Workshop``.
struct WorkshopTray: State, Identifiable, Equatable {
    var id: Int
    var isOn = false
    mutating func react(to event: any Event) {}
}

/// A state with a property for each kind of wish.
struct Workshop: State {
    /// The date of every response.
    static let time = Timestamp(millisecondsSince1970: 7)

    /// Whether the ends of commands end wishes.
    var heedsEnds = true
    var isA = false
    var isB = false
    var x: Int?
    var detail: WorkshopTray?
    var rows: KeyedRows<Int, WorkshopTray> = []
    var ids: [Int] = []
    var loaded = RequestStatus<Int, String>()
    var ends: [String] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as WorkshopEvent:
            switch event {
            case .a(let isOn): isA = isOn
            case .b(let isOn): isB = isOn
            case .x(let value): x = value
            case .detail(let isOn): detail = isOn.map { WorkshopTray(id: 0, isOn: $0) }
            case .row(let isOn):
                if let isOn { rows.update(with: WorkshopTray(id: 0, isOn: isOn)) } else { rows.remove(id: 0) }
            case .ids(let now): ids = now
            case .outdated: loaded.invalidate()
            case .ping: break
            }
        case let event as CommandEnded:
            ends.append("\(event.launch) \(event.outcome)")
            if loaded.react(to: event, as: "load") || !heedsEnds { return }
            if event.launch % 3 == 0 { isA = false }
            if event.launch % 4 == 0 { x = nil }
            if event.launch % 5 == 0 { detail = nil }
        case is Reset<Screen>:
            isB = false
            loaded = RequestStatus()
        case is Reset<Workshop>: x = nil
        default: _ = loaded.react(to: event, as: "load")
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

    /// The reactions with these numbers; `.on` has none.
    static func reactions(_ grips: Grips, numbers: Set<Int>? = nil) -> [Reaction<Workshop>] {
        let leaf: [Reaction<WorkshopTray>] = [.while(\.isOn) { Hand<WorkshopTray>(grips) }]
        let reactions: [Reaction<Workshop>] = [
            .on(WorkshopEvent.self) { if case .ping = $0 { Hand<Workshop>(grips) } else { nil } },
            .while(\.isA, options: CommandOptions(id: "a", policy: .parallel, owner: Screen.self)) {
                Hand<Workshop>(grips)
            },
            .while(\.isB, options: CommandOptions(id: "b", policy: .drop)) { Hand<Workshop>(grips) },
            .for(\.x, options: CommandOptions(owner: Workshop.self)) { _ in Hand<Workshop>(grips) },
            .while(\.isA) { Hand<Workshop>(grips) },
            .for(\.x) { _ in Hand<Workshop>(grips) },
            .forEach(\.ids, options: CommandOptions(owner: Screen.self)) { _ in Hand<Workshop>(grips) },
            .forEach(\.rows) { _ in Hand<Workshop>(grips) },
            .scope(\.detail, leaf),
            .scope(\.rows, leaf),
        ]
        return reactions.enumerated().filter { numbers?.contains($0.offset - 1) ?? true }.map(\.element)
    }
}

enum WorkshopEvent: Event {
    case a(Bool), b(Bool), x(Int?), detail(Bool?), row(Bool?), ids([Int]), outdated, ping
}

extension Core<Workshop> {
    /// The state of the engine, as a text that the model has, too.
    var deskText: String {
        "\(engine.lend { $0[as: Workshop.self].text }), live: \(liveLaunches)"
    }

    /// The launches of the commands that have not ended.
    var liveLaunches: [Int] {
        engine.commands.live.filter { !$0.state.hasEnded }.map { Int($0.state.launch) }.sorted()
    }
}

extension Workshop {
    var text: String {
        "\(isA) \(isB) \(x ?? -1) \(detail.map { "\($0.isOn)" } ?? "-") \(rows.map(\.isOn)) \(ids) \(loaded.text), "
            + "ends: \(ends.joined(separator: ", "))"
    }
}

extension RequestStatus {
    /// Whether the run in progress was invalidated.
    var isOutdated: Bool { if case .running(_, _, _, true?) = activity { true } else { false } }

    /// The value, the activity and the outcome.
    fileprivate var text: String {
        let shown = held.map { "\($0.value)\($0.isStale ? " stale" : "")" } ?? "-"
        return "\(shown) \(isLoading ? "loads" : "idle") \(outcome)"
    }
}

/// The operations of a test through the core of a command, or through that of the app.
struct Grip: Sendable {
    let fire: @Sendable ([any Event]) -> Void
    let start: @Sendable (Grips, [Any.Type]?) -> Void
    let predict: @Sendable (WorkshopEvent) -> Prediction
    let cancelOwner: @Sendable () -> Void
    private let handle: CommandHandle?
    private let gate: TestGate<Void>

    init<S: State>(_ core: Core<S>, gate: TestGate<Void> = TestGate()) {
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
final class Grips: Sendable {
    private let grips = Locked<[Int: Grip]>([:])
    private let gates = Locked<[Int: TestGate<Void>]>([:])

    private func gate(_ launch: Int) -> TestGate<Void> {
        gates.withLock { gates in
            let gate = gates[launch] ?? TestGate()
            gates[launch] = gate
            return gate
        }
    }

    func add(_ launch: Int, _ grip: Grip) {
        grips.withLock { $0[launch] = grip }
        gate(launch).arrive()
    }

    /// Fires a load that waits until the test ends it, with its launch as its value.
    func load(_ core: Core<Workshop>) -> CommandHandle {
        core.load("load", \.loaded, now: { Workshop.time }) { [self] core in
            let launch = Int(core.owner?.state.launch ?? 0)
            let gate = TestGate<Void>(heedsCancellation: true)
            add(launch, Grip(core, gate: gate))
            try await gate.wait()
            return launch
        }
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
struct Hand<StateType: State>: Command {
    let grips: Grips

    init(_ grips: Grips) { self.grips = grips }

    func execute(state: StateType, core: Core<StateType>) async throws {
        guard let launch = core.owner?.state.launch else { return }
        let gate = TestGate<Void>(heedsCancellation: true)
        grips.add(Int(launch), Grip(core, gate: gate))
        try await gate.wait()
    }
}
