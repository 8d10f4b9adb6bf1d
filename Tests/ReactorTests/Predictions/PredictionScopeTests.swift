import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Predictions, owners and late events")
struct PredictionScopeTests {
    let reports = Reports()
    let core: Core<Notes>

    init() { core = Core(state: Notes(), runtime: .testing(reports)) }

    @Test("A Reset of the scope rolls back pending predictions, and a late response is refused without a report")
    func lateAnswer() async {
        let commits = core.predict(Noted(1), owner: Notes.self)
        let fails = core.predict(Noted(2), owner: Notes.self)
        let other = core.predict(Noted(3), owner: Screen.self)
        core.fire(event: Reset<Notes>())
        core.fire(event: Noted(4))
        #expect(await core.state.numbers == [4])
        #expect(await core.pending == [other.id])
        commits.commit(with: [Noted(5)])
        fails.append([Noted(6)])
        fails.rollback(with: [Noted(7)])
        #expect(await core.state.numbers == [4])
        #expect(reports.all.count == 3)
        #expect(reports.refusals.map(\.reason) == [.ledger, .ledger, .ledger])
        #expect(await core.counts.refused(.ledger) == 3)
        other.commit()
    }

    @Test("The first resolution after a Reset is not reported; a second one is reported as usual")
    func lateTwice() async {
        let prediction = core.predict(Noted(1), owner: Notes.self)
        core.fire(event: Reset<Notes>())
        prediction.commit()
        await core.settled()
        #expect(reports.all.isEmpty)
        prediction.commit()
        await core.settled()
        #expect(reports.sentences.count == 1 && reports.sentences[0].contains("prediction 1"))
    }

    @Test("Events that a canceled command appends to its prediction are refused like the events that it fires")
    func appendIsLate() async {
        let (gate, appended) = (TestGate<Void>(), TestGate(isOpen: true))
        let handle = core.perform { core in
            let prediction = core.predict(Noted(1))
            try? await gate.wait()
            prediction.append([Noted(2), Noted(3)])
            prediction.commit(with: [Noted(10)])
            appended.arrive()
        }
        await gate.arrived()
        handle.cancel()
        _ = await handle.outcome
        gate.open()
        await appended.arrived()
        #expect(await core.state.numbers == [10])
        #expect(reports.refusals.map(\.reason) == [.late, .late])
        #expect(reports.refusals.allSatisfy { $0.cause?.command.contains("PredictionScopeTests") == true })
    }

    @Test("A named scope takes precedence over that of the command")
    func named() async {
        let held = Locked<Prediction?>(nil)
        let handle = core.perform(options: CommandOptions(owner: Screen.self)) { core in
            held.withLock { $0 = core.predict(Noted(1), owner: Notes.self) }
        }
        _ = await handle.outcome
        core.fire(event: Reset<Screen>())
        #expect(await core.pending.count == 1)
        core.fire(event: Reset<Notes>())
        #expect(await core.pending.isEmpty)
    }

    @Test("Predictions of a canceled command are refused, and so is its response")
    func predictedAfterCancellation() async {
        let gate = TestGate<Void>()
        let handle = core.perform { core in
            try? await gate.wait()
            try await core.optimistically(Noted(1)) { _ in .commit(with: [Noted(2)]) }
        }
        await gate.arrived()
        handle.cancel()
        _ = await handle.outcome
        gate.open()
        await reports.reached(2)
        #expect(await core.state.numbers == [])
        #expect(await core.counts.refused(.late) == 1)
        #expect(await core.counts.refused(.ledger) == 1)
    }

    @Test("Authoritative events of a command are refused after the reset of its scope, and its mark is released")
    func authoritativeIsLate() async throws {
        let facade = Locked<Core<Notes>?>(nil)
        let handle = core.perform(options: CommandOptions(owner: Screen.self)) { core in facade.withLock { $0 = core } }
        _ = await handle.outcome
        let late = try #require(facade.copy)
        facade.withLock { $0 = nil }
        let mark = late.mark()
        core.fire(event: Reset<Screen>())
        late.fire(event: Noted(1), .authoritative(asOf: mark))
        #expect(await core.state.numbers == [])
        #expect(await core.counts.refused(.late) == 1)
    }

    @Test("A rollback may bring a Reset, also of the prediction's own scope")
    func rollbackWithReset() async {
        core.fire(event: Noted(1))
        let prediction = core.predict(Noted(2), owner: Notes.self)
        let other = core.predict(Noted(3), owner: Notes.self)
        prediction.rollback(with: [Noted(4), Reset<Notes>(), Noted(5)])
        #expect(await core.state.numbers == [5])
        #expect(await core.pending == [])
        #expect(reports.all.isEmpty)
        other.rollback()
        await core.settled()
        #expect(reports.all.isEmpty)
    }

    @Test("A rollback that brings a Reset is one step, with the ends of the commands that the Reset cancels")
    func rollbackWithResetIsOneStep() async {
        let recorder = Recorder<Incomparable<Notes>>()
        let gate = TestGate<Void>()
        core.fire(command: NoteAfter(gate, 9), options: CommandOptions(id: "note", owner: Screen.self))
        await gate.arrived()
        let prediction = core.predict(Noted(1))
        core.add(subscriber: recorder, selector: { Incomparable($0) }, delivery: .every)
        prediction.rollback(with: [Noted(2), Reset<Screen>(), Noted(3)])
        await core.settled()
        #expect(recorder.values.map(\.seen.numbers) == [[1], [2, 3]])
        #expect(recorder.values.last?.seen.ends == ["note cancelled"])
        gate.open()
    }

    @Test("A Reset cannot be predicted, appended, committed with or placed: it is refused, and reported once")
    func resets() async {
        core.fire(event: Noted(1))
        core.predict(Reset<Notes>()).rollback()
        let appended = core.predict(Noted(2))
        appended.append([Noted(3), Reset<Notes>()])
        let committed = core.predict(Noted(4))
        committed.commit(with: [Reset<Notes>(), Noted(5)])
        core.fire(event: Reset<Notes>(), .authoritative)
        #expect(await core.state.numbers == [1])
        #expect(await core.pending == [])
        #expect(
            reports.all.count { if case .resetPredicted("Reset<Notes>") = $0 { true } else { false } } == 1)
        appended.commit()
        await core.settled()
        // Of the nine events that were fired, every one has its end.
        #expect(await core.counts.total == 9)
        #expect(await core.counts.applied == 3)
    }
}
