import Reactor
import Testing

@testable import WeightLog

@Suite("Weights")
struct WeightsTests {
    private func state(after events: [any Event]) -> Weights {
        var state = Weights()
        for event in events { state.react(to: event) }
        return state
    }

    private func shown(_ state: Weights) -> [String] {
        state.entries.map { "\($0.id) \($0.weight) \($0.status.rawValue)" }
    }

    @Test("A predicted weight shows at once and is pending until it is confirmed as the service keeps it")
    func confirm() throws {
        let predicted = try record(1, "2026-01-02", "81.44")
        var state = state(after: [ChangePredicted(change: Change(id: 1, kind: .add([predicted])))])
        #expect(shown(state) == ["1 81.44 kg pending"])
        state.react(to: ChangeConfirmed(id: 1, saved: .add([try record(1, "2026-01-02", "81.4")])))
        #expect(shown(state) == ["1 81.4 kg confirmed"])
        #expect(state.pending.isEmpty)
    }

    @Test("A withdrawn weight goes alone, with its reason")
    func withdraw() throws {
        let first = Change(id: 1, kind: .add([try record(1, "2026-01-02", "81")]))
        let second = Change(id: 2, kind: .add([try record(2, "2026-01-03", "82")]))
        let state = state(after: [
            ChangePredicted(change: first), ChangePredicted(change: second), ChangeWithdrawn(id: 1, reason: "late"),
        ])
        #expect(shown(state) == ["2 82.0 kg pending"])
        #expect(state.withdrawals == [Withdrawal(change: first, reason: "late")])
    }

    @Test("A withdrawn edit and a withdrawn deletion bring back what was there")
    func withdrawEditAndDeletion() throws {
        let old = try record(1, "2026-01-02", "81")
        let edited = old.corrected(to: try reading("2026-01-02", "85"))
        var state = state(after: [
            RecordsArrived(book: WeightBook(records: [old, try record(2, "2026-01-03", "82")])),
            ChangePredicted(change: Change(id: 7, kind: .update(edited))),
            ChangePredicted(change: Change(id: 8, kind: .delete(2))),
        ])
        #expect(shown(state) == ["1 85.0 kg pending"])
        state.react(to: ChangeWithdrawn(id: 8, reason: ""))
        state.react(to: ChangeWithdrawn(id: 7, reason: ""))
        #expect(shown(state) == ["1 81.0 kg confirmed", "2 82.0 kg confirmed"])
    }

    @Test("A refresh goes under what is pending, which stays on top of it")
    func refresh() throws {
        let mine = try record(2, "2026-01-03", "82")
        var state = state(after: [
            RefreshBegan(), ChangePredicted(change: Change(id: 2, kind: .add([mine]))),
            RecordsArrived(book: WeightBook(records: [try record(1, "2026-01-02", "81")])),
        ])
        #expect(shown(state) == ["1 81.0 kg confirmed", "2 82.0 kg pending"])
        #expect(!state.isRefreshing)
        state.react(to: RecordsArrived(book: WeightBook(records: [mine])))
        #expect(shown(state) == ["2 82.0 kg pending"])
    }

    @Test("A failed refresh keeps what is known")
    func failedRefresh() throws {
        let book = WeightBook(records: [try record(1, "2026-01-02", "81")])
        let state = state(after: [RecordsArrived(book: book), RefreshBegan(), RefreshFailed(reason: "late")])
        #expect(state.confirmed == book)
        #expect(state.refreshes == 1)
        #expect(!state.isRefreshing)
    }

    @Test("A second settlement of a change does nothing")
    func settledTwice() throws {
        let change = Change(id: 1, kind: .add([try record(1, "2026-01-02", "81")]))
        var state = state(after: [ChangePredicted(change: change), ChangeConfirmed(id: 1, saved: change.kind)])
        let settled = state
        state.react(to: ChangeWithdrawn(id: 1, reason: "late"))
        state.react(to: ChangeConfirmed(id: 1, saved: .delete(1)))
        #expect(state == settled)
    }

    @Test("The same change predicted twice is one change")
    func predictedTwice() throws {
        let change = Change(id: 1, kind: .add([try record(1, "2026-01-02", "81")]))
        let state = state(after: [
            ChangePredicted(change: change), ChangePredicted(change: change), ChangeWithdrawn(id: 1, reason: "late"),
        ])
        #expect(state.entries.isEmpty)
    }

    @Test("A reset starts over")
    func reset() throws {
        let book = WeightBook(records: [try record(1, "2026-01-02", "81")])
        #expect(state(after: [RecordsArrived(book: book), Reset<Weights>()]) == Weights())
    }

    @Test("What shows is always the confirmed records with the pending changes carried out in order")
    func model() throws {
        for seed in 0..<400 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            var state = Weights()
            var log: [(id: Int, kind: Change.Kind)] = []
            var certain: [Int: WeightRecord] = [:]
            for step in 1...30 {
                switch random.number(in: 0...4) {
                case 0, 1:
                    let kind = try randomKind(&random)
                    log.append((step, kind))
                    state.react(to: ChangePredicted(change: Change(id: step, kind: kind)))
                case 2 where !log.isEmpty:
                    let settled = log.remove(at: random.number(in: 0...log.count - 1))
                    carryOut(settled.kind, on: &certain)
                    state.react(to: ChangeConfirmed(id: settled.id, saved: settled.kind))
                case 3 where !log.isEmpty:
                    let settled = log.remove(at: random.number(in: 0...log.count - 1))
                    state.react(to: ChangeWithdrawn(id: settled.id, reason: "\(step)"))
                default:
                    certain = [:]
                    for id in 1...random.number(in: 1...4) {
                        certain[id] = WeightRecord(id: id, reading: try randomReading(&random))
                    }
                    state.react(to: RecordsArrived(book: WeightBook(records: Array(certain.values))))
                }
                var visible = certain
                for change in log { carryOut(change.kind, on: &visible) }
                #expect(state.entries.map(\.record) == visible.values.sorted(), "seed \(seed), step \(step)")
            }
        }
    }

    private func randomKind(_ random: inout SeededRandom) throws -> Change.Kind {
        let record = WeightRecord(id: random.number(in: 1...6), reading: try randomReading(&random))
        return switch random.number(in: 0...2) {
        case 0: .add([record])
        case 1: .update(record)
        default: .delete(record.id)
        }
    }

    private func carryOut(_ kind: Change.Kind, on records: inout [Int: WeightRecord]) {
        switch kind {
        case .add(let added): for record in added where records[record.id] == nil { records[record.id] = record }
        case .update(let record): if records[record.id] != nil { records[record.id] = record }
        case .delete(let id): records[id] = nil
        }
    }
}
