import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("The session of an environment")
struct ServerSessionTests {
    @Test("A shared cache separates the responses of each environment, and accepts none of an ended session")
    func caches() async throws {
        let shared = InMemoryCacheProvider(clock: RuntimeClock(ManualClock()))
        let life = SessionLife()
        let production = SessionCache(base: shared, environment: "production", life: life)
        let staging = SessionCache(base: shared, environment: "staging", life: SessionLife())
        var properties = MutableRequestProperties(.get, "/price")
        properties.customCacheIdentifier = "price"
        let request = try Request(properties, id: Request.ID(1), base: testBase())
        let key = CacheKey(request)
        await production.store(.text(200, "1", for: request), for: key, freshFor: .seconds(1))
        #expect(await production.cachedResponse(for: key) != nil)
        #expect(await staging.cachedResponse(for: key) == nil)
        await staging.remove(key)
        #expect(await production.cachedResponse(for: key) != nil)
        life.end()
        #expect(await production.cachedResponse(for: key) == nil)
        await production.remove(key)
        await production.store(.text(200, "2", for: request), for: key, freshFor: .seconds(1))
        #expect(shared.count == 0)
    }

    @Test("A command that began in another environment does not receive the content of this one")
    func another() async throws {
        let bench = try MarketBench(StalledNetwork())
        let core = bench.core()
        await core.enter("staging")
        await #expect(throws: ServerEnvironmentError.notEntered("production", current: "staging")) {
            try await bench.connection.content(in: "production")
        }
        await bench.connection.leave()
        await #expect(throws: ServerEnvironmentError.notEntered("staging", current: nil)) {
            try await bench.connection.content(in: "staging")
        }
        await core.close()
    }
}
