import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("The order of requests")
struct GatewayQueueTests {
    private let callers = Callers()

    @Test("Five hundred concurrent requests use two places in the order of submission")
    func fiveHundred() async throws {
        let atOnce = Locked((now: 0, most: 0))
        let both = TestGate<Void>()
        let network = InMemoryNetworkAdapter { request, _ in
            let now = atOnce.withLock { count in
                count.now += 1
                count.most = max(count.most, count.now)
                return count.now
            }
            // The first request stays until the second is in flight, too.
            if now == 2 { both.open() }
            try await both.wait()
            await turn()
            atOnce.withLock { $0.now -= 1 }
            return .empty(200, for: request)
        }
        let gateway = try makeGateway(network)
        gateway.pause()
        let calls = (0..<500).map { number in callers.call { try await gateway.put("/\(number)").status } }
        await callers.rest()
        let line = gateway.pendingRequests.map(\.id)
        #expect(line.count == 500 && line == line.sorted())
        gateway.resume()
        for call in calls { #expect(try await call.value == 200) }
        // A request can overtake only the request in the other place.
        var missing = Set(line)
        for arrival in network.arrivals {
            missing.remove(arrival.request.id)
            #expect(missing.count { $0 < arrival.request.id } <= 1)
        }
        #expect(atOnce.copy.most == 2)
    }

    @Test("A paused gateway completes the requests in flight, and starts none")
    func pause() async throws {
        let network = StalledNetwork()
        let gateway = try makeGateway(network)
        async let first = gateway.post("/first")
        await network.arrived(1)
        gateway.pause()
        let second = callers.call { try await gateway.post("/second").status }
        await callers.rest()
        network.answer(0, 201)
        #expect(try await first.status == 201)
        #expect(gateway.pendingRequests.map(\.path) == ["/second"])
        #expect(network.arrivals.count == 1)
        gateway.resume()
        await network.arrived(2)
        network.answer(1, 202)
        #expect(try await second.value == 202)
    }

    @Test("A place is free again after a request fails, times out, or is refused by a preparer", arguments: 0..<3)
    func freedPlaces(way: Int) async throws {
        let network = StalledNetwork()
        let clock = ManualClock()
        let gateway = try makeGateway(network, clock: clock, maxActive: 1) { parts in
            parts.preparers = [
                RequestPreparerClosureAdapter { request in
                    if request.path == "/refused" { throw GatewayError.invalidPath("/refused") }
                }
            ]
        }
        let path = ["/fails", "/slow", "/refused"][way]
        async let first = Ended.of { try await gateway.post(path) }
        if way < 2 { await network.arrived(1) }
        if way == 0 { network.fail(0, GatewayError.connectionLost(host: "api.test")) }
        if way == 1 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(60))
        }
        guard case .failed = await first else {
            Issue.record("it did not fail")
            return
        }
        async let second = gateway.post("/next")
        await network.arrived(way < 2 ? 2 : 1)
        network.answer(way < 2 ? 1 : 0)
        #expect(try await second.status == 200)
    }
}
