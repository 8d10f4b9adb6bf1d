import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// The scenarios in which a command ends its own wish, each as a user writes it.
@Suite("Law 7: a command that ends its own wish finishes")
struct OwnWishTests {
    private let clock = ManualClock()

    private func core(
        _ reactions: [Reaction<Studio>], state: Studio = Studio(), reports: Reports = Reports()
    ) -> Core<Studio> {
        Core(state: state, reactions: reactions, runtime: .testing(reports, clock: clock))
    }

    @Test("A countdown ends at zero, and the next start runs once", arguments: [false, true])
    func countdown(isTimer: Bool) async {
        let core = core([.while(\.isRunning, options: CommandOptions(isTimer: isTimer)) { Countdown() }])
        for _ in 0..<2 {
            core.fire(event: Change { ($0.left, $0.isRunning) = (4, true) })
            await clock.sleepers(1)
            for left in [3, 2, 1, 0] {
                clock.advance(by: .seconds(1))
                _ = await core.updates(of: \.left).first { $0 == left }
                if left > 0 { await clock.sleepers(1) }
            }
            await core.idle()
            #expect(await core.state.ends.isEmpty)
            #expect(await core.state.left == 0)
        }
    }

    @Test("The loop of a child that its own tick closes sends nothing to the next child in its place")
    func closedChild() async {
        for isScoped in [false, true] {
            let reactions: [Reaction<Studio>] =
                isScoped
                ? [.scope(\.lamp, [.while(\.isLit) { LampTicks() }])]
                : [.on(LampLit.self) { _ in StartLampTicks() }]
            let core = core(reactions, state: Studio(lamp: Lamp(isLit: isScoped)))
            if !isScoped { core.fire(event: LampLit()) }
            for _ in 0..<3 {
                await clock.sleepers(1)
                clock.advance(by: .seconds(1))
            }
            _ = await core.updates(of: \.lamp).first { $0 == nil }
            core.fire(event: Change { $0.lamp = Lamp() })
            await core.settled()
            clock.advance(by: .seconds(5))
            await core.settled()
            #expect(await core.state.lamp?.ticks == 0, "scoped: \(isScoped)")
            await core.close(grace: .zero)
        }
    }

    @Test("A save that predicts the end of its wish is requested once, and a failed one again")
    func saves() async {
        let (gate, requests) = (TestGate<Void>(), Locked(0))
        let core = core([.while(\.isDirty) { Save(gate: gate, requests: requests) }])
        core.fire(event: Change { $0.isDirty = true })
        await gate.arrived()
        await core.settled()
        #expect(await !core.state.isDirty)
        gate.resumeOne(throwing: Broken(number: 3))
        await gate.arrived(2)
        gate.open()
        await core.idle()
        #expect(requests.copy == 2)
        #expect(await !core.state.isDirty)
    }

    @Test("A wish that returns with the end of its load loads again, although the policy drops a second load")
    func wishedAgain() async {
        let (gate, requests) = (TestGate<Void>(), Locked(0))
        let options = CommandOptions(id: "load", policy: .drop)
        let core = core([.while(\.isDirty, options: options) { CleanThenWait(gate: gate, requests: requests) }])
        core.fire(event: Change { $0.isDirty = true })
        await gate.arrived()
        core.fire(event: Change { $0.isDirty = true })
        await gate.arrived(2)
        #expect(requests.copy == 2)
        await core.close(grace: .zero)
    }

    @Test("A command that ended its own wish stays while a command is predicting that the same change started")
    func startsAnother() async {
        let (first, second, end) = (TestGate<Void>(), TestGate<Void>(), TestGate<Void>(heedsCancellation: true))
        let running = Locked<[String]>([])
        let core = core([
            .while(\.isRunning) {
                Closure { core in
                    let prediction = core.predict(Change { $0.left = 9 })
                    try await second.wait()
                    prediction.commit()
                }
            },
            .while(\.isDirty) {
                Closure { core in
                    let prediction = core.predict(Change { $0.user = 6 })
                    core.fire(event: Change { ($0.isDirty, $0.isRunning) = (false, true) })
                    try await first.wait()
                    prediction.commit()
                    await Stay(name: "first", gate: end, running: running).stay()
                }
            },
        ])
        core.fire(event: Change { $0.isDirty = true })
        await first.arrived()
        await second.arrived()
        first.open()
        await end.arrived()
        await core.settled()
        #expect(running.copy == ["first"])
        second.open()
        await core.idle()
        #expect(running.copy.isEmpty)
        #expect(await core.state.ends.isEmpty)
    }

