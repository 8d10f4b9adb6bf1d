import Foundation
import ReactorLoopbackSupport
import Reactor
import ReactorServices
import ReactorTestSupport
import Testing

@testable import ExampleWeightService

@Suite("The client of the weights service, over a real connection", .enabled(if: LoopbackServer.isAvailable))
struct WeightLoopbackTests {
    private let day = Day(year: 2026, month: 1, day: 2)

    private static func client(of server: LoopbackServer) throws -> (WeightClient, JumpingClock) {
        let clock = JumpingClock()
        var runtime = Runtime.live
        runtime.clock = RuntimeClock(clock)
        let client = try WeightClient(
            credential: BearerCredential("the-token"),
            gateway: JsonGateway(patientAt: server.api, over: URLSessionNetworkAdapter()),
            options: WeightClientOptions(timeout: nil, runtime: runtime))
        return (client, clock)
    }

    @Test("A weight is created, put, read, found, listed and deleted")
    func life() async throws {
        let server = try LoopbackServer(token: "the-token")
        let (client, _) = try Self.client(of: server)
        let created = try await client.create(day: day, grams: 80_500, source: .scales)
        #expect(try await client.get(id: created.id).value == created.value)
        let put = try await client.upsert(id: "w-2", day: day, grams: 80_000)
        #expect(put.id == "w-2")
        let stale = await #expect(throws: ServiceError.self) {
            try await client.upsert(
                id: "w-2", day: day, grams: 1, options: RequestOptions(ifMatch: ETag(rawValue: "\"none\"")))
        }
        #expect(stale?.kind == .preconditionFailed)
        #expect(stale?.code == "changed")
        let same = await #expect(throws: ServiceError.self) {
            try await client.get(id: created.id, options: RequestOptions(ifNoneMatch: created.etag))
        }
        #expect(same?.kind == .notModified)
        var grams: [Int] = []
        for try await weight in client.listWeights(options: ListWeightsOptions(pageSize: 1)) {
            grams.append(weight.grams)
        }
        #expect(grams == [80_500, 80_000])
        try await client.delete(id: created.id)
        #expect(try await client.get(id: created.id).value == nil)
        #expect(try await client.exists(id: created.id) == false)
    }

    @Test("A weight whose answers are lost on the way is created once")
    func lostAnswers() async throws {
        let server = try LoopbackServer(token: "the-token")
        let (client, clock) = try Self.client(of: server)
        try await server.loseAnswers(2, under: "/weights")
        try await client.create(day: day, grams: 80_500)
        #expect(clock.sleeps.count == 2)
        var found = 0
        for try await _ in client.listWeights() { found += 1 }
        #expect(found == 1)
    }

    @Test("A token that the service does not take is said to be refused")
    func unauthorized() async throws {
        let server = try LoopbackServer(token: "another")
        let (client, _) = try Self.client(of: server)
        let error = await #expect(throws: ServiceError.self) { try await client.get(id: "1") }
        #expect(error?.kind == .unauthorized)
        #expect(error?.message == "Send the token.")
    }
}
