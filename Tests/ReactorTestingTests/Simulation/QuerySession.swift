import Reactor
import ReactorQueries
import ReactorTesting

/// Watches, reads and invalidations of a server's data.
enum QuerySession {
    private struct Titles: State {
        var titles = QueryCache<Int, String>("titles")

        mutating func react(to event: any Event) { _ = titles.react(to: event) }
    }

    static func run(in sim: Simulation) async throws {
        var random = sim.random
        let service = sim.service("titles", faults: .hostile)
        let titles = ServerQuery<Titles, Int, String>(
            "titles", \.titles, staleAfter: .seconds(5), keepUnused: .seconds(20)
        ) { id, _ in
            try await service.call("read \(id)") { "title \(id)" }
        }
        let core = sim.core("phone", state: Titles())
        var watches: [Subscription] = []
        for _ in 1...20 {
            let id = random.below(3)
            switch random.below(7) {
            case 0, 1: watches.append(core.watch(titles, id, every: random.chance(20) ? .seconds(3) : nil))
            case 2: watches.popLast()?.cancel()
            case 3: core.invalidate("titles")
            case 4: sim.start("refresh") { await core.refresh(titles, id) }
            case 5: sim.start("fetch") { _ = try? await core.fetch(titles, id) }
            default: core.setOnline(random.chance(40))
            }
            try await sim.sleep(for: .milliseconds(random.number(in: 1...3_000)))
        }
        sim.endFaults()
        core.setOnline(true)
        for watch in watches { watch.cancel() }
        await sim.settled()
    }
}
