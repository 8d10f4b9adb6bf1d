import Reactor
import ReactorTesting
import Testing

/// The code of Docs/Testing.md that is not a test elsewhere, run.
@Suite("The guide to testing")
struct GuideTests {
    @Test("A reducer")
    func reducer() throws {
        try given(Scales(), WeightLogged(id: 1)).when(WeightSaved(id: 1)).then { $0.entries[0].isSaved = true }
    }

    @Test("A core")
    func core() async throws {
        let core = TestCore(state: Scales())
        try await core.fire(event: WeightLogged(id: 1)) { $0.entries = [Entry(id: 1, kilograms: 80.5)] }
        try await core.finish()
    }

    @Test("Commands")
    func commands() async throws {
        let gate = Gate<Void>()
        let core = TestCore(state: Scales())
        try await core.fire(event: WeightLogged(id: 1)) { $0.entries = [Entry(id: 1, kilograms: 80.5)] }
        try await core.fire(command: Save(id: 1, gate: gate))
        gate.open()
        try await core.receive(WeightSaved.self) { $0.entries[0].isSaved = true }
        try await core.finish()
    }

    @Test("Stubs and launches")
    func stubs() async throws {
        let core = TestCore(
            state: Scales(), reactions: { On(WeightLogged.self) { Save(id: $0.id, gate: Gate<Void>()) } })
        core.stub(Save.self) { save, core in core.fire(event: WeightSaved(id: save.id)) }
        try await core.fire(event: WeightLogged(id: 1)) { $0.entries = [Entry(id: 1, kilograms: 80.5)] }
        try await core.launched(Save.self)
        try await core.receive(WeightSaved(id: 1)) { $0.entries[0].isSaved = true }
        core.stub(Save.self, failingWith: Broken())
        try await core.fire(event: WeightSaved(id: 1))
        try await core.launchedNone()
        try await core.finish()
    }

    @Test("Time")
    func time() async throws {
        let core = TestCore(state: Scales())
        core.stub(Save.self) { save, core in core.fire(event: WeightSaved(id: save.id)) }
        let quiet = CommandOptions(id: "save", debounce: .milliseconds(300))
        try await core.fire(command: Save(id: 1, gate: Gate<Void>()), options: quiet)
        try await core.fire(command: Save(id: 2, gate: Gate<Void>()), options: quiet)
        await core.advance(by: .milliseconds(300))
        try await core.receive(WeightSaved(id: 2))
        try await core.finish()
    }

    @Test("Simulation")
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func simulation() async throws {
        try await Simulation.check(seeds: 0..<200) { sim in
            let server = Server()
            let network = sim.service("scales", faults: .flaky)
            let core = sim.core("phone", state: Scales())
            var random = sim.random
            for id in 1...4 {
                sim.step("log \(id)") { core.fire(command: LogOverNetwork(id: id, network: network, server: server)) }
                try await sim.pass(.milliseconds(random.number(in: 0...40)))
            }
            await sim.settled()
            let there = await server.ids.sorted()
            try await sim.expect("the server has \(there)") { await core.state.entries.map(\.id).sorted() == there }
            sim.sometimes("a weight was taken back", await core.state.message != nil)
        }
    }

    @Test("A failing seed becomes a regression test")
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func regression() async throws {
        try await Simulation.check(seeds: 0..<100) { sim in
            let server = Server()
            let refusing = sim.service("refusing", faults: Faults(refused: 100))
            let taking = sim.service("taking")
            let core = sim.core("phone", state: Scales())
            core.fire(command: LogOverNetwork(id: 1, network: refusing, server: server))
            core.fire(command: LogOverNetwork(id: 2, network: taking, server: server))
            await sim.settled()
            try await sim.expect { await core.state.entries.map(\.id) == [2] }
        }
    }
}

private actor Server {
    private(set) var ids: [Int] = []
    func take(_ id: Int) { ids.append(id) }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private struct LogOverNetwork: Command {
    var id: Int
    let network: SimulatedService
    let server: Server

    func execute(state: Scales, core: Core<Scales>) async throws {
        try await core.optimistically(WeightLogged(id: id)) { _ in
            try await network.call("log \(id)") { await server.take(id) }
            return .commit
        } onFailure: { _ in
            [WeightFailed(reason: "not saved")]
        }
    }
}
