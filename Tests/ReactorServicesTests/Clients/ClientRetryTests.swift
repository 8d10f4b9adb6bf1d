import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Retries of a client")
struct ClientRetryTests {
    /// The behavior of the service at one attempt.
    enum Deed: Sendable {
        case answer(Int, retryAfter: Int?)
        case lost
    }

    private static func answering(_ deeds: [Deed]) -> @Sendable (Request, Data) async throws -> Response {
        let left = Locked(deeds[...])
        return { request, _ in
            switch left.withLock({ $0.popFirst() }) {
            case .answer(let status, let retryAfter):
                .empty(status, headers: retryAfter.map { ["Retry-After": "\($0)"] } ?? [:], for: request)
            case .lost: throw GatewayError.connectionLost(host: "api.example")
            case nil: .empty(200, for: request)
            }
        }
    }

    @Test("A call that is not idempotent is sent once, unless it has an idempotency key")
    func onlyWhatMayArriveTwice() async throws {
        for (key, sent) in [(nil, 1), ("k-1", 2)] as [(String?, Int)] {
            let bench = try Bench(clock: JumpingClock(), Self.answering([.lost]))
            _ = try? await bench.pipeline.send(
                "BenchClient.create", MutableRequestProperties(.post, "/things"),
                options: RequestOptions(idempotencyKey: key))
            #expect(bench.network.arrivals.count == sent)
            #expect(bench.network.arrivals.fields("Idempotency-Key").allSatisfy { $0 == key })
        }
    }

    @Test("A call that is declared repeatable is repeated, without an idempotency key")
    func saidToBeRepeatable() async throws {
        let bench = try Bench(clock: JumpingClock(), Self.answering([.lost]))
        let request = MutableRequestProperties(.post, "/search")
        _ = try await bench.pipeline.send("BenchClient.search", request, isRepeatable: true)
        #expect(bench.network.arrivals.fields("Idempotency-Key") == [nil, nil])
    }

    @Test("All attempts and delays equal those of a naive model, for any behavior of the service")
    func model() async throws {
        for seed in 0..<UInt64(Loops.always(300)) {
            var random = SeededRandom(seed: seed)
            let deeds: [Deed] = (0..<random.below(7)).map { _ in
                if random.chance(30) { return .lost }
                let statuses = [200, 204, 400, 404, 408, 409, 425, 429, 500, 501, 502, 503, 504]
                return .answer(random.pick(statuses) ?? 200, retryAfter: random.chance(30) ? random.below(90) : nil)
            }
            let attempts = random.below(5) + 1
            let isRepeatable = random.chance(80)
            let jitter = (0..<8).map { _ in random.next() }

            let clock = JumpingClock()
            let draws = Locked(jitter[...])
            let bench = try Bench(
                clock: clock, options: BenchOptions(retry: .exponential(attempts: attempts)),
                random: { draws.withLock { $0.popFirst() ?? 0 } }, Self.answering(deeds))
            let request = MutableRequestProperties(isRepeatable ? .put : .post, "/things")
            let answer = try? await bench.pipeline.send(
                "BenchClient.set", request, options: RequestOptions(requestID: "r-1"))

            let expected = NaiveRetries(deeds: deeds, attempts: attempts, isRepeatable: isRepeatable, jitter: jitter)
            #expect(bench.network.arrivals.count == expected.attempts, "seed \(seed)")
            #expect(clock.sleeps == expected.waits, "seed \(seed)")
            #expect(answer?.raw.status == expected.success, "seed \(seed)")
        }
    }
}

/// The rules, independent of their implementation.
private struct NaiveRetries {
    var attempts = 0
    var waits: [Duration] = []
    /// The status of the response if it is a success status.
    var success: Int?

    init(deeds: [ClientRetryTests.Deed], attempts most: Int, isRepeatable: Bool, jitter: [UInt64]) {
        for attempt in 1...most {
            attempts = attempt
            let deed = attempt <= deeds.count ? deeds[attempt - 1] : .answer(200, retryAfter: nil)
            var asked: Duration?
            switch deed {
            case .answer(let status, let retryAfter):
                if (200..<300).contains(status) { success = status }
                guard [408, 425, 429, 500, 502, 503, 504].contains(status) else { return }
                asked = retryAfter.map { .seconds($0) }
            case .lost: break
            }
            guard isRepeatable, attempt < most else { return }
            if let asked, asked > .seconds(60) { return }
            let ceilings: [Duration] = [
                .milliseconds(800), .milliseconds(1_600), .milliseconds(3_200), .milliseconds(6_400),
            ]
            // Each end of an attempt draws a number, whether it is used or not.
            let fraction = Double(jitter[attempt - 1] >> 11) / 9_007_199_254_740_992
            waits.append(max(asked ?? .zero, ceilings[attempt - 1] * fraction))
        }
    }
}
