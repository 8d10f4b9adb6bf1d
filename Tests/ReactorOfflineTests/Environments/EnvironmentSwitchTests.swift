import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Switching the environment")
struct EnvironmentSwitchTests {
    /// A network that responds with the host and its number of requests.
    private func echo() -> InMemoryNetworkAdapter {
        let counts = Locked<[String: Int]>([:])
        return InMemoryNetworkAdapter { request, _ in
            let host = request.base.origin.host
            let count = counts.withLock { counts in
                counts[host, default: 0] += 1
                return counts[host, default: 0]
            }
            return .text(200, request.method == .post ? "0" : "\(host) \(count)", for: request)
        }
    }

    @Test("No state, token, cached response or queued change of one environment reaches the next")
    func nothingReaches() async throws {
        let network = echo()
        let bench = try MarketBench(network)
        let core = bench.core()
        await core.enter("production")
        await core.ask(bench)
        await core.ask(bench)
        let production = try await bench.connection.content(in: "production")
        try await production.queue.enqueue(Edit("a1"))
        await core.settled()
        var state = await core.state
        #expect(state.prices == ["production.test 1", "production.test 1"])
        #expect(state.names == ["a": "a1"])
        #expect(state.delivered == ["a1"])

        await core.enter("staging")
        #expect(await core.state == Market(environment: "staging"))
        #expect(bench.cache.count == 0)
        await core.ask(bench)
        let staging = try await bench.connection.content(in: "staging")
        #expect(await staging.queue.queued.isEmpty)
        await staging.queue.setOnline(true)
        await staging.queue.idle()
        #expect(await core.state == Market(environment: "staging", prices: ["staging.test 1"]))
        for arrival in network.arrivals where arrival.request.base.origin.host == "staging.test" {
            #expect(arrival.request.headers["Authorization"] == "Bearer of-staging")
        }
        #expect(network.arrivals.count { $0.request.base.origin.host == "staging.test" } == 1)
        #expect(network.arrivals.count { $0.request.base.origin.host == "production.test" } == 1)

        // Changes that waited there are shown and pushed only there.
        await core.enter("production")
        state = await core.state
        #expect(state.names == ["a": "a1"])
        #expect(state.prices == [])
        let again = try await bench.connection.content(in: "production")
        await again.queue.setOnline(true)
        await again.queue.idle()
        let pushed = network.arrivals.filter { $0.request.method == .post }
        #expect(pushed.map(\.request.base.origin.host) == ["production.test"])
        #expect(pushed.map { $0.request.headers["Authorization"] } == ["Bearer of-production"])
        #expect(await again.queue.queued.isEmpty)
        await bench.connection.leave()
        await core.close()
    }

    @Test("Requests in flight are canceled, their responses are not reported or cached, and no more are sent")
    func onItsWay() async throws {
        let network = StalledNetwork()
        let bench = try MarketBench(network)
        let core = bench.core()
        await core.enter("production")
        let gateway = try await bench.connection.content(in: "production").gateway
        let asking = Task { await core.ask(bench) }
        await network.arrived(1)
        let bystander = Task { await Ended.of { try await gateway.get("/price") } }
        await network.arrived(2)
        core.choose(environment: "staging")
        guard case .cancelled = await asking.value else { return #expect(Bool(false), "the question went on") }
        #expect(await bystander.value == .cancelled, "not only commands with the owner")
        await core.idle()
        network.answer(0, body: "1")
        await turn()
        #expect(await core.state == Market(environment: "staging"))
        #expect(bench.cache.count == 0)
        await #expect(throws: CancellationError.self) { try await gateway.get("/price") }
        #expect(network.arrivals.count == 2)
        await bench.connection.leave()
        await core.close()
    }

    @Test("The reset alone signs out: the same environment begins with a new session")
    func signOut() async throws {
        let bench = try MarketBench(echo())
        let core = bench.core()
        await core.enter("production")
        await core.ask(bench)
        core.fire(event: Reset<ServerEnvironment>())
        await core.idle()
        #expect(bench.log.copy == ["open production", "end production", "open production"])
        await core.ask(bench)
        #expect(await core.state.prices == ["production.test 2"])
        await bench.connection.leave()
        await core.close()
    }

    @Test("An environment that cannot be opened leaves no session open, and the user is notified")
    func failing() async throws {
        let bench = try MarketBench(echo())
        let core = bench.core()
        await core.enter("production")
        bench.failure.withLock { $0 = GatewayError.connectionLost(host: "h") }
        await core.enter("staging")
        #expect(bench.log.copy == ["open production", "end production", "open staging", "end staging"])
        #expect(await bench.connection.environment == nil)
        #expect(await core.state.failure?.message.key == "service.unreachable")
        await core.ask(bench)
        #expect(await core.state.failure?.message.key == "service.connecting")
        await core.close()
    }

    @Test("With fast switches, one environment at a time is open, and the last choice remains")
    func fast() async throws {
        for seed in 0..<30 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let bench = try MarketBench(echo())
            let core = bench.core()
            var last: ServerEnvironment.Name = "production"
            for _ in 0..<8 {
                last = random.number(in: 0...1) == 0 ? "production" : "staging"
                core.choose(environment: last)
                for _ in 0..<random.number(in: 0...6) { await turn() }
            }
            await core.idle()
            #expect(await bench.connection.environment?.name == last, "seed \(seed)")
            await bench.connection.leave()
            var open: Substring?
            for line in bench.log.copy {
                let name = line.split(separator: " ")[1]
                #expect(open == (line.hasPrefix("open") ? nil : name), "seed \(seed): \(bench.log.copy)")
                open = line.hasPrefix("open") ? name : nil
            }
            #expect(open == nil, "seed \(seed)")
            await core.close()
        }
    }
}
