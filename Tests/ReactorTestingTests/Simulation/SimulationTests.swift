import Reactor
import ReactorTesting
import Testing

@Suite("A simulation")
struct SimulationTests {
    @Test("Tasks that are ready go on in an order that the seed decides")
    func order() async throws {
        guard #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) else { return }
        let orders = Guarded<Set<[Int]>>([])
        try await Simulation.check(seeds: 0..<200) { sim in
            let order = Guarded<[Int]>([])
            for number in 1...3 { sim.start("task \(number)") { order.withLock { $0.append(number) } } }
            await sim.settled()
            orders.withLock { _ = $0.insert(order.withLock { $0 }) }
        }
        #expect(orders.withLock { $0.count } == 6)
    }
}
