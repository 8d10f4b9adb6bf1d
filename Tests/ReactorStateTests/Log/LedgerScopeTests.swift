import ReactorState
import Testing

@testable import ReactorStateSupport

@Suite("Ledger scopes and resets")
struct LedgerScopeTests {
    @Test("A Reset of the scope rolls back what is pending in it, and its late answer is refused")
    func resetOfScope() {
        let core = LedgerHarness(Rows())
        core.begin(1, owner: Rows.self, Added(id: 1, value: 80))
        core.begin(2, Added(id: 2, value: 81))
        core.begin(3, owner: Rows.self, Added(id: 3, value: 82))
        let delivered = core.deliveries
        #expect(core.reset(Rows.self) == [1, 3])
        #expect(core.deliveries == delivered + 1)
        #expect(core.visible == Rows())
        #expect(core.pending == [2])
        #expect(core.commit(1, with: Saved(id: 1, value: 80)) == .refused(.alreadyResolved(PredictionID(1))))
        #expect(core.visible == Rows())
    }

    @Test("A Reset of another scope rolls back nothing")
    func otherScope() {
        let core = LedgerHarness(Rows())
        core.begin(1, owner: Rows.self, Added(id: 1, value: 80))
        #expect(core.reset(Board.self) == [])
        #expect(core.visible.ids == [1])
    }

    @Test("What a read brings that began before a Reset stands above the Reset")
    func markBeforeReset() {
        let core = LedgerHarness(Rows())
        core.mark(1)
        _ = core.reset(Rows.self)
        core.place(asOf: 1, Received(rows: [.init(id: 5, value: 50)]))
        #expect(core.visible.ids == [5])
    }

    @Test("A Reset cannot be predicted, nor stand below the end of the log")
    func resetOutOfPlace() {
        let core = LedgerHarness(Rows())
        core.fire(Added(id: 1, value: 80))
        let refused = LedgerDecision.refused(.resetOutOfPlace("Reset<Rows>"))
        #expect(core.place(Reset<Rows>()) == refused)
        #expect(core.begin(1, Reset<Rows>()) == refused)
        #expect(core.ledger.isEmpty)
        core.begin(1, Edited(id: 1, value: 81))
        core.mark(1)
        #expect(core.append(to: 1, Edited(id: 1, value: 82), Reset<Rows>()) == refused)
        #expect(core.commit(1, with: Reset<Rows>()) == refused)
        #expect(core.place(Reset<Rows>()) == refused)
        #expect(core.place(asOf: 1, Reset<Rows>()) == refused)
        #expect(core.pending == [1])
        #expect(core.ledger.marks == [MarkID(1)])
        #expect(core.visible.values == [81])
    }

    @Test("Undo aimed at a step that was then rolled back undoes nothing else")
    func undo() {
        let core = LedgerHarness(Steps())
        core.fire(Stepped(step: 1, value: 10))
        core.begin(1, Stepped(step: 2, value: 20))
        core.fire(StepUndone(step: 2))
        #expect(core.visible.value == 10)
        core.rollback(1)
        #expect(core.visible.value == 10)
        #expect(core.visible.done.map(\.step) == [1])
    }

    @Test("What is pending is found by id and by what it is about")
    func lookups() {
        let row = LedgerEntity(1)
        let core = LedgerHarness(Rows())
        core.begin(1, about: [row], Added(id: 1, value: 80))
        core.begin(2, about: [row, LedgerEntity(2)], Edited(id: 1, value: 81))
        #expect(core.ledger.pending(PredictionID(2))?.entities == [row, LedgerEntity(2)])
        #expect(core.ledger.pending(about: row).map(\.id) == [PredictionID(1), PredictionID(2)])
        #expect(!core.ledger.isPending(LedgerEntity("1")))
        #expect(!core.ledger.isPending(LedgerEntity(UInt8(1))))
        core.commit(2)
        #expect(core.ledger.isPending(row))
        #expect(!core.ledger.isPending(LedgerEntity(2)))
        #expect(core.ledger.pending(PredictionID(2)) == nil)
        core.rollback(1)
        #expect(!core.ledger.isPending(row))
        #expect(core.ledger.pending(about: row).isEmpty)
    }
}

/// A value whose changes can be undone by the id of the step, as long as it is the last one.
struct Steps: State {
    var value = 0
    var done: [(step: Int, before: Int)] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as Stepped:
            done.append((event.step, value))
            value = event.value
        case let event as StepUndone:
            guard let last = done.last, last.step == event.step else { return }
            value = last.before
            done.removeLast()
        default: break
        }
    }
}

struct Stepped: Event {
    var step: Int
    var value: Int
}

struct StepUndone: Event { var step: Int }
