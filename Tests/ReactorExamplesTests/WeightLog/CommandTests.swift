import Reactor
import Testing

@testable import WeightLog

@Suite("Commands")
struct CommandTests {
    private func core(_ book: WeightBook = WeightBook(), refusing: Bool = false) -> Core<Weights> {
        let service = EmbeddedWeightService(
            store: MemoryWeightStore(initial: book), conditions: Moody(refusesChanges: refusing))
        return Core(state: Weights(), dependencies: Dependencies { $0.weights = service })
    }

    private func sample() throws -> WeightBook {
        WeightBook(records: [try record(1, "2026-01-02", "81"), try record(2, "2026-01-03", "82")])
    }

    @Test("A logged weight is predicted, confirmed and fetched, in this order")
    func log() async throws {
        let core = core()
        let new = try record(1, "2026-01-02", "81.4")
        let recorder = Recorder()
        core.add(subscriber: recorder, delivery: .every)
        core.fire(command: LogWeight(record: new))
        await core.idle()
        let statuses = await recorder.states.map { $0.entries.map(\.status) }
        #expect(statuses == [[], [.pending], [.confirmed], [.confirmed], [.confirmed]])
        #expect(await core.state.refreshes == 1)
        #expect(await core.state.confirmed == WeightBook(records: [new]))
    }

    @Test("A refused change is withdrawn with the reason, fails its command, and the service's records are fetched")
    func refused() async throws {
        let core = core(try sample(), refusing: true)
        let commands: [any Command<Weights>] = [
            LogWeight(record: try record(9, "2026-01-02", "81.4")),
            ImportWeights(changeID: 3, records: [try record(8, "2026-01-02", "81.4")]),
            EditWeight(changeID: 4, record: try record(1, "2026-01-02", "90")),
            DeleteWeight(changeID: 5, recordID: 1),
        ]
        for command in commands {
            guard case .failed(let error) = await core.fire(command: command).outcome else {
                Issue.record("\(command) did not fail")
                continue
            }
            #expect(error as? ServiceError == .refused("in a mood"))
        }
        await core.idle()
        let state = await core.state
        #expect(state.withdrawals.map(\.reason) == Array(repeating: "in a mood", count: 4))
        #expect(state.confirmed == (try sample()))
        #expect(state.entries.allSatisfy { $0.status == .confirmed })
    }

    @Test("Editing, deleting and erasing reach the service and the state")
    func changes() async throws {
        let core = core(try sample())
        core.fire(command: GetWeightRecords(), options: GetWeightRecords.options)
        core.fire(command: EditWeight(changeID: 4, record: try record(1, "2026-01-02", "90")))
        core.fire(command: DeleteWeight(changeID: 5, recordID: 2))
        await core.idle()
        let expected = WeightBook(records: [try record(1, "2026-01-02", "90")], nextID: 3)
        #expect(await core.state.confirmed == expected)
        #expect(try await core.dependencies.weights.list() == expected)
        core.fire(command: EraseWeights())
        await core.idle()
        #expect(await core.state.confirmed == WeightBook())
        #expect(await core.state.refreshes == 1)
    }

    @Test("A number that another weight has, and one that no weight has, are refused by the service")
    func numbers() async throws {
        let service = EmbeddedWeightService(store: MemoryWeightStore(initial: try sample()))
        let taken = try record(1, "2026-01-09", "81")
        await #expect(throws: ServiceError.numberTaken(1)) { try await service.add([taken]) }
        let absent = try record(9, "2026-01-09", "81")
        await #expect(throws: ServiceError.noSuchRecord(9)) { try await service.update(absent) }
        await #expect(throws: ServiceError.noSuchRecord(9)) { try await service.delete(9) }
        let same = try record(1, "2026-01-02", "81")
        #expect(try await service.add([same]) == [same])
        #expect(try await service.list() == sample())
    }

    @Test("The service has nothing that its store did not keep")
    func failingStore() async throws {
        let service = EmbeddedWeightService(store: FullStore())
        let new = try record(1, "2026-01-02", "81")
        await #expect(throws: StoreError.noFolder) { try await service.add([new]) }
        #expect(try await service.list() == WeightBook())
    }
}

private struct Moody: ServiceConditions {
    let refusesChanges: Bool

    func meet(_ call: ServiceCall) throws {
        if refusesChanges, call != .list { throw ServiceError.refused("in a mood") }
    }

    func rounded(_ record: WeightRecord) -> WeightRecord { record }
}

private struct FullStore: WeightStore {
    func load() -> WeightBook { WeightBook() }
    func save(_ book: WeightBook) throws { throw StoreError.noFolder }
}

private actor Recorder: Subscriber {
    private(set) var states: [Weights] = []

    func update(with state: Weights) { states.append(state) }
}
