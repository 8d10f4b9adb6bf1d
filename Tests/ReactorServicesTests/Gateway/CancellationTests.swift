import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

/// The state of a request when it is canceled.
private enum Point: String, CaseIterable {
    case beforeIt, waiting, paused, preparing, sending, parsing, processing
}

/// The ways to cancel a request.
private enum Way: CaseIterable { case request, task }

@Suite("A canceled request")
struct CancellationTests {
    private let callers = Callers()

    @Test(
        "The call ends once, as canceled, in any state, and releases its place", arguments: Point.allCases,
        Way.allCases)
    fileprivate func everywhere(point: Point, way: Way) async throws {
        if point == .beforeIt && way == .request { return }
        let stage = Stage(point: point)
        let clock = ManualClock()
        let gateway = try makeGateway(stage, clock: clock, maxActive: 1) { stage.build(&$0) }
        var blocker: Task<Ended, Never>?
        if point == .waiting {
            blocker = Task { await Ended.of { try await gateway.post("/blocker") } }
            await stage.blocker.arrived()
        }
        if point == .paused { gateway.pause() }

        let endings = Locked<[Ended]>([])
        let start = TestGate<Void>()
        let call = callers.call {
            try? await start.wait()
            let ending = await Ended.of {
                try await gateway.post("/cancelled")
            }
            endings.withLock { $0.append(ending) }
        }
        if point == .beforeIt {
            call.cancel()
            start.open()
        } else {
            start.open()
            await stage.reached(callers)
            switch way {
            case .request:
                let id = try #require(
                    (gateway.pendingRequests + gateway.activeRequests).first { $0.path == "/cancelled" }?.id ?? stage.id
                )
                #expect(gateway.cancelRequest(id))
                #expect(!gateway.cancelRequest(id), "it was cancelled before")
                #expect(!gateway.pendingRequests.contains { $0.id == id })
            case .task: call.cancel()
            }
            stage.held.open()
        }
        try await call.value
        #expect(endings.copy == [.cancelled])

        stage.blocker.open()
        if let blocker { #expect(await blocker.value == .status(200)) }
        gateway.resume()
        #expect(await Ended.of { try await gateway.post("/next") } == .status(200))
        #expect(gateway.pendingRequests.isEmpty && gateway.activeRequests.isEmpty)
        #expect(clock.sleeping == 0)
    }

    @Test("For any cancellations in any order, every call ends once", arguments: 0..<UInt64(20))
    func random(seed: UInt64) async throws {
        let network = InMemoryNetworkAdapter { request, _ in
            await turn()
            return .empty(200, for: request)
        }
        let gateway = try makeGateway(network, maxActive: 3)
        var random = SeededRandom(seed: seed)
        var calls: [Task<Ended, Never>] = []
        for _ in 0..<100 {
            calls.append(Task { await Ended.of { try await gateway.get("/") } })
            switch random.below(6) {
            case 0: random.pick(calls)?.cancel()
            case 1: random.pick(gateway.pendingRequests).map { _ = gateway.cancelRequest($0) }
            case 2: random.pick(gateway.activeRequests).map { _ = gateway.cancelRequest($0) }
            case 3: gateway.pause()
            case 4: gateway.resume()
            default: await turn()
            }
        }
        gateway.resume()
        for call in calls {
            let ending = await call.value
            #expect(ending == .status(200) || ending == .cancelled, "seed \(seed)")
        }
        #expect(gateway.pendingRequests.isEmpty && gateway.activeRequests.isEmpty, "seed \(seed)")
    }
}

/// Parts that hold a request in one state, and ignore cancellation.
private final class Stage: NetworkAdapter {
    let point: Point
    let held = TestGate<Void>()
    let blocker = TestGate<Void>()
    private let sent = Locked<Request.ID?>(nil)

    init(point: Point) { self.point = point }

    var id: Request.ID? { sent.copy }

    func build(_ parts: inout GatewayParts) {
        parts.preparers = [
            RequestPreparerClosureAdapter { request in await self.stop(at: .preparing, request.path) }
        ]
        parts.parsers[.plainText] = ResponseProcessorClosureAdapter(request: { response, request in
            await self.stop(at: .parsing, request.path)
            return response
        })
        parts.processors = [
            ResponseProcessorClosureAdapter(request: { response, request in
                await self.stop(at: .processing, request.path)
                return response
            })
        ]
    }

    func send(_ request: Request) async throws -> Response {
        sent.withLock { $0 = request.id }
        if request.path == "/blocker" { try? await blocker.wait() }
        await stop(at: .sending, request.path)
        return .text(200, "x", headers: ["Content-Type": "text/plain"], for: request)
    }

    private func stop(at place: Point, _ path: String) async {
        if place == point, path == "/cancelled" { try? await held.wait() }
    }

    /// Waits until the request is in this state.
    func reached(_ callers: Callers) async {
        switch point {
        case .beforeIt: break
        case .waiting, .paused: await callers.rest()
        case .preparing, .sending, .parsing, .processing: await held.arrived()
        }
    }
}
