import Reactor

/// The network between a ``FakeServer`` and its clients.
protocol FakeNetwork: Sendable {
    /// Performs a call: the request, the work of the server, and the response. Each of these can fail.
    func call<Answer: Sendable>(
        _ name: String, _ faults: NetworkFaults, _ perform: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer
}

struct SimulatedNetwork: FakeNetwork {
    let name: String
    let simulation: Simulation

    func call<Answer: Sendable>(
        _ name: String, _ faults: NetworkFaults, _ perform: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        try await simulation.service(self.name, faults: faults).call(name) { try perform() }
    }
}

/// A network that uses a clock, in the task of the caller: a test that waits for this task waits for all consequences. Without a
/// clock, calls take no time.
struct ClockedNetwork: FakeNetwork {
    private let clock: RuntimeClock?
    private let random: SeededRandom
    /// The number of calls by name.
    private let calls = Guarded<[String: Int]>([:])

    init(clock: RuntimeClock?, seed: UInt64) {
        self.clock = clock
        random = SeededRandom(seed: seed)
    }

    private func pass(_ time: Duration) async throws {
        if let clock { try await clock.sleep(for: time) } else { try Task.checkCancellation() }
    }

    func call<Answer: Sendable>(
        _ name: String, _ faults: NetworkFaults, _ perform: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        let number = calls.withLock { calls in
            calls[name, default: 0] += 1
            return calls[name, default: 0]
        }
        let id = "\(name)#\(number)"
        let fate = Fate(random.split(named: id), faults, isFaulty: true)
        if fate.fault == .lostRequest {
            try await pass(faults.timeout)
            throw SimulatedFault.timedOut(id)
        }
        do { try await pass(fate.requestLatency) } catch {
            if fate.outlivesCaller && fate.fault != .refused { _ = try? perform() }
            throw error
        }
        let result: Result<Answer, any Error> =
            fate.fault == .refused ? .failure(SimulatedFault.refused(id)) : Result { try perform() }
        if fate.fault == .duplicated { _ = try? perform() }
        if fate.fault == .lostAnswer {
            try await pass(faults.timeout)
            throw SimulatedFault.timedOut(id)
        }
        try await pass(fate.answerLatency)
        return try result.get()
    }
}
