import Foundation
import Reactor
import ReactorLoopbackSupport
import ReactorServices
import ReactorTesting
import NetworkChecks
import ReactorTestSupport
import Testing

/// The contract of every network, tried in memory and against a real server.
@Suite("A network adapter")
struct ContractTests {
    @Test("Fulfills its contract", arguments: NetworkCheck.contract, WorldKind.available)
    func contract(check: NetworkCheck, kind: WorldKind) async throws {
        let world = try kind.make()
        try await check.run(world.network, on: world.server)
    }

    @Test("Survives a server with faults", .enabled(if: LoopbackServer.isAvailable), arguments: Self.outlived)
    func faults(check: NetworkCheck) async throws {
        let world = try World()
        try await check.run(world.network, on: world.server)
    }

    /// Without the checks that end the process, or fail, in Foundation on Linux.
    private static var outlived: [NetworkCheck] {
        #if canImport(FoundationNetworking)
            NetworkCheck.faults.filter { check in
                !["after each of its bytes", "a trailer"].contains { check.name.contains($0) }
            }
        #else
            NetworkCheck.faults
        #endif
    }
}

/// The behavior of a gateway over a network, in memory and over a real one.
@Suite("A gateway over a network")
struct GatewayOverNetworkTests {
    private func gateway(_ world: World, _ change: (inout GatewayParts) -> Void = { _ in }) throws -> JsonGateway {
        var parts = GatewayParts(patientOver: world.network)
        change(&parts)
        return try JsonGateway(baseURL: world.api, parts: parts)
    }

    @Test("Retries lost requests, with their bodies, until there is a response", arguments: WorldKind.available)
    func retries(kind: WorldKind) async throws {
        let world = try kind.make()
        let gateway = try gateway(world)
        try await world.add(.disconnect(path: "/echo"))
        try await world.add(.status(503, path: "/echo"))
        try await world.add(.status(429, headers: ["Retry-After": "0"], path: "/echo"))
        let retry = RetryPolicy.exponential(attempts: 4, base: .milliseconds(1))
        let pipeline = try ServicePipeline(client: "Contract", gateway: gateway, options: PipelineOptions(retry: retry))
        let request = MutableRequestProperties(.put, "/echo", body: .text("again"))
        let response = try await pipeline.send("Contract.again", request).raw
        #expect(response.json?["body"]?.string == "again")
        #expect(try await world.arrivals().map(\.length) == [5, 5, 5, 5])
    }

    @Test("Revalidates a cached response, and returns it again if it is still valid", arguments: WorldKind.available)
    func revalidation(kind: WorldKind) async throws {
        let world = try kind.make()
        let clock = ManualClock()
        let gateway = try gateway(world) { $0.runtime.clock = .init(clock) }
        let first = try await gateway.get("/etag") { $0.cacheResponseWithExpiration = .seconds(5) }
        clock.advance(by: .seconds(6))
        let second = try await gateway.get("/etag") { $0.cacheResponseWithExpiration = .seconds(5) }
        let third = try await gateway.get("/etag")
        #expect([first.source, second.source, third.source] == [.network, .revalidated, .cache])
        #expect([first, second, third].allSatisfy { $0.status == 200 && $0.json == ["tagged": true] })
        #expect(try await world.arrivals().map { $0.headers["If-None-Match"] } == [nil, "\"1\""])
    }

    @Test("A request is cancelled by the gateway's timeout, on the gateway's clock", arguments: WorldKind.available)
    func timeout(kind: WorldKind) async throws {
        let world = try kind.make()
        let clock = ManualClock()
        let gateway = try gateway(world) { $0.runtime.clock = .init(clock) }
        try await world.add(.delay(86_400, path: "/echo"))
        let call = Task { try await gateway.post("/echo") { $0.timeout = .milliseconds(40) } }
        try await world.arrived(1)
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(40))
        await #expect(throws: GatewayError.timedOut(after: .milliseconds(40))) { try await call.value }
    }
}
