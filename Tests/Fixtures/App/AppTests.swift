import Reactor
import ReactorTesting

/// The content of the app's test target.
func addingAndSaving() async throws {
    let gate = TestGate<Weight>()
    struct Gated: WeightService {
        let gate: TestGate<Weight>
        func save(_ kilograms: Double) async throws -> Weight { try await gate.wait() }
    }
    let core = TestCore(state: App(), dependencies: Dependencies(.test) { $0.weights = Gated(gate: gate) })
    try await core.fire(event: Added(amount: 2)) { $0.count = 2 }
    try await core.fire(command: SaveWeight(kilograms: 80.5))
    try await core.predicted(WeightSaved.self) { $0.weights = [Weight(id: 1, kilograms: 80.5)] }
    gate.open(with: Weight(id: 1, kilograms: 80.4))
    try await core.committed(WeightSaved.self, with: WeightSaved.self) {
        $0.weights = [Weight(id: 1, kilograms: 80.4)]
    }
    try await core.finish()
}

/// The same under many interleavings.
func anyInterleaving() async throws {
    struct Simulated: WeightService {
        let network: SimulatedService
        func save(_ kilograms: Double) async throws -> Weight {
            try await network.call("save \(kilograms)") { Weight(id: 1, kilograms: kilograms) }
        }
    }
    try await Simulation.check(seeds: 0..<100) { sim in
        let service = Simulated(network: sim.service("weights", faults: .flaky))
        let core = sim.core("phone", state: App(), dependencies: Dependencies { $0.weights = service })
        sim.step("save") { core.fire(command: SaveWeight(kilograms: 80)) }
        await sim.settled()
        try await sim.expect { await core.state.weights.count <= 1 }
    }
}
