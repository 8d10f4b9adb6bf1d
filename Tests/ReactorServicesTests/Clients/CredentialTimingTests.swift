import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

/// A credential is added when a request is sent, however long the request has waited.
@Suite("The time at which a credential is added")
struct CredentialTimingTests {
    private let callers = Callers()

    /// A service whose tokens have a lifetime, and can be revoked.
    private final class Issuer: Sendable {
        struct Content {
            var number = 0
            var good: (name: String, until: Duration)?
            var accepted = 0
            var refused = 0
        }

        let clock: RuntimeClock
        let life: Duration
        /// The number of calls after which the token is revoked.
        let patience: Int
        let content = Locked(Content())

        init(_ clock: RuntimeClock, life: Duration, patience: Int = .max) {
            self.clock = clock
            self.life = life
            self.patience = patience
        }

        func issue() -> BearerToken {
            content.withLock { content in
                content.number += 1
                content.good = ("t-\(content.number)", clock.now + life)
                return BearerToken("t-\(content.number)", expiresIn: life)
            }
        }

        func status(_ request: Request) -> Int {
            content.withLock { content in
                let isGood = content.good.map { good in
                    request.headers["Authorization"] == "Bearer \(good.name)" && clock.now < good.until
                }
                guard isGood == true else {
                    content.refused += 1
                    return 401
                }
                content.accepted += 1
                if content.accepted % patience == 0 { content.good = nil }
                return 200
            }
        }
    }

    private func runtime(_ clock: ManualClock) -> Runtime { Runtime(clock: RuntimeClock(clock)) }

    @Test("Calls that waited longer than a token's lifetime during a pause are all sent with a valid token")
    func pause() async throws {
        let clock = ManualClock()
        let issuer = Issuer(RuntimeClock(clock), life: .seconds(300))
        let network = InMemoryNetworkAdapter { request, _ in .empty(issuer.status(request), for: request) }
        let gateway = try makeGateway(network, clock: clock, maxActive: 3)
        let credential = BearerCredential(runtime: runtime(clock)) { issuer.issue() }
        let pipeline = try ServicePipeline(
            client: "C", gateway: gateway, credential: credential,
            options: BenchOptions(retry: .never, runtime: runtime(clock)))
        gateway.pause()
        let calls = (0..<70).map { number in
            callers.call { try await pipeline.send("C.get", MutableRequestProperties(.get, "/\(number)")).raw.status }
        }
        await callers.rest()
        clock.advance(by: .seconds(3_000))
        gateway.resume()
        for call in calls { #expect(try await call.value == 200) }
        #expect(issuer.content.copy.refused == 0)
        #expect(issuer.content.copy.number == 1, "one renewal serves all of them")
    }

    @Test("Calls in a long queue succeed, even if their token is revoked repeatedly")
    func revocations() async throws {
        let clock = ManualClock()
        let issuer = Issuer(RuntimeClock(clock), life: .seconds(3_600), patience: 90)
        let network = InMemoryNetworkAdapter { request, _ in .empty(issuer.status(request), for: request) }
        let gateway = try makeGateway(network, clock: clock)
        let pipeline = try ServicePipeline(
            client: "C", gateway: gateway, credential: BearerCredential(runtime: runtime(clock)) { issuer.issue() },
            options: BenchOptions(retry: .never, runtime: runtime(clock)))
        gateway.pause()
        let calls = (0..<600).map { _ in
            callers.call { try await pipeline.send("C.post", MutableRequestProperties(.post, "/")).raw.status }
        }
        await callers.rest()
        gateway.resume()
        var statuses: [Int?: Int] = [:]
        for call in calls { statuses[try? await call.value, default: 0] += 1 }
        #expect(statuses == [200: 600])
        #expect(issuer.content.copy.refused >= 6, "each revocation affects a call")
    }

    @Test("A token that is refused at the second attempt is not used again")
    func secondRefusal() async throws {
        let renewals = Locked(0)
        let credential = BearerCredential { BearerToken("t-\(renewals.next())") }
        let bench = try Bench(credential: credential) { request, _ in
            .empty(request.headers["Authorization"] == "Bearer t-3" ? 200 : 401, for: request)
        }
        let error = await #expect(throws: ServiceError.self) { try await bench.get() }
        #expect(error?.problem == .unauthorized)
        #expect(try await bench.get().isSuccess)
        #expect(bench.network.arrivals.fields("Authorization") == ["Bearer t-1", "Bearer t-2", "Bearer t-3"])
    }

    @Test("A token that is refused on a request that cannot be repeated is not used again, and is no reason to sign in")
    func bodyOnce() async throws {
        let renewals = Locked(0)
        let credential = BearerCredential { BearerToken("t-\(renewals.next())") }
        let bench = try Bench(credential: credential) { request, _ in
            .empty(request.headers["Authorization"] == "Bearer t-2" ? 200 : 401, for: request)
        }
        let (chunks, feed) = AsyncStream<Data>.makeStream()
        feed.finish()
        let upload = MutableRequestProperties(.put, "/", body: .stream(BodyStream(length: nil, once: chunks)))
        let error = await #expect(throws: ServiceError.self) { try await bench.pipeline.send("C.put", upload) }
        #expect(error?.kind == .refused && error?.underlying as? GatewayError == GatewayError.bodyNotRepeatable)
        #expect(try await bench.get().isSuccess)
        #expect(bench.network.arrivals.fields("Authorization") == ["Bearer t-1", "Bearer t-2"])
    }

    @Test("A credential can use the gateway that it is for, even if every place is taken")
    func sameGateway() async throws {
        let network = InMemoryNetworkAdapter { request, _ in
            request.path == "/token" ? .text(200, "t-1", for: request) : .empty(200, for: request)
        }
        let gateway = try makeGateway(network, maxActive: 1)
        let credential = BearerCredential {
            BearerToken(String(decoding: try await gateway.post("/token").body, as: UTF8.self))
        }
        let pipeline = try ServicePipeline(
            client: "C", gateway: gateway, credential: credential, options: BenchOptions(retry: .never))
        gateway.pause()
        let calls = (0..<5).map { _ in
            callers.call { try await pipeline.send("C.get", MutableRequestProperties(.get, "/things")).isSuccess }
        }
        await callers.rest()
        gateway.resume()
        for call in calls { #expect(try await call.value) }
        let paths: [String] = network.arrivals.map { $0.request.path }
        #expect(paths.count == 6)
        #expect(paths.count { $0 == "/token" } == 1)
        #expect(gateway.activeRequests.isEmpty && gateway.pendingRequests.isEmpty)
    }
}
