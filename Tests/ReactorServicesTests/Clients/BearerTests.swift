import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Bearer tokens")
struct BearerTests {
    private struct SignInFailed: Error, Equatable {}

    private static func runtime(_ clock: ManualClock) -> Runtime {
        var runtime = Runtime.live
        runtime.clock = RuntimeClock(clock)
        return runtime
    }

    private static func token(of credential: BearerCredential) async throws -> String? {
        var request = MutableRequestProperties(.get, "/")
        try await credential.apply(to: &request)
        return request.headers["Authorization"]
    }

    @Test(
        "A token is renewed at the leeway before its expiry, or after half of a shorter lifetime, and not earlier",
        arguments: [(100, 70), (20, 10)])
    func expiry(lifetime: Int, use: Int) async throws {
        let clock = ManualClock()
        let renewals = Locked(0)
        let credential = BearerCredential(runtime: Self.runtime(clock)) {
            BearerToken("t-\(renewals.next())", expiresIn: .seconds(lifetime))
        }
        #expect(try await Self.token(of: credential) == "Bearer t-1")
        clock.advance(by: .seconds(use) - .milliseconds(1))
        #expect(try await Self.token(of: credential) == "Bearer t-1")
        clock.advance(by: .milliseconds(1))
        #expect(try await Self.token(of: credential) == "Bearer t-2")
    }