    @Test("A command that fails after its own event is not retried, and its failure is reported")
    func notRetried() async {
        let (reports, requests) = (Reports(), Locked(0))
        let options = CommandOptions(retry: .exponential(attempts: 4))
        let core = core(
            [
                .while(\.isDirty, options: options) {
                    Closure { core in
                        requests.withLock { $0 += 1 }
                        core.fire(event: Change { $0.isDirty = false })
                        await core.settled()
                        throw Broken(number: 8)
                    }
                }
            ], reports: reports)
        core.fire(event: Change { $0.isDirty = true })
        await core.idle()
        #expect(requests.copy == 1)
        #expect(await core.state.ends.isEmpty)
        #expect(reports.sentences.count { $0.contains("broken 8") } == 1)
    }

    @Test("A reset of the owner starts wished work again, alone and in a group, but not for the command that fired it")
    func reset() async {
        let (gate, requests) = (TestGate<Void>(), Locked(0))
        let options = CommandOptions(owner: Studio.self)
        let core = core([.for(\.user, options: options) { _ in Wait(gate: gate, requests: requests) }])
        core.fire(event: Change { $0.user = 5 })
        await gate.arrived()
        core.fire(event: Reset<Studio>())
        await gate.arrived(2)
        core.fire(events: [Reset<Studio>(), Change { $0.user = nil }, Change { $0.user = 5 }])
        await gate.arrived(3)
        #expect(requests.copy == 3)
        core.cancel(owner: Studio.self)
        await core.idle()
        #expect(requests.copy == 3)
        let own = self.core([.while(\.isDirty, options: options) { Closure { $0.fire(event: Reset<Studio>()) } }])
        own.fire(event: Change { $0.isDirty = true })
        await own.idle()
        #expect(await own.state.ends.count == 1)
    }

    @Test("A loop that swallows its cancellation is reported and canceled after a thousand events")
    func endless() async {
        let reports = Reports()
        let core = core(
            [
                .while(\.isDirty) {
                    Closure { core in
                        core.fire(event: Change { $0.isDirty = false })
                        while await core.read({ $0.left }) < 2_000 {
                            core.fire(event: Change { $0.left += 1 })
                            if core.owner?.state.hasEnded == true { return }
                        }
                    }
                }
            ], reports: reports)
        core.fire(event: Change { $0.isDirty = true })
        await core.idle()
        #expect(await (1_000...1_001).contains(core.state.left))
        #expect(reports.sentences.count { $0.hasPrefix("Infinite loop: Closure (launch 1) ended its own wish") } == 1)
    }

    @Test("An event after a suspension that follows the command's own end of the wish does not arrive")
    func suspended() async {
        let core = core([
            .while(\.isDirty) {
                Closure { core in
                    core.fire(event: Change { $0.isDirty = false })
                    try await core.runtime.clock.sleep(for: .seconds(1))
                    core.fire(event: Change { $0.left = 9 })
                }
            }
        ])
        core.fire(event: Change { $0.isDirty = true })
        await core.idle()
        #expect(await core.state.left == 0)
    }

    @Test("Each id and each row has one command, also after rows were replaced, and a removed one ends")
    func forEach() async {
        let (gate, running) = (TestGate<Void>(heedsCancellation: true), Locked<[String]>([]))
        let work: @Sendable (String) -> Stay = { Stay(name: $0, gate: gate, running: running) }
        let core = core([
            .forEach(\.ids) { work("id \($0)") }, .forEach(\.lamps) { work("row \($0)") },
            .scope(\.lamps, [.while(\.isLit) { LampStays(stay: work("lit")) }]),
        ])
        func expect(_ names: [String]) async {
            await core.settled()
            while running.copy.count > names.count { _ = await core.perform { _ in }.outcome }
            #expect(running.copy.sorted() == names)
        }
        core.fire(event: Change { $0.ids = [3, 1, 3] })
        core.fire(event: Change { $0.lamps = [Lamp(id: 1), Lamp(id: 2, isLit: true)] })
        await gate.arrived(5)
        await expect(["id 1", "id 3", "lit", "row 1", "row 2"])
        core.fire(event: Change { ($0.ids, $0.lamps) = ([1], [Lamp(id: 2, isLit: true), Lamp(id: 7)]) })
        await gate.arrived(6)
        await expect(["id 1", "lit", "row 2", "row 7"])
        core.fire(event: Change { $0.lamps.removeAll() })
        await expect(["id 1"])
        await core.close(grace: .zero)
    }

