import Foundation
import ReactorHTTPClient
import ReactorServices
import NetworkChecks
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
        let gateway = try JsonGateway(patientAt: hosts.server.faults, over: HTTPClientNetworkAdapter())
        _ = try await gateway.get("/ok")
        #expect(try await gateway.get("/dies").status == 200)
        // Once on the persistent connection, which closed without a response, and once on a fresh one.
        let arrivals = try await gateway.get("/_arrivals").json?.array ?? []
        #expect(arrivals.count { $0 == "GET /dies" } == 2)
    }

    @Test func aRedirectToAnotherOriginIsFollowedByTheGatewayAndCarriesNoSecretThere() async throws {
        let gateway = try JsonGateway(patientAt: hosts.server.api, over: HTTPClientNetworkAdapter())
        let target = "\(hosts.server.storage)/echo"
        let response = try await gateway.get(
            "/redirect", params: ["status": 302, "to": target], headers: ["Authorization": "t0psecret"])
        #expect(response.status == 200)
        let log = try await gateway.get("/_log").json?.array ?? []
        #expect(log.map { $0["host"]?.string } == ["api", "storage"])
        #expect(log.map { "\($0)".contains("t0psecret") } == [true, false])
    }

    @Test func fiftyCancellationsEachEndAtOnce() async throws {
        let gateway = try CompositedGateway(patientAt: hosts.server.faults, over: HTTPClientNetworkAdapter())
        var (requests, sleeps) = ([Duration](), [Duration]())
        for number in 1...50 {
            let call = Task {
                _ = number.isMultiple(of: 2) ? try await gateway.get("/silent") : try await gateway.post("/silent")
            }
            while gateway.activeRequests.isEmpty { await Task.detached {}.value }
            requests.append(try await Self.cancel(call))
            // The memory that the machine itself takes for that.
            sleeps.append(try await Self.cancel(Task { try await Task.sleep(for: .seconds(3_600)) }))
        }
        for (name, times) in [("requests", requests.sorted()), ("sleeps", sleeps.sorted())] {
            print("cancelled \(name): the slowest of 50 took \(times[49]), half of them up to \(times[24])")
        }
        #expect(try await gateway.get("/ok").status == 200)
    }

    /// The time until a canceled task has ended.
    private static func cancel(_ task: Task<Void, any Error>) async throws -> Duration {
        let begin = ContinuousClock.now
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        return ContinuousClock.now - begin
    }

    @Test func whatIsCancelledAtAnyMomentEndsAsCancelledOrAnswered() async throws {
        let gateway = try CompositedGateway(patientAt: hosts.server.api, over: HTTPClientNetworkAdapter())
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
            let gateway = try CompositedGateway(patientAt: hosts.server.api, over: HTTPClientNetworkAdapter())
            call = Task { try await gateway.get("/bytes", params: ["count": 100_000]).body.count }
        }
        #expect(try await call.value == 100_000)
    }
}