    @Test("A renewal in flight survives the call that started it, and its token serves the other calls")
    func beginnerCancelled() async throws {
        let renewals = TestGate<Void>()
        let credential = BearerCredential {
            try? await renewals.wait()
            try Task.checkCancellation()
            return BearerToken("t-\(renewals.arrivals)")
        }
        let beginner = Task { try await Self.token(of: credential) }
        await renewals.arrived(1)
        let others = (0..<5).map { _ in Task { try await Self.token(of: credential) } }
        beginner.cancel()
        await #expect(throws: CancellationError.self) { try await beginner.value }
        renewals.open()
        for other in others { #expect(try await other.value == "Bearer t-1") }
        #expect(try await Self.token(of: credential) == "Bearer t-1")
        #expect(renewals.arrivals == 1)
    }

    /// An authorization server with single-use refresh tokens.
    private final class Rotating: Sendable {
        let refresh = Locked("r-1")
        let uses = Locked(0)
        let held = TestGate<Void>()

        func renew() async throws -> BearerToken {
            let sent = refresh.copy
            let use = uses.next()
            guard sent == "r-\(use)" else { throw SignInFailed() }
            try? await held.wait()
            try Task.checkCancellation()
            refresh.withLock { $0 = "r-\(use + 1)" }
            return BearerToken("t-\(use)")
        }
    }

    @Test("With rotating refresh tokens, no canceled, timed-out or stalled call signs the user out")
    func rotation() async throws {
        for way in 0..<3 {
            let server = Rotating()
            let clock = ManualClock()
            let network = InMemoryNetworkAdapter { request, _ in .empty(204, for: request) }
            let gateway = try makeGateway(network, clock: clock, maxActive: 1)
            let pipeline = try ServicePipeline(
                client: "C", gateway: gateway, credential: BearerCredential { try await server.renew() },
                options: BenchOptions(retry: .never, runtime: Self.runtime(clock)))
            let call: @Sendable () async throws -> Int = {
                var request = MutableRequestProperties(.get, "/weights")
                if way == 1 { request.timeout = .seconds(7) }
                if way == 2 { request.stallTimeout = .seconds(7) }
                return try await pipeline.send("C.get", request).raw.status
            }
            let first = Task { try await call() }
            await server.held.arrived(1)
            if way == 0 {
                first.cancel()
            } else {
                await clock.sleepers(way)
                clock.advance(by: .seconds(7))
            }
            await #expect(throws: (any Error).self) { try await first.value }
            server.held.open()
            #expect(try await call() == 204)
            #expect(try await call() == 204)
            #expect(server.uses.copy == 1)
            #expect(network.arrivals.fields("Authorization") == ["Bearer t-1", "Bearer t-1"])
        }
    }

    @Test("A renewal that is canceled elsewhere fails the calls that wait for it, which do not end as canceled")
    func renewalCancelled() async throws {
        let bench = try Bench(credential: BearerCredential { throw CancellationError() }) { request, _ in
            .empty(200, for: request)
        }
        let error = await #expect(throws: ServiceError.self) { try await bench.get() }
        #expect(error?.problem == .authenticationFailed)
        #expect(bench.network.arrivals.isEmpty)
    }

    @Test("If a renewal fails, the call fails and sends nothing, and the next call tries again")
    func failure() async throws {
        let renewals = Locked(0)
        let credential = BearerCredential {
            guard renewals.next() > 1 else { throw SignInFailed() }
            return BearerToken("t-2")
        }
        let bench = try Bench(credential: credential) { request, _ in .empty(200, for: request) }
        let error = await #expect(throws: ServiceError.self) { try await bench.get() }
        #expect(error?.problem == .authenticationFailed)
        #expect(error?.underlying as? SignInFailed == SignInFailed())
        #expect(bench.network.arrivals.isEmpty)
        try await bench.get()
        #expect(bench.network.arrivals.fields("Authorization") == ["Bearer t-2"])
    }

    @Test("A token that the service rejects is renewed once, and the call is sent again, whatever its method is")
    func rejected() async throws {
        let renewals = Locked(0)
        let credential = BearerCredential { BearerToken("t-\(renewals.next())") }
        let bench = try Bench(credential: credential) { request, _ in
            .empty(request.headers["Authorization"] == "Bearer t-2" ? 201 : 401, for: request)
        }
        let answer = try await bench.pipeline.send("BenchClient.create", MutableRequestProperties(.post, "/things"))
        #expect(answer.raw.status == 201)
        #expect(bench.network.arrivals.fields("Authorization") == ["Bearer t-1", "Bearer t-2"])
    }

    @Test("A 401 of another server that a redirect leads to neither renews the token nor requires a sign-in")
    func foreignRefusal() async throws {
        let renewals = Locked(0)
        let credential = BearerCredential { BearerToken("t-\(renewals.next())") }
        let bench = try Bench(credential: credential) { request, _ in
            request.url.host == "files.example"
                ? .empty(401, for: request)
                : .empty(302, headers: ["Location": "https://files.example/7"], for: request)
        }
        let error = await #expect(throws: ServiceError.self) { try await bench.get() }
        #expect(error?.problem == .foreignAnswer(status: 401, type: nil) && error?.status == nil)
        #expect(bench.network.arrivals.fields("Authorization") == ["Bearer t-1", nil] && renewals.copy == 1)
        let open = try Bench.gateway(bench.network)
        let plain = await #expect(throws: ServiceError.self) { try await open.get("/x", as: Int.self) }
        #expect(plain?.kind == .unavailable)
    }

    @Test("A fixed token is not renewed, and its 401 is the response")
    func fixed() async throws {
        let bench = try Bench(credential: BearerCredential("t-1")) { request, _ in .empty(401, for: request) }
        let error = await #expect(throws: ServiceError.self) { try await bench.get() }
        #expect(error?.problem == .unauthorized)
        #expect(bench.network.arrivals.count == 1)
    }

    @Test("At most one renewal runs at a time, and every waiting caller ends once, in any order of events")
    func machine() {
        for seed in 0..<UInt64(Loops.always(500)) {
            var random = SeededRandom(seed: seed)
            var machine = RenewalMachine(leeway: .seconds(1))
            var now = Duration.zero
            var callers = 0
            var waiting: Set<Int> = []
            var isRenewing = false
            var tokens = 0
            for _ in 0..<60 {
                switch random.below(6) {
                case 0, 1:
                    callers += 1
                    switch machine.ask(callers, now: now) {
                    case .use(let token):
                        #expect(!isRenewing && token.revealed == "t-\(tokens)", "seed \(seed)")
                    case .wait(let begins):
                        #expect(begins != isRenewing, "seed \(seed)")
                        isRenewing = true
                        waiting.insert(callers)
                    }
                case 2 where isRenewing:
                    tokens += 1
                    let woken = machine.renewed(BearerToken("t-\(tokens)", expiresIn: .seconds(5)), now: now)
                    #expect(Set(woken) == waiting && woken.count == waiting.count, "seed \(seed)")
                    (waiting, isRenewing) = ([], false)
                case 3 where isRenewing && random.chance(50):
                    #expect(Set(machine.ended()) == waiting, "seed \(seed)")
                    (waiting, isRenewing) = ([], false)
                case 4:
                    let left = random.below(callers + 1)
                    #expect(machine.left(left) == (waiting.remove(left) != nil), "seed \(seed)")
                default:
                    if random.chance(50) { now += .seconds(random.below(5)) }
                    if random.chance(20) { machine.reject(Secret("t-\(tokens - random.below(2))")) }
                }
                #expect(machine.isRenewing == isRenewing && Set(machine.waiting) == waiting, "seed \(seed)")
            }
        }
    }
}
