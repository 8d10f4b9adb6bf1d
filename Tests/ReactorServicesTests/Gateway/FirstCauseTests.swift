import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

private enum Caller {
    @TaskLocal static var name = "none"
}

/// A network that ignores cancellation until the gate opens.
private final class DeafNetwork: NetworkAdapter {
    let held = TestGate<Void>()
    let cancelled = TestGate<Void>()
    let log = Locked<[String]>([])

    func send(_ request: Request) async throws -> Response {
        try await withTaskCancellationHandler {
            try await held.wait()
        } onCancel: {
            cancelled.arrive()
        }
        log.withLock { $0.append("network") }
        return .empty(200, for: request)
    }
}

@Suite("The cause that ends a request")
struct FirstCauseTests {
    private let callers = Callers()

    /// Causes that end a request.
    enum Cause: CaseIterable { case task, request, timeout }

    @Test("No work of a request continues after its call, whatever ended it", arguments: Cause.allCases)
    func noWorkAfterwards(cause: Cause) async throws {
        let (network, clock) = (DeafNetwork(), ManualClock())
        let gateway = try makeGateway(network, clock: clock)
        let call = callers.call {
            let ending = await Ended.of { try await gateway.get("/") }
            network.log.withLock { $0.append("call") }
            return ending
        }
        await network.held.arrived()
        await clock.sleepers(1)
        try Self.end(by: cause, call, gateway, clock)
        await network.cancelled.arrived()
        await callers.rest()
        for _ in 0..<20 { await turn() }
        #expect(network.log.copy.isEmpty)
        network.held.open()
        #expect(try await call.value == Self.ending(of: cause))
        #expect(network.log.copy == ["network", "call"])
    }

    @Test("The first of two causes decides, also if the response arrives after it", arguments: Cause.allCases)
    func firstOfTwo(cause: Cause) async throws {
        let (network, clock) = (DeafNetwork(), ManualClock())
        let gateway = try makeGateway(network, clock: clock)
        let call = callers.call { await Ended.of { try await gateway.get("/") } }
        await network.held.arrived()
        await clock.sleepers(1)
        let id = try #require(gateway.activeRequests.first?.id)
        try Self.end(by: cause, call, gateway, clock)
        await network.cancelled.arrived()
        #expect(!gateway.cancelRequest(id), "it has a cause already")
        call.cancel()
        network.held.open()
        #expect(try await call.value == Self.ending(of: cause))
    }

    @Test("A preparer that ignores cancellation does not lead to a request after the timeout")
    func deafPreparer() async throws {
        let (held, cancelled, clock, sent) = (TestGate<Void>(), TestGate<Void>(), ManualClock(), Locked(0))
        struct Counting: NetworkAdapter {
            let sent: Locked<Int>
            func send(_ request: Request) -> Response {
                _ = sent.next()
                return .empty(200, for: request)
            }
        }
        let gateway = try makeGateway(Counting(sent: sent), clock: clock) { parts in
            parts.preparers = [
                RequestPreparerClosureAdapter { _ in
                    try await withTaskCancellationHandler {
                        try await held.wait()
                    } onCancel: {
                        cancelled.arrive()
                    }
                }
            ]
        }
        let call = callers.call { await Ended.of { try await gateway.get("/") } }
        await held.arrived()
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        await cancelled.arrived()
        held.open()
        #expect(try await call.value == Self.ending(of: .timeout))
        #expect(sent.copy == 0)
    }

    @Test("Preparers and the network run with the caller's task-local values and priority")
    func callersContext() async throws {
        let seen = Locked<[String]>([])
        let network = InMemoryNetworkAdapter { request, _ in
            seen.withLock { $0.append("\(Caller.name) \(Task.currentPriority >= .high)") }
            return .empty(200, for: request)
        }
        let gateway = try makeGateway(network) { parts in
            parts.preparers = [
                RequestPreparerClosureAdapter { _ in
                    seen.withLock { $0.append("\(Caller.name) \(Task.currentPriority >= .high)") }
                }
            ]
        }
        let call = Task(priority: .high) {
            try await Caller.$name.withValue("anna") { try await gateway.get("/") }
        }
        #expect(try await call.value.status == 200)
        #expect(seen.copy == ["anna true", "anna true"])
    }

    @Test("A request starts two tasks: its work, and the watch of its time limits")
    func twoTasks() async throws {
        let tasks = CountedTasks()
        let network = InMemoryNetworkAdapter { request, _ in .json(200, [1], for: request) }
        var parts = GatewayParts(network: network)
        parts.runtime = Runtime(taskExecutor: tasks)
        let gateway = try JsonGateway(baseURL: testBase(), parts: parts)
        for number in 1...5 {
            _ = try await gateway.get("/")
            #expect(tasks.count == 2 * number)
        }
    }

    private static func end(
        by cause: Cause, _ call: Task<Ended, any Error>, _ gateway: CompositedGateway, _ clock: ManualClock
    ) throws {
        switch cause {
        case .task: call.cancel()
        case .request: #expect(gateway.cancelRequest(try #require(gateway.activeRequests.first)))
        case .timeout: clock.advance(by: .seconds(60))
        }
    }

    private static func ending(of cause: Cause) -> Ended {
        cause == .timeout ? .failed("\(GatewayError.timedOut(after: .seconds(60)))") : .cancelled
    }
}

/// An executor that counts the tasks whose jobs it receives.
private final class CountedTasks: TaskExecutor {
    private let ids = Locked<Set<String>>([])

    var count: Int { ids.copy.count }

    func enqueue(_ job: consuming ExecutorJob) {
        // The description of a job has the id of its task.
        let id = job.description
        let job = UnownedJob(job)
        ids.withLock { _ = $0.insert(id) }
        Task.detached { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
