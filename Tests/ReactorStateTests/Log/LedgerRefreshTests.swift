import ReactorState
import Testing

@testable import ReactorStateSupport

@Suite("Ledger refresh")
struct LedgerRefreshTests {
    private let server = Received(rows: [.init(id: 5, value: 50, isSaved: true)])

    @Test("A refresh while pending keeps the prediction and shows the refresh")
    func refreshWhilePending() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 1, value: 80))
        #expect(core.place(server) == .notify)
        #expect(core.visible.ids == [5, 1])
        #expect(core.base?.ids == [5])
        core.rollback(1)
        #expect(core.visible.ids == [5])
    }

    @Test("A refresh that already holds what is predicted changes nothing on top of it")
    func idempotent() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 5, value: 50))
        core.place(server)
        #expect(core.visible.ids == [5])
    }

    @Test("Refreshes stand below the predictions in the order in which they came")
    func severalRefreshes() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 1, value: 80))
        core.inOneDrain {
            $0.place(server)
            $0.place(Received(rows: [.init(id: 6, value: 60)]))
        }
        #expect(core.visible.ids == [6, 1])
    }

    @Test("A refresh with nothing pending is an event like any other, and needs no second state")
    func nothingPending() {
        let core = LedgerHarness(Rows())
        #expect(core.place(server) == .notify)
        #expect(core.place() == .silent)
        #expect(core.visible.ids == [5])
        #expect(core.ledger.isEmpty)
        #expect(core.base == nil)
    }

    @Test("How far a read has come stands below its mark, in its order: below the answer and what was predicted since")
    func reports() {
        let core = LedgerHarness(Rows())
        core.mark(1)
        core.begin(1, Added(id: 1, value: 80))
        for id in [7, 8] { #expect(core.report(asOf: 1, Added(id: id, value: 70)) == .notify) }
        #expect(core.report(asOf: 1) == .silent)
        #expect(core.visible.ids == [7, 8, 1])
        core.commit(1)
        core.place(asOf: 1, Added(id: 9, value: 90))
        #expect(core.visible.ids == [7, 8, 9, 1])
        #expect(core.ledger.isEmpty)
    }

    @Test("Without a mark that is held nothing is reported, nor is a Reset")
    func reportsRefused() {
        let core = LedgerHarness(Rows())
        #expect(core.report(asOf: 1, server) == .refused(.neverMarked(MarkID(1))))
        core.mark(1)
        #expect(core.report(asOf: 1, Reset<Rows>()) == .refused(.resetOutOfPlace("Reset<Rows>")))
        core.release(1)
        #expect(core.report(asOf: 1, server) == .refused(.markAlreadyUsed(MarkID(1))))
        #expect(core.visible.ids.isEmpty && core.ledger.isEmpty)
    }

    @Test("What is reported before a Reset is wiped by it, and what comes behind stands above it with the mark")
    func reportsAroundReset() {
        let core = LedgerHarness(Rows())
        core.mark(1)
        core.begin(1, Added(id: 1, value: 10))
        core.report(asOf: 1, Added(id: 7, value: 70))
        core.fire(Reset<Rows>())
        core.begin(2, Added(id: 2, value: 20))
        core.report(asOf: 1, Added(id: 8, value: 80))
        core.place(asOf: 1, Added(id: 9, value: 90))
        #expect(core.visible.ids == [8, 9, 2])
    }

    @Test("A stale read landing after the commit is put below it by its mark")
    func staleWithMark() {
        let core = LedgerHarness(Rows())
        core.mark(1)
        core.begin(1, Added(id: 1, value: 80))
        core.commit(1, with: Saved(id: 1, value: 80))
        #expect(core.place(asOf: 1, server) == .notify)
        #expect(core.visible.ids == [5, 1])
        #expect(core.ledger.isEmpty)
    }

    @Test("A read that began while the prediction was pending goes below it, whether it is committed by then or not")
    func readBeganWhilePending() {
        for commits in [true, false] {
            let core = LedgerHarness(Rows())
            core.begin(1, Added(id: 1, value: 80))
            core.mark(1)
            if commits { core.commit(1) }
            core.place(asOf: 1, server)
            #expect(core.visible.ids == [5, 1], "committed: \(commits)")
        }
    }

    @Test("A stale read landing after the commit without a mark hides what was committed, until the next refresh")
    func staleWithoutMark() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 1, value: 80))
        core.commit(1, with: Saved(id: 1, value: 80))
        core.place(server)
        #expect(core.visible.ids == [5])
    }

    @Test("A mark shows nothing, delivers nothing, and keeps the log until it is used or released")
    func markKeepsTheLog() {
        let core = LedgerHarness(Rows())
        #expect(core.mark(1) == .silent)
        core.fire(Added(id: 1, value: 80))
        #expect(core.base == Rows())
        #expect(core.ledger.marks == [MarkID(1)])
        #expect(core.release(1) == .silent)
        #expect(core.base == nil)
        #expect(core.ledger.isEmpty)
        #expect(core.visible.ids == [1])
    }

    @Test("A mark is used once, and only when it was taken")
    func markOnce() {
        let core = LedgerHarness(Rows())
        core.mark(1)
        #expect(core.mark(1) == .refused(.alreadyMarked(MarkID(1))))
        core.place(asOf: 1, server)
        #expect(core.place(asOf: 1, Received(rows: [])) == .refused(.markAlreadyUsed(MarkID(1))))
        #expect(core.release(1) == .refused(.markAlreadyUsed(MarkID(1))))
        #expect(core.release(2) == .refused(.neverMarked(MarkID(2))))
        #expect(core.visible.ids == [5])
    }

    @Test("A refresh without a mark goes below the predictions, not below marks and what is certain")
    func refreshAndMark() {
        let core = LedgerHarness(Rows())
        core.mark(1)
        core.fire(Added(id: 1, value: 80))
        core.begin(1, Added(id: 2, value: 81))
        core.place(server)
        #expect(core.visible.ids == [5, 2])
        core.place(asOf: 1, Received(rows: [.init(id: 9, value: 90)]))
        #expect(core.visible.ids == [5, 2])
    }
}
