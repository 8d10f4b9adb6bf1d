import Reactor
import ReactorTestSupport
import Testing

@Suite("Lifetimes of predictions and marks")
struct PredictionLifetimeTests {
    private let executor = StepExecutor()
    private let reports = Reports()

    private func makeCore() -> Core<Notes> {
        Core(state: Notes(), runtime: executor.runtime { [reports] in reports.add($0) })
    }

    private func numbers(_ core: Core<Notes>) -> [Int]? { executor.run { await core.state.numbers } }
    private func pending(_ core: Core<Notes>) -> Int? { executor.run { await core.pending.count } }

    @Test("A prediction that is released unresolved is rolled back, and reported with its place")
    func released() {
        let core = makeCore()
        var prediction: Prediction? = core.predict(Noted(1))
        let line = #line - 1
        core.fire(event: Noted(2))
        #expect(numbers(core) == [1, 2])
        #expect(prediction != nil)
        prediction = nil
        #expect(numbers(core) == [2])
        #expect(pending(core) == 0)
        #expect(
            reports.sentences == [
                "prediction 1, created at \(#fileID):\(line), was released before it was resolved, so it is rolled back. "
                    + "Keep the Prediction until you call commit or rollback, or use "
                    + "optimistically(_:perform:onFailure:), which always resolves it."
            ])
    }

    @Test("Commands and child states that start or end right after a rollback see the state without the prediction")
    func freshStates() {
        let core = makeCore()
        let comes = Recorder<Notes>()
        let goes = Recorder<Notes>()
        let seen = Locked<[Int]?>(nil)
        core.add(subscriber: goes)
        let prediction = core.predict(Noted(1))
        core.fire(event: Noted(2))
        #expect(numbers(core) == [1, 2])
        // The ledger is not changed until its drain ends: all of this is one drain.
        prediction.rollback()
        core.fire(command: Errand { state, _ in seen.withLock { $0 = state.numbers } })
        core.add(subscriber: comes, delivery: .latest)
        core.remove(subscriber: goes)
        executor.run()
        #expect(seen.copy == [2])
        #expect(comes.values.map(\.numbers) == [[2]])
        #expect(goes.values.last?.numbers == [2])
    }

    @Test("A core with pending predictions is released, and their resolutions have no effect")
    func coreReleased() {
        weak var gone: Core<Notes>?
        weak var sentinel: Sentinel?
        let prediction: Prediction
        let mark: Mark
        do {
            let held = Sentinel()
            sentinel = held
            let core = makeCore()
            gone = core
            prediction = core.predict(Keeping(held: held))
            mark = core.mark()
            executor.run()
        }
        executor.run()
        #expect(gone == nil)
        #expect(sentinel == nil)
        prediction.append([Noted(1)])
        prediction.commit(with: [Noted(2)])
        mark.release()
        executor.run()
        #expect(reports.all.isEmpty)
    }

    @Test("A resolved prediction retains no event, and neither does one that was rolled back")
    func forgotten() {
        weak var committed: Sentinel?
        weak var rolledBack: Sentinel?
        let core = makeCore()
        do {
            let first = Sentinel()
            let second = Sentinel()
            committed = first
            rolledBack = second
            core.predict(Keeping(held: first)).commit()
            core.predict(Keeping(held: second)).rollback()
        }
        #expect(pending(core) == 0)
        #expect(committed == nil)
        #expect(rolledBack == nil)
    }

    @Test("A mark that is released unused is discarded: the log is not retained, and a later use is reported")
    func markReleased() {
        weak var kept: Sentinel?
        let core = makeCore()
        var mark: Mark? = core.mark()
        do {
            let sentinel = Sentinel()
            kept = sentinel
            core.fire(event: Keeping(held: sentinel))
        }
        executor.run()
        #expect(kept != nil)
        #expect(mark != nil)
        mark = nil
        executor.run()
        #expect(kept == nil)
        let used = core.mark()
        core.fire(event: Noted(1), .authoritative(asOf: used))
        core.fire(event: Noted(2), .authoritative(asOf: used))
        let line = #line - 1
        used.release()
        #expect(numbers(core) == [1])
        #expect(
            reports.sentences.first
                == "mark 2, a read, already has its response, so these events are refused. "
                + "Call beginRead() for each response. "
                + "Called at \(#fileID):\(line).")
        #expect(reports.refusals.map(\.reason) == [.ledger])
    }

    @Test("A core that is closed with pending predictions refuses new ones, and receives the ends of the old ones")
    func closed() {
        let core = makeCore()
        let commits = core.predict(Noted(1))
        let fails = core.predict(Noted(2))
        let appends = core.predict(Noted(3))
        let mark = core.mark()
        executor.start { await core.close() }
        executor.run()
        #expect(numbers(core) == [1, 2, 3])
        let late = core.predict(Noted(4))
        appends.append([Noted(5)])
        core.fire(event: Noted(6), .authoritative(asOf: mark))
        #expect(numbers(core) == [1, 2, 3])
        commits.commit(with: [Noted(7)])
        fails.rollback(with: [Noted(8)])
        late.commit(with: [Noted(9)])
        appends.commit()
        #expect(numbers(core) == [7, 3, 8])
        #expect(pending(core) == 0)
        #expect(reports.refusals.map(\.reason) == [.closed, .ledger])
    }

    @Test(
        "Closing a core ends the closures of its commands, and their predictions with them, before the last state is delivered"
    )
    func closingEndsClosures() {
        let core = makeCore()
        let recorder = Recorder<Incomparable<[Int]>>()
        core.add(subscriber: recorder, selector: { Incomparable($0.numbers) }, delivery: .every)
        core.perform { core in
            try await core.optimistically(Noted(1)) { _ in
                try await core.forever()
                return .commit
            } onFailure: { _ in
                [Noted(2)]
            }
        }
        executor.run()
        #expect(numbers(core) == [1])
        executor.start { await core.close() }
        executor.run()
        #expect(numbers(core) == [2])
        #expect(recorder.values.last?.seen == [2])
        #expect(reports.all.isEmpty)
    }
}

/// An event that retains an object for its own lifetime.
private struct Keeping: Event { let held: Sentinel }

extension Core<Notes> {
    /// Waits for a response that never arrives, until the task is canceled.
    fileprivate nonisolated func forever() async throws {
        for await _ in AsyncStream<Never>.makeStream().stream {}
        try Task.checkCancellation()
    }
}
