import Reactor
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

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

    @Test("A change on top of a refresh that already contains it is not applied twice")
    func idempotent() throws {
        let mine = try record(2, "2026-01-03", "82")
        let kept = WeightBook(records: [try record(2, "2026-01-03", "82.1")])
        for change in [Change.add([mine]), .delete(mine), .update(mine)] {
            let once = state(after: [RecordsArrived(book: kept), ChangePredicted(change: change)])
            let twice = state(after: [
                RecordsArrived(book: kept), ChangeConfirmed(saved: change), ChangePredicted(change: change),
            ])
            #expect(once.book == twice.book)
        }
    }

    @Test("An edit and a deletion of a missing weight do nothing")
    func absent() throws {
        let absent = try record(9, "2026-01-03", "82")
        #expect(state(after: [ChangeConfirmed(saved: .update(absent))]).book == WeightBook())
        #expect(state(after: [ChangeConfirmed(saved: .delete(absent))]).book == WeightBook())
    }

    @Test("A failed refresh preserves the weights and shows the reason, until the next one arrives")
    func failedRefresh() throws {
        let book = WeightBook(records: [try record(1, "2026-01-02", "81")])
        var state = state(after: [RecordsArrived(book: book), RefreshFailed(reason: "late")])
        #expect(state.book == book)
        #expect(state.refreshes == 1)
        #expect(state.refreshFailure == "late")
        state.react(to: RecordsArrived(book: book))
        #expect(state.refreshFailure == nil)
        #expect(state.refreshedCount == 1)
    }

    @Test("An older response, a late push and an earlier refresh change nothing, and deleted weights stay deleted")
    func versions() throws {
        let (old, new) = (try record(1, "2026-01-02", "81"), try record(1, "2026-01-02", "79"))
        let gone = try record(2, "2026-01-03", "82")
        var state = state(after: [
            RecordsArrived(book: WeightBook(records: [old, gone], version: 3)),
            ChangeArrived(change: .update(new), version: 5), ChangeArrived(change: .delete(gone), version: 6),
        ])
        let known = shown(state)
        #expect(known == ["1 79.0 kg confirmed"])
        state.react(to: ChangeConfirmed(saved: .update(old), version: 4))
        state.react(to: ChangeArrived(change: .update(gone), version: 5))
        state.react(to: RecordsArrived(book: WeightBook(records: [old, gone], version: 4)))
        #expect(shown(state) == known)
        #expect(state.book.version == 6)
        #expect(state.nextID == 3)
        // A service without versions takes precedence.
        state.react(to: RecordsArrived(book: WeightBook(records: [gone])))
        #expect(shown(state) == ["2 82.0 kg confirmed"])
        #expect(state.book.version == nil)
    }

    @Test("The steps of an action are undone as one, and a row that others changed since then is unchanged")
    func deeds() throws {
        let rows = try (1...3).map { try record($0, "2026-01-0\($0)", "8\($0)") }
        let others = try record(1, "2026-01-01", "79")
        let edited = try record(1, "2026-01-01", "80")
        var state = state(after: [
            RecordsArrived(book: WeightBook(records: [edited, rows[1], rows[2]])),
            DeedDone(words: "edited", rows: [ChangedRow(before: rows[0], after: edited)]),
            DeedDone(words: "imported", rows: [ChangedRow(before: nil, after: rows[1])]),
            DeedDone(words: nil, rows: [ChangedRow(before: nil, after: rows[2])]),
        ])
        let imported = try #require(state.next(.undo))
        #expect(imported.deed.words == "imported" && imported.changes == [.delete(rows[2]), .delete(rows[1])])
        state.react(to: imported.event)
        #expect(state.next(.undo)?.changes == [.update(rows[0])])
        state.react(to: ChangeConfirmed(saved: .update(others)))
        #expect(state.next(.undo)?.changes == [])
        for row in rows[1...] { state.react(to: ChangeConfirmed(saved: .delete(row))) }
        #expect(state.next(.redo)?.changes == [.add(Array(rows[1...]))])
        state.react(to: Reset<Weights>())
        #expect(state.next(.undo)?.deed.words == "edited")
    }

    @Test("A reset starts from scratch")
    func reset() throws {
        let book = WeightBook(records: [try record(1, "2026-01-02", "81")])
        #expect(state(after: [RecordsArrived(book: book), Reset<Weights>()]) == Weights())
    }
}
