import Reactor
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Commands")
struct CommandTests {
    private func core(_ book: WeightBook = WeightBook(), refusing: Bool = false) -> Core<Weights> {
        let service = EmbeddedWeightService(
            book, conditions: Moody(refusesChanges: refusing))
        return Core(state: Weights(), dependencies: Dependencies { $0.weights = service })
    }

    private func sample() throws -> WeightBook {
        WeightBook(records: [try record(1, "2026-01-02", "81"), try record(2, "2026-01-03", "82")])
    }

    @Test("A logged weight is predicted and confirmed, and nothing is fetched for it")
    func log() async throws {
        let core = core()
        let new = try record(1, "2026-01-02", "81.4")
        let recorder = Recorder()
        core.add(subscriber: recorder, delivery: .every)
        core.fire(command: ChangeWeights(.add([new])))
        await core.idle()
        let statuses = await recorder.states.map { $0.entries.map(\.status) }
        #expect(statuses == [[], [.pending], [.confirmed]])
        #expect(await core.state.refreshes == 0)
        #expect(await core.state.book == WeightBook(records: [new], version: 1))
    }

    @Test("A refused change is rolled back with the reason, fails its command, and the old values are restored")
    func refused() async throws {
        let core = core(try sample(), refusing: true)
        _ = await core.fire(command: GetWeightRecords()).outcome
        let commands: [any Command<Weights>] = [
            ChangeWeights(.add([try record(9, "2026-01-02", "81.4")])),
            ChangeWeights(.update(try record(1, "2026-01-02", "90"))),
            ChangeWeights(.delete(try record(1, "2026-01-02", "81"))),
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
        #expect(state.rollbacks.map(\.reason) == Array(repeating: "in a mood", count: 3))
        #expect(state.book.records == (try sample()).records)
        #expect(state.entries.allSatisfy { $0.status == .confirmed })
    }

    @Test("Editing, deleting and erasing reach the service and the state")
    func changes() async throws {
        let core = core(try sample())
        _ = await core.fire(command: GetWeightRecords()).outcome
        core.fire(command: ChangeWeights(.update(try record(1, "2026-01-02", "90"))))
        core.fire(command: ChangeWeights(.delete(try record(2, "2026-01-03", "82"))))
        await core.idle()
        let expected = WeightBook(records: [try record(1, "2026-01-02", "90")], nextID: 3, version: 2)
        #expect(await core.state.book == expected)
        #expect(try await core.dependencies.weights.list() == expected)
        core.fire(command: EraseWeights())
        await core.idle()
        #expect(await core.state.book == WeightBook(records: [], version: 3))
        #expect(try await core.dependencies.weights.list() == (await core.state.book))
    }

    @Test("Changes without a response show immediately, and each response resolves its own row")
    func several() async throws {
        let stage = StagedConditions()
        let service = EmbeddedWeightService(try sample(), conditions: stage)
        let core = Core(state: Weights(), dependencies: Dependencies { $0.weights = service })
        let fetch = core.fire(command: GetWeightRecords())
        await stage.answer(.list)
        _ = await fetch.outcome
        let (new, edited) = (try record(3, "2026-01-04", "83.14"), try record(1, "2026-01-02", "90"))
        let deleted = try record(2, "2026-01-03", "82")
        let log = core.fire(command: ChangeWeights(.add([new])))
        let edit = core.fire(command: ChangeWeights(.update(edited)))
        let delete = core.fire(command: ChangeWeights(.delete(deleted)))
        await stage.arrived(.delete(deleted))
        func shown() async -> [String] {
            await core.state.entries.map { "\($0.id) \($0.weight.grams) \($0.status)" }
        }
        #expect(await shown() == ["1 90000 pending", "3 83140 pending"])
        #expect(await core.isPending(about: 2))
        await stage.answer(.delete(deleted), refusal: "late")
        _ = await delete.outcome
        #expect(await shown() == ["1 90000 pending", "2 82000 confirmed", "3 83140 pending"])
        let refresh = core.fire(command: GetWeightRecords())
        await stage.arrived(.list)
        await stage.answer(.add([new]))
        _ = await log.outcome
        await stage.answer(.list)
        _ = await refresh.outcome
        #expect(await shown() == ["1 90000 pending", "2 82000 confirmed", "3 83100 confirmed"])
        await stage.answer(.update(edited), refusal: "late")
        _ = await edit.outcome
        #expect(await shown() == ["1 81000 confirmed", "2 82000 confirmed", "3 83100 confirmed"])
        #expect(await core.pending == [])
    }

    @Test(
        "A pending weight can be corrected and deleted immediately, and each response resolves its own change",
        arguments: [nil, "late"])
    func pendingIsChanged(refusal: String?) async throws {
        let stage = StagedConditions()
        let service = EmbeddedWeightService(conditions: stage)
        let core = Core(state: Weights(), dependencies: Dependencies { $0.weights = service })
        let (first, second) = (try record(1, "2026-01-02", "81"), try record(2, "2026-01-03", "82"))
        let corrected = try record(1, "2026-01-02", "80")
        let commands: [any Command<Weights>] = [
            ChangeWeights(.add([first])), ChangeWeights(.add([second])), ChangeWeights(.update(corrected)),
            ChangeWeights(.delete(second)),
        ]
        let handles = commands.map { core.fire(command: $0) }
        let calls: [ServiceCall] = [.add([first]), .add([second]), .update(corrected), .delete(second)]
        for call in calls { await stage.arrived(call) }
        var shown: [[String]] = []
        func look() async { shown.append(await core.state.entries.map { "\($0.id) \($0.weight) \($0.status)" }) }
        await look()
        for (number, call) in calls.enumerated() {
            // The first weight is refused or taken; the second is taken, and its deletion refused or taken.
            await stage.answer(call, refusal: number == 0 || number == 3 ? refusal : nil)
            _ = await handles[number].outcome
            await look()
        }
        let pending = ["1 80.0 kg pending"]
        if refusal == nil {
            #expect(shown == [pending, pending, pending, ["1 80.0 kg confirmed"], ["1 80.0 kg confirmed"]])
        } else {
            // The correction of the refused weight has no weight to change, and is refused, too.
            #expect(shown == [pending, [], [], [], ["2 82.0 kg confirmed"]])
            #expect(
                await core.state.rollbacks.map(\.reason) == ["late", "there is no weight with number 1", "late"])
        }
        #expect(await core.pending == [])
        #expect(try await bookOf(service, stage) == (await core.state.book.records))
    }