    @Test("The reactions of a child feature start in a core of the child and of every parent, and end with the child")
    func composed() async {
        let alone = Core(state: Lamp(), reactions: Lamp.reactions, runtime: .testing())
        alone.fire(event: LampLit())
        await alone.idle()
        #expect(await alone.state.ticks == 1)
        let core = core([.scope(\.lamp, Lamp.reactions)], state: Studio(lamp: Lamp()))
        core.fire(event: LampLit())
        await core.idle()
        #expect(await core.state.lamp?.ticks == 1)
        core.fire(event: Change { $0.lamp = nil })
        core.fire(event: LampLit())
        await core.idle()
        #expect(await core.state.lamp == nil)
    }
}

private struct Studio: State {
    var isRunning = false
    var left = 0
    var isDirty = false
    var user: Int?
    var lamp: Lamp?
    var lamps: KeyedRows<Int, Lamp> = []
    var ids: [Int] = []
    var ends: [String] = []

    init(lamp: Lamp? = nil) { self.lamp = lamp }

    mutating func react(to event: any Event) {
        lamp?.react(to: event)
        if let lamp, lamp.ticks == 3 { self.lamp = nil }
        switch event {
        case let event as Change: event.change(&self)
        case is SecondTicked:
            left -= 1
            isRunning = left > 0
        case let event as CommandEnded: ends.append(event.command)
        default: break
        }
    }
}

private struct Lamp: State, Identifiable, Equatable {
    var id = 0
    var isLit = false
    var ticks = 0

    mutating func react(to event: any Event) {
        if event is LampTicked { ticks += 1 }
    }

    static let reactions: [Reaction<Lamp>] = [.on(LampLit.self) { _ in LampTick() }]
}

private struct Change: Event {
    let change: @Sendable (inout Studio) -> Void
    init(_ change: @escaping @Sendable (inout Studio) -> Void) { self.change = change }
}

private struct SecondTicked: Event {}
private struct LampTicked: Event {}
private struct LampLit: Event {}

private struct Countdown: Command {
    func execute(state: Studio, core: Core<Studio>) async throws {
        while true {
            try await core.runtime.clock.sleep(for: .seconds(1))
            core.fire(event: SecondTicked())
        }
    }
}

private struct LampTicks: Command {
    func execute(state: Lamp, core: Core<Lamp>) async throws {
        while true {
            try await core.runtime.clock.sleep(for: .seconds(1))
            core.fire(event: LampTicked())
        }
    }
}

private struct StartLampTicks: Command {
    func execute(state: Studio, core: Core<Studio>) {
        core.scope(to: \.lamp, default: Lamp()).fire(command: LampTicks())
    }
}

private struct LampTick: Command {
    func execute(state: Lamp, core: Core<Lamp>) { core.fire(event: LampTicked()) }
}

private struct Save: Command {
    let gate: TestGate<Void>
    let requests: Locked<Int>

    func execute(state: Studio, core: Core<Studio>) async throws {
        requests.withLock { $0 += 1 }
        try await core.optimistically(Change { $0.isDirty = false }) { _ in
            try await gate.wait()
            return .commit
        }
    }
}

private struct CleanThenWait: Command {
    let gate: TestGate<Void>
    let requests: Locked<Int>

    func execute(state: Studio, core: Core<Studio>) async throws {
        requests.withLock { $0 += 1 }
        core.fire(event: Change { $0.isDirty = false })
        try await gate.wait()
    }
}

private struct Wait: Command {
    let gate: TestGate<Void>
    let requests: Locked<Int>

    func execute(state: Studio, core: Core<Studio>) async throws {
        requests.withLock { $0 += 1 }
        try await gate.wait()
    }
}

/// Runs until it is canceled.
private struct Stay: Command {
    let name: String
    let gate: TestGate<Void>
    let running: Locked<[String]>

    func execute(state: Studio, core: Core<Studio>) async throws { await stay() }

    nonisolated(nonsending) func stay() async {
        running.withLock { $0.append(name) }
        try? await gate.wait()
        running.withLock { names in names.firstIndex(of: name).map { _ = names.remove(at: $0) } }
    }
}

private struct LampStays: Command {
    let stay: Stay
    func execute(state: Lamp, core: Core<Lamp>) async throws { await stay.stay() }
}

private struct Closure: Command {
    let body: nonisolated(nonsending) @Sendable (Core<Studio>) async throws -> Void

    init(_ body: nonisolated(nonsending) @escaping @Sendable (Core<Studio>) async throws -> Void) { self.body = body }

    nonisolated(nonsending) func execute(state: Studio, core: Core<Studio>) async throws { try await body(core) }
}
