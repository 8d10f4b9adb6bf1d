import Foundation
import ReactorHTTPClient
import ReactorServices
import NetworkChecks
import Testing

@Suite("The adapter on AsyncHTTPClient", .enabled(if: Script.python != nil))
struct ContractTests {
    private let hosts: ContractHosts

    init() throws { hosts = try ContractHosts() }

    @Test(
        "The adapter fulfills the contract of a network adapter",
        arguments: NetworkCheck.contract + NetworkCheck.faults)
    func contract(check: NetworkCheck) async throws {
        try await check.run(HTTPClientNetworkAdapter(), on: hosts.server)
    }

    @Test("A safe request reuses the connection, and is sent once more if the connection was closed")
    func closedConnection() async throws {
        let gateway = try JsonGateway(jsonPatientAt: hosts.server.faults, over: HTTPClientNetworkAdapter())
        _ = try await gateway.get("/ok")
        #expect(try await gateway.get("/dies").status == 200)
        // Once on the persistent connection, which closed without a response, and once on a fresh one.
        let arrivals = try await gateway.get("/_arrivals").json?.array ?? []
        #expect(arrivals.count { $0 == "GET /dies" } == 2)
    }

    @Test("The gateway follows a redirect to another origin without sending a secret there")
    func redirect() async throws {
        let gateway = try JsonGateway(jsonPatientAt: hosts.server.api, over: HTTPClientNetworkAdapter())
        let target = "\(hosts.server.storage)/echo"
        let response = try await gateway.get(
            "/redirect", params: ["status": 302, "to": target], headers: ["Authorization": "t0psecret"])
        #expect(response.status == 200)
        let log = try await gateway.get("/_log").json?.array ?? []
        #expect(log.map { $0["host"]?.string } == ["api", "storage"])
        #expect(log.map { "\($0)".contains("t0psecret") } == [true, false])
    }

    @Test("Each of fifty canceled requests ends immediately")
    func fiftyCancellations() async throws {
        let gateway = try CompositedGateway(patientAt: hosts.server.faults, over: HTTPClientNetworkAdapter())
        var (requests, sleeps) = ([Duration](), [Duration]())
        for number in 1...50 {
            let call = Task {
                _ = number.isMultiple(of: 2) ? try await gateway.get("/silent") : try await gateway.post("/silent")
            }
            while gateway.activeRequests.isEmpty { await Task.detached {}.value }
            requests.append(try await Self.cancel(call))
            // For comparison: the time that this machine takes to cancel a sleep.
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

    @Test("A request that is canceled at any time ends as canceled or with its response")
    func cancellationAtAnyTime() async throws {
        let gateway = try CompositedGateway(patientAt: hosts.server.api, over: HTTPClientNetworkAdapter())
        for turns in 0..<60 {
            let call = Task { try await gateway.post("/echo", body: .text("x")).status }
            for _ in 0..<turns * 10 { await Task.detached {}.value }
            call.cancel()
            do { #expect(try await call.value == 200) } catch { #expect(error is CancellationError) }
        }
        #expect(try await gateway.get("/empty").status == 204)
    }

    @Test("An adapter that is released finishes its requests first")
    func releasedAdapter() async throws {
        let call: Task<Int, any Error>
        do {
            let gateway = try CompositedGateway(patientAt: hosts.server.api, over: HTTPClientNetworkAdapter())
            call = Task { try await gateway.get("/bytes", params: ["count": 100_000]).body.count }
        }
        #expect(try await call.value == 100_000)
    }
}
