import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Timeouts and cancellation of calls")
struct TimeoutTests {
    /// Never responds, and ends when it is canceled.
    @Sendable private static func silence(_ request: Request, _ body: Data) async throws -> Response {
        let (stream, feed) = AsyncStream<Never>.makeStream()
        // The stream ends with its task. Its other end must be retained until then.
        for await _ in stream {}
        withExtendedLifetime(feed) {}
        throw CancellationError()
    }

    @Test("A call that exceeds its limit ends as timed out, and its request is canceled")
    func timeout() async throws {
        let clock = ManualClock()
        let arrived = TestGate<Void>(isOpen: true)
        let bench = try Bench(clock: clock, options: BenchOptions(timeout: .seconds(9))) { request, body in
            arrived.arrive()
            return try await Self.silence(request, body)
        }
        let call = Task { try await bench.get(RequestOptions(timeout: .seconds(5))) }
        await arrived.arrived()
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: ServiceError.self) { try await call.value }
        #expect(error?.problem == .timedOut(after: .seconds(5)))
    }

    @Test("The client's timeout applies to calls without their own, and includes all attempts and delays")
    func allTogether() async throws {
        let clock = ManualClock()
        let attempts = Locked(0)
        let bench = try Bench(clock: clock, options: BenchOptions(timeout: .seconds(10))) { request, body in
            guard attempts.next() > 1 else { return .empty(503, headers: ["Retry-After": "4"], for: request) }
            return try await Self.silence(request, body)
        }
        let call = Task { try await bench.get() }
        await clock.sleepers(2)
        clock.advance(by: .seconds(4))
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(5_999))
        #expect(clock.sleeping == 1)
        clock.advance(by: .milliseconds(1))
        let error = await #expect(throws: ServiceError.self) { try await call.value }
        #expect(error?.problem == .timedOut(after: .seconds(10)))
        #expect(error?.attempts == 2)
    }

    @Test("A canceled call ends as canceled, in flight and between attempts, and sends nothing if it has not begun")
    func cancellation() async throws {
        let unsent = try Bench { request, _ in .empty(200, for: request) }
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await unsent.get()
        }
        await #expect(throws: CancellationError.self) { try await early.value }
        #expect(unsent.network.arrivals.isEmpty)

        let arrived = TestGate<Void>(isOpen: true)
        let sending = try Bench { request, body in
            arrived.arrive()
            return try await Self.silence(request, body)
        }
        let first = Task { try await sending.get() }
        await arrived.arrived()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }

        let clock = ManualClock()
        let waiting = try Bench(clock: clock) { request, _ in .empty(503, for: request) }
        let second = Task { try await waiting.get() }
        await clock.sleepers(1)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(waiting.network.arrivals.count == 1)
    }
}
