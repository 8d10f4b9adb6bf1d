import Reactor
import ReactorTesting
import Testing

@testable import ReactorStateSupport

@Suite("Predictions on a core")
struct PredictionOrderTests {
    @Test(
        "Two overlapping predictions, each failing, take only themselves back, in each order", arguments: [true, false])
    func overlapping(firstFailsFirst: Bool) async {
        let answers = [Answer(), Answer()]
        let core = Core(state: Notes(), runtime: .testing())
        let first = await core.begin(Noted(1), answers[0]) { _ in [Noted(-1)] }
        let second = await core.begin(Noted(2), answers[1]) { _ in [Noted(-2)] }
        core.fire(event: Noted(3))
        #expect(await core.state.numbers == [1, 2, 3])
        let order = firstFailsFirst ? [0, 1] : [1, 0]
        answers[order[0]].fail(Broken())
        _ = await (firstFailsFirst ? first : second).result
        #expect(await core.state.numbers == (firstFailsFirst ? [2, 3, -1] : [1, 3, -2]))
        answers[order[1]].fail(Broken())
        _ = await (firstFailsFirst ? second : first).result
        #expect(await core.state.numbers == (firstFailsFirst ? [3, -1, -2] : [3, -2, -1]))
        #expect(await core.pending.isEmpty)
    }

    @Test("A refresh while pending keeps the prediction and shows the refresh")
    func refreshWhilePending() async {
        let core = Core(state: Rows(), runtime: .testing())
        core.fire(event: Added(id: 1, value: 80))
        let prediction = core.predict(Added(id: 2, value: 81))
        core.fire(event: Received(rows: [Rows.Row(id: 1, value: 79, isSaved: true)]), .authoritative)
        #expect(await core.state.ids == [1, 2])
        #expect(await core.state.values == [79, 81])
        prediction.rollback()
        #expect(await core.state.values == [79])
    }

    @Test("A stale read that lands after the commit goes below it with a mark, and hides it without one")
    func staleRead() async {
        for hasMark in [true, false] {
            let core = Core(state: Rows(), runtime: .testing())
            let mark = hasMark ? core.mark() : nil
            let prediction = core.predict(Added(id: 1, value: 80))
            prediction.commit(with: [Saved(id: 1, value: 80.4)])
            let stale = Received(rows: [Rows.Row(id: 9, value: 70)])
            core.fire(event: stale, mark.map { .authoritative(asOf: $0) } ?? .authoritative)
            #expect(await core.state.ids == (hasMark ? [9, 1] : [9]))
            #expect(await core.pending.isEmpty)
        }
    }

    @Test("An authoritative event without anything pending is an event like any other")
    func authoritativeAlone() async {
        let core = Core(state: Notes(), runtime: .testing())
        core.fire(event: Noted(1))
        core.fire(event: Noted(2), .authoritative)
        core.fire(event: Noted(3))
        #expect(await core.state.numbers == [1, 2, 3])
        #expect(await core.counts.applied == 3)
        #expect(await core.counts.total == 3)
    }

    @Test("Rolling back the first of two dependent predictions leaves the second without a target, and it does nothing")
    func dependent() async {
        let core = Core(state: Rows(), runtime: .testing())
        let created = core.predict(Added(id: 1, value: 80))
        let edited = core.predict(Edited(id: 1, value: 85))
        #expect(await core.state.values == [85])
        created.rollback()
        #expect(await core.state.values == [])
        edited.commit()
        #expect(await core.state == Rows())
    }

