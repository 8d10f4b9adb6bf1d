import Foundation
import Reactor
import ReactorServices
import ReactorTestSupport
import Testing

@testable import ExampleWeightService

@Suite("The client of the weights service")
struct WeightClientTests {
    private let shelf = WeightShelf()
    private let day = Day(year: 2026, month: 1, day: 2)

    private static func patient() -> (WeightClientOptions, JumpingClock) {
        let clock = JumpingClock()
        var runtime = Runtime.live
        runtime.clock = RuntimeClock(clock)
        return (WeightClientOptions(timeout: nil, runtime: runtime), clock)
    }

    @Test("A weight is created, read, changed, found and deleted")
    func life() async throws {
        let (client, network) = try shelf.client()
        let created = try await client.upsert(id: "w/1", day: day, grams: 80_500, source: .scales)
        #expect(created.value == Weight(id: "w/1", day: day, grams: 80_500, source: .scales))
        #expect(created.raw.status == 201)
        #expect(try await client.get(id: "w/1").value == created.value)
        #expect(try await client.exists(id: "w/1"))
        let changed = try await client.update(
            id: "w/1", change: WeightChange(grams: 80_300), options: RequestOptions(ifMatch: created.etag))
        #expect(changed.grams == 80_300)
        #expect(changed.day == day)
        try await client.delete(id: "w/1")
        #expect(try await client.get(id: "w/1").value == nil)
        #expect(try await client.exists(id: "w/1") == false)
        #expect(network.arrivals.allSatisfy { $0.request.headers["Authorization"] == "Bearer t-1" })
        #expect(network.arrivals.allSatisfy { $0.request.headers["Api-Version"] == "2026-01-15" })
        #expect(network.arrivals[1].request.url.absoluteString == "https://weights.example/weights/w%2F1")
    }

    @Test("Deleting a missing weight succeeds, changing it does not")
    func absent() async throws {
        let (client, _) = try shelf.client()
        try await client.delete(id: "w-9")
        let error = await #expect(throws: ServiceError.self) {
            try await client.update(id: "w-9", change: WeightChange(grams: 1))
        }
        #expect(error?.kind == .notFound)
        #expect(error?.code == "unknown")
    }

    @Test("A weight that another user changed is not overwritten, and an unchanged one is not sent again")
    func conditions() async throws {
        let (client, _) = try shelf.client()
        let first = try await client.create(day: day, grams: 80_000)
        #expect(first.id == "w-1")
        let second = try await client.update(id: "w-1", change: WeightChange(grams: 81_000))
        let stale = await #expect(throws: ServiceError.self) {
            try await client.update(
                id: "w-1", change: WeightChange(grams: 82_000), options: RequestOptions(ifMatch: first.etag))
        }
        #expect(stale?.kind == .preconditionFailed)
        let same = await #expect(throws: ServiceError.self) {
            try await client.get(id: "w-1", options: RequestOptions(ifNoneMatch: second.etag))
        }
        #expect(same?.kind == .notModified)
        #expect(try await client.get(id: "w-1").value?.grams == 81_000)
    }

    @Test("A weight whose response was lost is created once")
    func createdOnce() async throws {
        let (options, clock) = Self.patient()
        let (client, network) = try shelf.client(options: options)
        shelf.loseAnswers(2)
        try await client.create(day: day, grams: 80_000)
        #expect(clock.sleeps.count == 2)
        #expect(Set(network.arrivals.map { $0.request.headers["Idempotency-Key"] }).count == 1)
        var found = 0
        for try await _ in client.listWeights() { found += 1 }
        #expect(found == 1)

        shelf.loseAnswers(1)
        let only = RequestOptions(ifNoneMatch: .any)
        #expect(try await client.upsert(id: "w-2", day: day, grams: 80_000, options: only).raw.status == 201)
        let again = await #expect(throws: ServiceError.self) {
            try await client.upsert(id: "w-2", day: day, grams: 80_000, options: only)
        }
        #expect(again?.kind == .preconditionFailed)
    }

    @Test("The list contains every weight once, continues from a stored token, and requests pages of the given size")
    func list() async throws {
        let (client, network) = try shelf.client()
        for number in 1...7 {
            try await client.create(day: Day(year: 2026, month: 1, day: number), grams: 80_000)
        }
        let before = network.arrivals.count
        var ids: [String] = []
        for try await weight in client.listWeights(
            options: ListWeightsOptions(from: Day(year: 2026, month: 1, day: 3), pageSize: 2))
        {
            ids.append(weight.id)
        }
        #expect(ids == ["w-3", "w-4", "w-5", "w-6", "w-7"])
        #expect(network.arrivals.count - before == 3)

        var pages = client.listWeights(options: ListWeightsOptions(pageSize: 3)).byPage.makeAsyncIterator()
        let first = try #require(try await pages.next())
        #expect(first.raw?.status == 200)
        ids = []
        for try await weight in client.listWeights(options: ListWeightsOptions(continuation: first.next)) {
            ids.append(weight.id)
        }
        #expect(ids == ["w-4", "w-5", "w-6", "w-7"])
    }

    @Test("A key with the path of another resource is refused before anything is sent")
    func keys() async throws {
        let (client, network) = try shelf.client()
        await #expect(throws: PathComponentError.self) { try await client.delete(id: "") }
        await #expect(throws: PathComponentError.self) { try await client.get(id: "..") }
        #expect(network.arrivals.isEmpty)
    }

    @Test("A connection string makes a client, and an invalid one is reported with the missing part")
    func connectionString() async throws {
        let network = InMemoryNetworkAdapter { request, _ in .empty(200, for: request) }
        let client = try WeightClient(
            connectionString: "Endpoint=https://w.example/v1;Key=k-1", network: network,
            options: WeightClientOptions(timeout: nil))
        #expect(try await client.exists(id: "w-1"))
        #expect(network.arrivals.first?.request.url.absoluteString == "https://w.example/v1/weights/w-1")
        #expect(network.arrivals.first?.request.headers["X-Api-Key"] == "k-1")
        #expect(throws: ConnectionStringError.self) {
            try WeightClient(connectionString: "Endpoint=https://w.example", network: network)
        }
    }

    @Test("Days are read and written in one format, and an unknown source is preserved")
    func models() throws {
        #expect(Day("2026-01-02") == Day(year: 2026, month: 1, day: 2))
        for text in ["2026-1-2", "2026-01-02T00:00", "x026-01-02", "", "+026-01-02"] { #expect(Day(text) == nil) }
        #expect(Day(year: 7, month: 1, day: 2).description == "0007-01-02")
        let json = #"{"id":"w","day":"2026-01-02","grams":1,"source":"implant"}"#
        let weight = try JSONDecoder().decode(Weight.self, from: Data(json.utf8))
        #expect(weight.source.rawValue == "implant")
        #expect(!weight.source.isKnown)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(weight), as: UTF8.self).contains(#""source":"implant""#))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Day.self, from: Data(#""2026""#.utf8)) }
    }
}
