import ReactorState
import Testing

@testable import ReactorStateSupport

@Suite("Ledger resolution")
struct LedgerResolutionTests {
    @Test(
        "Two overlapping predictions that both fail leave what was there, in each order", arguments: [[1, 2], [2, 1]])
    func twoFail(order: [UInt64]) {
        let core = LedgerHarness(Rows())
        core.fire(Added(id: 7, value: 70))
        core.begin(1, Edited(id: 7, value: 71))
        core.begin(2, Edited(id: 7, value: 72))
        #expect(core.visible.values == [72])

        core.rollback(order[0])
        #expect(core.visible.values == [order[0] == 1 ? 72 : 71])
        core.rollback(order[1])
        #expect(core.visible.values == [70])
        #expect(core.base == nil)
    }

    @Test("A rollback keeps every other event that happened since")
    func keepsOthers() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 1, value: 80))
        core.fire(Added(id: 2, value: 81))
        core.rollback(1, with: Failed(id: 1))
        #expect(core.visible == Rows(rows: [.init(id: 2, value: 81)], message: "1 failed"))
    }

    @Test("A commit makes a prediction certain in place, shows nothing new and delivers nothing")
    func commitInPlace() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 1, value: 80))
        core.fire(Edited(id: 1, value: 85))
        let before = core.visible
        #expect(core.commit(1) == .silent)
        #expect(core.visible == before)
        #expect(core.visible.values == [85])
        #expect(core.base == nil)
    }

    @Test("A server that differs from the prediction is shown once, in the place of the prediction")
    func serverDiffers() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 1, value: 80))
        core.append(to: 1, Edited(id: 1, value: 80.1))
        core.fire(Added(id: 2, value: 90))
        let delivered = core.deliveries
        #expect(core.commit(1, with: Saved(id: 1, value: 79.9)) == .notify)
        #expect(core.deliveries == delivered + 1)
        #expect(core.visible.ids == [1, 2])
        #expect(core.visible.values == [79.9, 90])
    }

    @Test("A server that equals the prediction leaves an Equatable selection as it was")
    func serverEquals() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 1, value: 80))
        let selected = core.visible.values
        core.commit(1, with: Saved(id: 1, value: 80))
        #expect(core.visible.values == selected)
    }

    @Test("A second resolution is refused and changes nothing")
    func doubleResolution() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 1, value: 80))
        core.commit(1)
        let before = (core.visible, core.deliveries)
        let refused = LedgerDecision.refused(.alreadyResolved(PredictionID(1)))
        #expect(core.commit(1) == refused)
        #expect(core.commit(1, with: Saved(id: 1, value: 1)) == refused)
        #expect(core.rollback(1, with: Failed(id: 1)) == refused)
        #expect(core.append(to: 1, Edited(id: 1, value: 1)) == refused)
        #expect((core.visible, core.deliveries) == before)
    }

    @Test("Resolving a prediction that never began is refused")
    func neverBegun() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 1, value: 80))
        #expect(core.commit(2) == .refused(.neverBegun(PredictionID(2))))
        #expect(core.begin(1, Added(id: 2, value: 80)) == .refused(.alreadyBegun(PredictionID(1))))
        #expect(core.pending == [1])
        #expect(core.visible.ids == [1])
    }

    @Test("Resolution racing cancellation: what comes first decides, the other is refused")
    func race() {
        let answered = LedgerHarness(Rows())
        answered.begin(1, Added(id: 1, value: 80))
        answered.inOneDrain {
            #expect($0.commit(1, with: Saved(id: 1, value: 80)) == .notify)
            #expect($0.rollback(1, with: Failed(id: 1)) == .refused(.alreadyResolved(PredictionID(1))))
        }
        #expect(answered.visible == Rows(rows: [.init(id: 1, value: 80, isSaved: true)]))

        let cancelled = LedgerHarness(Rows())
        cancelled.begin(1, Added(id: 1, value: 80))
        cancelled.inOneDrain {
            #expect($0.rollback(1, with: Failed(id: 1)) == .notify)
            #expect($0.commit(1, with: Saved(id: 1, value: 80)) == .refused(.alreadyResolved(PredictionID(1))))
        }
        #expect(cancelled.visible == Rows(message: "1 failed"))
    }

    @Test(
        "Quick assignments of one value with shuffled answers always show the last one", arguments: permutations(of: 5))
    func shuffledAnswers(order: [Int]) {
        let core = LedgerHarness(Rows())
        core.fire(Added(id: 0, value: 0))
        for value in 1...5 { core.begin(UInt64(value), Edited(id: 0, value: Double(value))) }
        for answer in order {
            core.commit(UInt64(answer), with: Saved(id: 0, value: Double(answer)))
            #expect(core.visible.values == [5])
        }
        #expect(core.visible == Rows(rows: [.init(id: 0, value: 5, isSaved: true)]))
        #expect(core.ledger.isEmpty)
    }

    @Test("A delete predicted while an edit is pending: each may fail", arguments: [[1, 2], [2, 1]], [true, false])
    func deleteOverEdit(order: [UInt64], editFails: Bool) {
        let core = LedgerHarness(Rows())
        core.fire(Added(id: 7, value: 70))
        core.begin(1, Edited(id: 7, value: 71))
        core.begin(2, Deleted(id: 7))
        #expect(core.visible.ids == [])
        for id in order {
            switch (id, editFails) {
            case (1, true), (2, false): core.rollback(id)
            default: core.commit(id)
            }
        }
        #expect(core.visible.values == (editFails ? [] : [71]))
    }

    @Test("Rollback of the first of two dependent predictions leaves the second without effect")
    func dependent() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 1, value: 80))
        core.begin(2, Edited(id: 1, value: 81))
        core.rollback(1)
        #expect(core.visible == Rows())
        #expect(core.pending == [2])
        core.commit(2)
        #expect(core.visible == Rows())
    }

    @Test("A group that was predicted as one is rolled back as one")
    func groups() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 1, value: 80), Added(id: 2, value: 81))
        core.append(to: 1, Deleted(id: 1), Added(id: 3, value: 82))
        #expect(core.visible.ids == [2, 3])
        core.rollback(1)
        #expect(core.visible == Rows())
    }

    @Test("A prediction without events keeps the place for its answer")
    func withoutEvents() {
        let core = LedgerHarness(Rows())
        #expect(core.begin(1) == .silent)
        core.fire(Edited(id: 1, value: 81))
        core.fire(Added(id: 2, value: 90))
        core.commit(1, with: Added(id: 1, value: 80))
        #expect(core.visible.values == [81, 90])
    }

    @Test("What is fired after a resolution in the same drain stands after it")
    func oneDrain() {
        let core = LedgerHarness(Rows())
        core.begin(1, Added(id: 1, value: 80))
        core.begin(2, Added(id: 2, value: 81))
        core.inOneDrain {
            $0.rollback(1)
            $0.fire(Edited(id: 2, value: 90))
            $0.begin(3, Added(id: 3, value: 82))
            $0.commit(2)
        }
        #expect(core.visible.values == [90, 82])
        #expect(core.base?.values == [90])
    }

    /// Every order of 1 to n.
    private static func permutations(of count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return permutations(of: count - 1).flatMap { shorter in
            (0...shorter.count).map { Array(shorter[..<$0]) + [count] + shorter[$0...] }
        }
    }
}
