import Reactor
import ReactorTerminal
import Testing

@testable import ExampleWeightLog

@Suite("The published pattern and the ledger, side by side")
struct PublishedPatternTests {
    private struct Lost: Error, CustomStringConvertible { var description: String { "lost" } }

    @Test(
        "Two overlapping failures: restoring the saved state loses a weight that may yet succeed, and brings back one that failed"
    )
    func overlappingFailuresPublished() async {
        let network = HeldNetwork()
        let core = Core(state: PublishedPattern.Log())
        for (id, kilograms) in [(1, 80.0), (2, 81.0)] {
            core.fire(command: PublishedPattern.LogWeightOrRestore(network: network, id: id, kilograms: kilograms))
            await core.idle()
        }
        #expect(await core.state.weights == [1: 80, 2: 81])
        network.answerLog(1, with: Lost())
        // Wrong: the second has not been answered.
        #expect(await core.state.weights == [:])
        network.answerLog(2, with: Lost())
        // Wrong: the first has failed, and shows again, for good.
        #expect(await core.state.weights == [1: 80])
    }

    @Test("Two overlapping failures: the ledger rolls back each alone")
    func overlappingFailuresLedger() async throws {
        let stage = StagedConditions()
        let core = makeCore(stage)
        let records = [try record(1, "2026-01-01", "80"), try record(2, "2026-01-02", "81")]
        let handles = records.map { core.fire(command: LogWeight(record: $0)) }
        for record in records { await stage.arrived(.add([record])) }
        #expect(await core.state.entries.map(\.id) == [1, 2])
        await stage.answer(.add([records[0]]), refusal: "lost")
        _ = await handles[0].outcome
        #expect(await core.state.entries.map(\.id) == [2])
        await stage.answer(.add([records[1]]), refusal: "lost")
        _ = await handles[1].outcome
        #expect(await core.state.entries == [])
        #expect(await core.state.rollbacks.map(\.reason) == ["lost", "lost"])
    }

    @Test(
        "A refresh that lands in between: fetching makes a pending weight vanish until its own answer, and longer if that is stale"
    )
    func refreshInBetweenPublished() async {
        let network = HeldNetwork()
        let core = Core(state: PublishedPattern.Log())
        core.fire(command: PublishedPattern.LogWeight(network: network, id: 1, kilograms: 80))
        core.fire(command: PublishedPattern.LogWeight(network: network, id: 2, kilograms: 81))
        await core.idle()
        #expect(await core.state.weights == [1: 80, 2: 81])
        network.answerLog(1, with: nil)
        await core.idle()
        network.answerWeights([1: 80])
        // Wrong: the second is on its way still.
        #expect(await core.state.weights == [1: 80])
    }

    @Test(
        "A refresh that lands in between: in the ledger it goes below what is pending, and below what was confirmed since"
    )
    func refreshInBetweenLedger() async throws {
        let stage = StagedConditions()
        let core = makeCore(stage)
        let records = [try record(1, "2026-01-01", "80"), try record(2, "2026-01-02", "81")]
        let handles = records.map { core.fire(command: LogWeight(record: $0)) }
        for record in records { await stage.arrived(.add([record])) }
        // The service has neither when it is asked, and answers after it saved the first.
        let refresh = core.fire(command: GetWeightRecords())
        await stage.arrived(.list)
        await stage.answer(.add([records[0]]))
        _ = await handles[0].outcome
        await stage.answer(.list)
        _ = await refresh.outcome
        #expect(await core.state.entries.map { "\($0.id) \($0.status)" } == ["1 confirmed", "2 pending"])
        #expect(await core.state.refreshes == 1)
        await stage.answer(.add([records[1]]))
        _ = await handles[1].outcome
        #expect(await core.state.entries.map { "\($0.id) \($0.status)" } == ["1 confirmed", "2 confirmed"])
    }

    private func makeCore(_ stage: StagedConditions) -> Core<Weights> {
        let service = EmbeddedWeightService(store: MemoryWeightStore(), conditions: stage)
        return Core(state: Weights(), dependencies: Dependencies { $0.weights = service })
    }
}

/// A network whose answers the test gives.
private final class HeldNetwork: PublishedPattern.NetworkAccess {
    private struct Held {
        var logs: [Int: @Sendable ((any Error)?) -> Void] = [:]
        var weights: [@Sendable ([Int: Double]) -> Void] = []
    }

    private let held = Locked(Held())

    func logWeight(_ id: Int, _ kilograms: Double, completion: @escaping @Sendable ((any Error)?) -> Void) {
        held.withLock { $0.logs[id] = completion }
    }

    func weights(completion: @escaping @Sendable ([Int: Double]) -> Void) {
        held.withLock { $0.weights.append(completion) }
    }

    func answerLog(_ id: Int, with error: (any Error)?) {
        held.withLock { $0.logs.removeValue(forKey: id) }?(error)
    }

    func answerWeights(_ weights: [Int: Double]) {
        let completions = held.withLock { held in
            defer { held.weights = [] }
            return held.weights
        }
        for completion in completions { completion(weights) }
    }
}