    @Test("Quick assignments of one value show the last one, however the answers are shuffled")
    func quickAssignments() async {
        for seed in 0..<50 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let core = Core(state: Rows(), runtime: .testing())
            core.fire(event: Added(id: 1, value: 0))
            let predictions = (1...8).map { core.predict(Edited(id: 1, value: Double($0))) }
            var kept: [Int] = []
            for index in (0..<8).shuffled(using: &random) {
                if random.chance(30) {
                    predictions[index].rollback()
                } else {
                    kept.append(index + 1)
                    predictions[index].commit(with: [Edited(id: 1, value: Double(index + 1))])
                }
                if random.chance(50) { _ = await core.state }
            }
            #expect(await core.state.values == [Double(kept.max() ?? 0)], "seed \(seed)")
        }
    }

    @Test("A delete predicted while an edit is pending: each can fail without the other")
    func deleteWhileEditing() async {
        let resolutions: [(edit: Resolution, delete: Resolution, values: [Double])] = [
            (.rollback(), .rollback(), [80]), (.commit, .rollback(), [85]), (.rollback(), .commit, []),
            (.commit, .commit, []), (.commit(with: [Edited(id: 1, value: 84)]), .rollback(), [84]),
        ]
        for (index, resolution) in resolutions.enumerated() {
            for editFirst in [true, false] {
                let core = Core(state: Rows(), runtime: .testing())
                core.fire(event: Added(id: 1, value: 80))
                let edit = core.predict(Edited(id: 1, value: 85))
                let delete = core.predict(Deleted(id: 1))
                #expect(await core.state.values == [])
                if editFirst { edit.resolve(resolution.edit) }
                delete.resolve(resolution.delete)
                if !editFirst { edit.resolve(resolution.edit) }
                #expect(await core.state.values == resolution.values, "case \(index), edit first: \(editFirst)")
            }
        }
    }

    @Test("An atomic group fired while something is pending stays one step, above it, and is not rolled back with it")
    func atomicGroups() async {
        let recorder = Recorder<Incomparable<Notes>>()
        let core = Core(state: Notes(), runtime: .testing())
        core.add(subscriber: recorder, selector: { Incomparable($0) }, delivery: .every)
        let prediction = core.predict(Noted(1))
        core.fire(events: [Noted(2), Noted(3)])
        prediction.rollback(with: [Noted(4), Noted(5)])
        await core.settled()
        #expect(recorder.values.map(\.seen.numbers) == [[], [1], [1, 2, 3], [2, 3, 4, 5]])
    }

    @Test("What a prediction appends is rolled back with it, as one")
    func appended() async {
        let core = Core(state: Notes(), runtime: .testing())
        let prediction = core.predict(Noted(1))
        core.fire(event: Noted(2))
        prediction.append([Noted(3), Noted(4)])
        #expect(await core.state.numbers == [1, 2, 3, 4])
        prediction.rollback()
        #expect(await core.state.numbers == [2])
    }

    @Test("Undo aimed at a predicted step that was then rolled back undoes nothing else")
    func undoOfRolledBackStep() async throws {
        let core = Core(state: Editor(), runtime: .testing())
        core.fire(event: Typed(text: "a"))
        let prediction = core.predict(Typed(text: "b"))
        let undo = try #require(await core.state.prose.undoEvent)
        prediction.rollback()
        core.fire(event: undo)
        #expect(await core.state.prose.document.text == "a")
    }

    @Test("Ten thousand pending predictions, resolved in random order, leave what was committed")
    func tenThousand() async {
        var random = SeededRandom(seed: 10_000)
        let core = Core(state: Board(), runtime: .testing())
        let predictions = (0..<10_000).map { core.predict(Move.blend(UInt8($0 % 4), UInt8($0 % 251))) }
        #expect(await core.pending.count == 10_000)
        let committed = (0..<10_000).map { _ in random.chance(50) }
        await core.read { _ in
            // While the core reads it applies nothing, so that all resolutions share a drain, and a refold.
            var order = SeededRandom(seed: 1)
            for index in (0..<10_000).shuffled(using: &order) {
                if committed[index] { predictions[index].commit() } else { predictions[index].rollback() }
            }
        }
        var expected = Board()
        for index in 0..<10_000 where committed[index] {
            expected.apply(.blend(UInt8(index % 4), UInt8(index % 251)))
        }
        #expect(await core.state == expected)
        #expect(await core.pending.isEmpty)
    }
}

/// A document whose steps can be undone.
private struct Editor: State {
    var prose = Undoable(Plain())

    mutating func react(to event: any Event) { prose.react(to: event) }
}
