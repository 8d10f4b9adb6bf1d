import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

/// Every wait of an attempt has a limit.
@Suite("The time of an attempt")
struct AttemptTimeTests {
    /// Waits until it is canceled.
    @Sendable private static func forever() async throws -> Never {
        try await ManualClock().sleep(for: .seconds(1))
        fatalError("nobody moves that clock")
    }

    @Test("The timeout includes preparers, and the rest of it is left for the request")
    func preparer() async throws {
        let (clock, begun) = (ManualClock(), TestGate<Void>(isOpen: true))
        let network = InMemoryNetworkAdapter { request, _ in .text(200, "", for: request) }
        let gateway = try makeGateway(network, clock: clock) { parts in
            parts.preparers = [
                RequestPreparerClosureAdapter { _ in
                    begun.arrive()
                    try await Self.forever()
                }
            ]
        }
        let call = Task { try await gateway.get("/") { $0.timeout = .seconds(7) } }
        await begun.arrived()
        await clock.sleepers(1)
        clock.advance(by: .seconds(7))
        await #expect(throws: GatewayError.timedOut(after: .seconds(7))) { try await call.value }
        #expect(network.arrivals.isEmpty)
    }

    @Test("A request without a timeout and without a response ends after the gateway's minute")
    func defaultTimeout() async throws {
        let (clock, arrived) = (ManualClock(), TestGate<Void>(isOpen: true))
        let network = InMemoryNetworkAdapter { _, _ in
            arrived.arrive()
            try await Self.forever()
        }
        let gateway = try makeGateway(network, clock: clock)
        let call = Task { try await gateway.get("/") }
        await arrived.arrived()
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        await #expect(throws: GatewayError.timedOut(after: .seconds(60))) { try await call.value }
    }

    @Test("An attempt whose body stalls fails, and a slow attempt does not")
    func stalls() async throws {
        let (clock, pieces) = (ManualClock(), TestGate<Void>(heedsCancellation: true))
        let network = InMemoryNetworkAdapter { request, _ in .text(200, "", for: request) }
        let gateway = try makeGateway(network, clock: clock)
        let stream = BodyStream(length: nil) {
            AsyncThrowingStream<Data, any Error>(unfolding: {
                try await pieces.wait()
                return Data("piece".utf8)
            })
        }
        let call = Task { try await gateway.put("/", body: .stream(stream)) { $0.stallTimeout = .seconds(30) } }
        for number in 1...5 {
            await pieces.arrived(number)
            await clock.sleepers(1)
            clock.advance(by: .seconds(20))
            pieces.resumeOne()
        }
        await pieces.arrived(6)
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))
        await #expect(throws: GatewayError.stalled(after: .seconds(30))) { try await call.value }
    }

    @Test("A wait for a slow reader is not a stall, and a stall after it is")
    func slowReader() async throws {
        let clock = ManualClock()
        let expired = AsyncStream<GatewayError>.makeStream()
        let deadline = Deadline(Runtime(clock: RuntimeClock(clock))) { expired.continuation.yield($0) }
        var properties = MutableRequestProperties(.get, "/")
        properties.stallTimeout = .seconds(30)
        properties.onBody = { _ in
            clock.advance(by: .seconds(40))
            // The watch has looked, and waits again.
            while clock.sleeping == 0 { sched_yield() }
        }
        let request = try deadline.limit(Request(properties, id: Request.ID(1), base: testBase()))
        await clock.sleepers(1)
        // On a separate thread: the pool adds no thread for the watch while its own threads are busy.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try request.onBody?(BodyPiece(data: Data([1]), offset: 0)) ?? () })
            }
        }
        clock.advance(by: .seconds(29))
        #expect(clock.sleeping == 1)
        clock.advance(by: .seconds(1))
        var errors = expired.stream.makeAsyncIterator()
        #expect(await errors.next() == GatewayError.stalled(after: .seconds(30)))
    }

    @Test("A step of a sequence without a response ends after a minute, not after an hour")
    func sequences() async throws {
        let (clock, arrived) = (ManualClock(), TestGate<Void>(isOpen: true))
        let network = InMemoryNetworkAdapter { _, _ in
            arrived.arrive()
            try await Self.forever()
        }
        let runner = try SequenceRunner(
            destinations: [.api: .server(makeGateway(network, clock: clock))],
            options: SequenceRunnerOptions(retry: .never, runtime: Runtime(clock: RuntimeClock(clock))))
        let request = RequestDescription(operation: "1", step: "a", method: .put, target: .path("a"))
        let call = Task { try await runner.send(request) }
        await arrived.arrived()
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        let error = await #expect(throws: ServiceError.self) { try await call.value }
        #expect(error?.problem == .timedOut(after: .seconds(60)))
    }
}
