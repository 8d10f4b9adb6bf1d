import Reactor

/// A service on the other side of a network that the seed decides about.
///
/// Swift makes no conformance to a protocol out of nothing, so the conformance is written once, and each of its methods
/// calls through here:
///
/// ```swift
/// struct SimulatedWeights: WeightService {
///     let network: SimulatedService
///
///     func records() async throws -> [Double] { try await network.call("records") { [80.5, 80.4] } }
/// }
/// ```
public struct SimulatedService: Sendable {
    /// What it is called in the history.
    let name: String
    let faults: Faults
    let simulation: Simulation

    /// Asks the service: a request on its way, what the service does, an answer on its way; each may go wrong.
    ///
    /// - Parameters:
    ///   - name: what is called, best with what it is about: `"add 5"`. Fates are drawn for each name by itself, so when
    ///     a failure is shrunk, calls of other names can be left out without a change to this one.
    ///   - perform: what the service does when the request arrives. It runs on the service's side: it is not cancelled with
    ///     the caller. It may run twice, or without anybody waiting for the answer.
    /// - Returns: what `perform` returns.
    /// - Throws: ``SimulatedFault``, what `perform` throws, or `CancellationError` as soon as the caller is cancelled.
    public func call<Answer: Sendable>(
        _ name: String, _ perform: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let (id, fate) = begin(name)
        let answer = PendingAnswer<Answer>()
        simulation.run("\(id) on its way") { try await deliver(id, fate, answer, perform) }
        let result = await answer.result
        switch result {
        case .success: note(id, "is answered", .answered)
        case .failure(is CancellationError): note(id, "is abandoned by its caller", .fails)
        case .failure(let error): note(id, "fails: \(error)", .fails)
        }
        return try result.get()
    }

    private func note(_ id: String, _ text: String, _ step: HistoryLine.CallStep) {
        simulation.scheduler.note("\(id) \(text)", call: (id, step))
    }

    /// As one word, which a script can list.
    static func word(_ name: String) -> String { String(name.map { $0 == " " || $0 == "," ? "-" : $0 }) }

    /// Gives the call its number, and decides about it.
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

    /// The way there, the work, and the way back.
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
            simulation.run("\(id) on its way once more") {
                try await clock.sleep(for: fate.duplicateLatency)
                note(id, "arrives once more", .arrives)
                // Nobody waits for this answer, so nobody hears of its errors either.
                _ = try? await perform()
            }
        default: break
        }
        try await clock.sleep(for: fate.answerLatency)
        answer.give(result)
    }
}

extension Simulation {
    /// A service whose latencies and faults the seed decides.
    public func service(_ name: String, faults: Faults = .none) -> SimulatedService {
        SimulatedService(name: name, faults: faults, simulation: self)
    }

    /// Runs what belongs to the world and to no caller. It is stopped only with the run.
    fileprivate func run(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
        let id = open(name)
        let task = Task.detached(executorPreference: scheduler) {
            // Stopped with the run: there is nobody left to answer.
            try? await body()
            self.close(id)
        }
        content.withLock { $0.tasks.append(task) }
    }
}
