import Foundation
import ReactorHTTPClient
import ReactorServices
import ReactorTestingNetwork
import Testing

@Suite("The adapter on AsyncHTTPClient", .enabled(if: Script.python != nil))
struct ContractTests {
    private let hosts: ContractHosts

    init() throws { hosts = try ContractHosts() }

    @Test(arguments: NetworkCheck.contract + NetworkCheck.faults)
    func keepsTheContract(check: NetworkCheck) async throws {
        try await check.run(HTTPClientNetworkAdapter(), on: hosts.server)
    }

    @Test func aSafeRequestKeepsItsConnectionAndIsSentOnceMoreWhenThatDied() async throws {
        let gateway = JsonGateway(baseURL: hosts.server.faults, network: HTTPClientNetworkAdapter())
        _ = try await gateway.get("/ok")
        #expect(try await gateway.get("/dies").status == 200)
        // Once on the kept connection, which closed unanswered, and once on a fresh one.
        let arrivals = try await gateway.get("/_arrivals").json?.array ?? []
        #expect(arrivals.count { $0 == "GET /dies" } == 2)
    }

    @Test func aRedirectToAnotherOriginIsFollowedByTheGatewayAndCarriesNoSecretThere() async throws {
        let gateway = JsonGateway(baseURL: hosts.server.api, network: HTTPClientNetworkAdapter())
        let target = "\(hosts.server.storage)/echo"
        let response = try await gateway.get(
            "/redirect", params: ["status": 302, "to": target], headers: ["Authorization": "t0psecret"])
        #expect(response.status == 200)
        let log = try await gateway.get("/_log").json?.array ?? []
        #expect(log.map { $0["host"]?.string } == ["api", "storage"])
        #expect(log.map { "\($0)".contains("t0psecret") } == [true, false])
    }

    @Test func fiftyCancellationsEachEndAtOnce() async throws {
        let gateway = CompositedGateway(baseURL: hosts.server.faults, network: HTTPClientNetworkAdapter())
        var slowest = Duration.zero
        for number in 1...50 {
            let call = Task {
                number.isMultiple(of: 2) ? try await gateway.get("/silent") : try await gateway.post("/silent")
            }
            while gateway.activeRequests.isEmpty { await Task.detached {}.value }
            let begin = ContinuousClock.now
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            slowest = max(slowest, ContinuousClock.now - begin)
        }
        print("the slowest of 50 cancellations took \(slowest)")
        #expect(try await gateway.get("/ok").status == 200)
    }

    @Test func whatIsCancelledAtAnyMomentEndsAsCancelledOrAnswered() async throws {
        let gateway = CompositedGateway(baseURL: hosts.server.api, network: HTTPClientNetworkAdapter())
        for turns in 0..<60 {
            let call = Task { try await gateway.post("/echo", body: .text("x")).status }
            for _ in 0..<turns * 10 { await Task.detached {}.value }
            call.cancel()
            do { #expect(try await call.value == 200) } catch { #expect(error is CancellationError) }
        }
        #expect(try await gateway.get("/empty").status == 204)
    }

    @Test func anAdapterThatIsReleasedEndsItsRequestsFirst() async throws {
        let call: Task<Int, any Error>
        do {
            let gateway = CompositedGateway(baseURL: hosts.server.api, network: HTTPClientNetworkAdapter())
            call = Task { try await gateway.get("/bytes", params: ["count": 100_000]).body.count }
        }
        #expect(try await call.value == 100_000)
    }
}