    /// The weights of the service.
    private func bookOf(_ service: EmbeddedWeightService, _ stage: StagedConditions) async throws -> [WeightRecord] {
        async let book = service.list()
        await stage.answer(.list)
        return try await book.records
    }

    @Test("Erasing while a weight is pending rolls it back without a message")
    func erasing() async throws {
        let stage = StagedConditions()
        let service = EmbeddedWeightService(conditions: stage)
        let core = Core(
            state: Weights(), dependencies: Dependencies { $0.weights = service }, runtime: Runtime(report: { _ in }))
        let new = try record(1, "2026-01-04", "83")
        let log = core.fire(command: ChangeWeights(.add([new])))
        await stage.arrived(.add([new]))
        let erase = core.fire(command: EraseWeights())
        await stage.answer(.deleteAll)
        _ = await erase.outcome
        await stage.answer(.add([new]), refusal: "late")
        _ = await log.outcome
        await core.settled()
        #expect(await core.state.entries == [])
        #expect(await core.state.rollbacks == [])
        #expect(await core.state.nextID == 1)
    }

    @Test("A number that another weight has, and an unknown number, are refused by the service")
    func numbers() async throws {
        let service = EmbeddedWeightService(try sample())
        let taken = try record(1, "2026-01-09", "81")
        await #expect(throws: ServiceError.numberTaken(1)) { try await service.add([taken]) }
        let absent = try record(9, "2026-01-09", "81")
        await #expect(throws: ServiceError.noSuchRecord(9)) { try await service.update(absent) }
        await #expect(throws: ServiceError.noSuchRecord(9)) { try await service.delete(absent) }
        let same = try record(1, "2026-01-02", "81")
        #expect(try await service.add([same]).changes == [.add([same])])
        #expect(try await service.list().records == sample().records)
    }

    @Test("Versions are in the order in which changes were carried out; a refused change has none")
    func versions() async throws {
        let service = EmbeddedWeightService(try sample())
        let (first, absent) = (try record(1, "2026-01-02", "81"), try record(9, "2026-01-09", "81"))
        #expect(try await service.list().version == 0)
        #expect(try await service.add([try record(3, "2026-01-04", "83")]).version == 1)
        await #expect(throws: ServiceError.noSuchRecord(9)) { try await service.delete(absent) }
        #expect(try await service.delete(first).version == 2)
        #expect(try await service.update(try record(3, "2026-01-04", "84")).version == 3)
        #expect(try await service.deleteAll() == WeightBook(records: [], version: 4))
        #expect(try await service.list() == WeightBook(records: [], version: 4))
        // The owner of the only copy does not need versions, and sends none.
        await service.resume(with: try sample())
        #expect(try await service.delete(first).version == nil)
        #expect(try await service.list().version == nil)
    }
}

private struct Moody: ServiceConditions {
    let refusesChanges: Bool

    func meet(_ call: ServiceCall) throws {
        if refusesChanges, call != .list { throw ServiceError.refused("in a mood") }
    }

    func rounded(_ record: WeightRecord) -> WeightRecord { record }
}

private actor Recorder: Subscriber {
    private(set) var states: [Weights] = []

    func update(with state: Weights) { states.append(state) }
}
