import Reactor

/// A service on a network that the seed controls.
///
/// Write the conformance to the service's protocol once, and call the network in each method:
///
/// ```swift
/// struct SimulatedWeights: WeightService {
///     let network: SimulatedService
///
///     func records() async throws -> [Double] { try await network.call("records") { [80.5, 80.4] } }
/// }
/// ```
public struct SimulatedService: Sendable {
    /// The name of the service in the history.
    let name: String
    let faults: NetworkFaults
    let simulation: Simulation

    /// Calls the service: the request, the work of the service, and the response. Each of these can fail.
    ///
    /// - Parameters:
    ///   - name: The name of the call, best with its subject: `"add 5"`. Each name has its own faults, so shrinking can leave
    ///     other calls out without a change to this call.
    ///   - perform: The work of the service when the request arrives. It is not cancelled with the caller. It can run twice, or
    ///     without a caller that waits for the response.
    /// - Returns: The result of `perform`.
    /// - Throws: ``SimulatedFault``, the error of `perform`, or `CancellationError` as soon as the caller is cancelled.
    public func call<Answer: Sendable>(
        _ name: String, _ perform: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let (id, fate) = begin(name)
        let answer = PendingAnswer<Answer>()
        simulation.run("\(id) in flight") { try await deliver(id, fate, answer, perform) }
        let result = await answer.result
        switch result {
        case .success: note(id, "is answered", .answered)
        case .failure(is CancellationError): note(id, "is abandoned by its caller", .fails)
        case .failure(let error): note(id, "fails: \(OrderedText.of(error))", .fails)
        }
        return try result.get()
    }

    private func note(_ id: String, _ text: String, _ step: HistoryLine.CallStep) {
        simulation.scheduler.note("\(id) \(text)", call: (id, step))
    }

    /// Returns the name as one word, for the list of a script.
    static func word(_ name: String) -> String { String(name.map { $0 == " " || $0 == "," ? "-" : $0 }) }

    /// Numbers the call, and draws its faults.
    private func begin(_ name: String) -> (id: String, fate: Fate) {
        let call = SimulatedService.word("\(self.name).\(name)")
        let (number, isCalm) = simulation.content.withLock { content in
            content.calls[call, default: 0] += 1
            return (content.calls[call, default: 0], content.isCalm)
        }
        let id = "\(call)#\(number)"
        let random = SeededRandom(seed: simulation.seed).split(named: id)
        let fate = Fate(random, faults, isFaulty: !isCalm && simulation.script.keepsFault(id))
        if let fault = fate.fault {
            simulation.content.withLock { $0.faults.append(id) }
            note(id, "is called; its fate: \(fault.rawValue)", .called(isFaulty: true))
        } else {
            note(id, "is called", .called(isFaulty: false))
        }
        return (id, fate)
    }

    /// Performs the request, the work and the response.
    private func deliver<Answer: Sendable>(
        _ id: String, _ fate: Fate, _ answer: PendingAnswer<Answer>,
        _ perform: @escaping @Sendable () async throws -> Answer
    ) async throws {
        let clock = simulation.clock
        if fate.fault == .lostRequest { return try await answer.fail(.timedOut(id), after: faults.timeout, on: clock) }
        try await clock.sleep(for: fate.requestLatency)
        if answer.isGiven && !fate.outlivesCaller { return }
        if fate.fault == .refused { return try await answer.fail(.refused(id), after: fate.answerLatency, on: clock) }
        note(id, "arrives", .arrives)
        let result: Result<Answer, any Error>
        do { result = .success(try await perform()) } catch { result = .failure(error) }
        switch fate.fault {
        case .lostAnswer: return try await answer.fail(.timedOut(id), after: faults.timeout, on: clock)
        case .duplicated:
            simulation.run("\(id) in flight again") {
                try await clock.sleep(for: fate.duplicateLatency)
                note(id, "arrives once more", .arrives)
                // No caller waits for this response, so the error is dropped.
                _ = try? await perform()
            }
        default: break
        }
        try await clock.sleep(for: fate.answerLatency)
        answer.give(result)
    }
}

extension Simulation {
    /// Creates a service whose latencies and faults the seed decides.
    public func service(_ name: String, faults: NetworkFaults = .none) -> SimulatedService {
        SimulatedService(name: name, faults: faults, simulation: self)
    }

    /// Runs work that does not belong to a caller. It is cancelled only at the end of the run.
    fileprivate func run(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
        let id = open(name)
        let task = Task.detached(executorPreference: scheduler) {
            // The run has ended, so no caller is left.
            try? await body()
            self.close(id)
        }
        content.withLock { $0.tasks.append(task) }
    }
}
