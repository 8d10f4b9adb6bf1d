import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Resolving a prediction")
struct ResolutionTests {
    @Test("A closure that returns a rollback rolls back, without onFailure and without an error")
    func returningRollback() async throws {
        let core = Core(state: Notes(), runtime: .testing())
        try await core.optimistically(Noted(1)) { _ in
            .rollback(with: [Noted(2)])
        } onFailure: { _ in
            [Noted(3)]
        }
        #expect(await core.state.numbers == [2])
    }

    @Test(
        "A closure that ends without resolving is resolved by its result; one that has resolved is reported"
    )
    func leaving() async throws {
        let reports = Reports()
        let core = Core(state: Notes(), runtime: .testing(reports))
        try await core.optimistically(Noted(1)) { _ in .commit }
        #expect(await core.pending == [])
        #expect(reports.all.isEmpty)
        try await core.optimistically(Noted(2)) { prediction in
            prediction.rollback()
            return .commit
        }
        #expect(await core.state.numbers == [1])
        #expect(reports.all.count == 1)
    }

    @Test("Cancellation rolls back, and onFailure receives a CancellationError whatever the closure throws")
    func cancelled() async {
        let core = Core(state: Notes(), runtime: .testing())
        let answer = TestGate<Resolution>()
        let task = Task {
            try await core.optimistically(Noted(1)) { _ in
                try await answer.wait()
            } onFailure: { error in
                [Noted(error is CancellationError ? 2 : 3)]
            }
        }
        await answer.arrived()
        task.cancel()
        answer.fail(with: Broken())
        await #expect(throws: Broken()) { try await task.value }
        #expect(await core.state.numbers == [2])
    }

    @Test("The events that a closure returns after its task was canceled still resolve: the server has responded")
    func answeredAfterCancellation() async {
        let core = Core(state: Notes(), runtime: .testing())
        let answer = TestGate<Resolution>()
        let handle = core.perform { core in
            try await core.optimistically(Noted(1)) { _ in try await answer.wait() }
        }
        await answer.arrived()
        handle.cancel()
        #expect(await handle.end == "cancelled")
        #expect(await core.state.numbers == [1])
        answer.open(with: .commit(with: [Noted(2)]))
        await core.close()
        #expect(await core.state.numbers == [2])
        #expect(await core.pending == [])
    }

    @Test("A resolution racing another: one is done, the other is reported, and the state is that of the first")
    func racing() async {
        for round in 0..<Loops.rounds(of: 2_000) {
            let reports = Reports()
            let core = Core(state: Notes(), runtime: .testing(reports))
            let prediction = core.predict(Noted(1))
            await onThreads(2) { thread in
                if thread == 0 { prediction.commit(with: [Noted(2)]) } else { prediction.rollback(with: [Noted(3)]) }
            }
            let numbers = await core.state.numbers
            #expect(numbers == [2] || numbers == [3], "round \(round)")
            #expect(reports.all.count { if case .ledgerRefused = $0 { true } else { false } } == 1, "round \(round)")
            #expect(await core.counts.refused(.ledger) == 1, "round \(round)")
        }
    }

    @Test("If a resolution races with the cancellation of its command, the prediction is resolved once")
    func racingCancellation() async {
        for round in 0..<Loops.rounds(of: 2_000) {
            let reports = Reports()
            let core = Core(state: Notes(), runtime: .testing(reports))
            let answer = TestGate<Resolution>()
            let handle = core.perform { core in
                try await core.optimistically(Noted(1)) { _ in
                    let resolution = try await answer.wait()
                    try Task.checkCancellation()
                    return resolution
                } onFailure: { _ in
                    [Noted(3)]
                }
            }
            await answer.arrived()
            await onThreads(2) { thread in
                if thread == 0 { handle.cancel() } else { answer.open(with: .commit(with: [Noted(2)])) }
            }
            await core.close()
            let numbers = await core.state.numbers
            #expect(numbers == [2] || numbers == [3], "round \(round)")
            #expect(await core.pending == [], "round \(round)")
            #expect(reports.all.isEmpty, "round \(round)")
        }
    }

    @Test("A pending prediction is found by its id, and no longer when it was resolved or released")
    func found() async {
        let core = Core(state: Notes(), runtime: .testing())
        let first = core.predict(Noted(1), about: [7, "seven"])
        let second = core.predict(Noted(2), about: [7])
        #expect(core.prediction(first.id) === first)
        #expect(await core.pending == [first.id, second.id])
        #expect(await core.isPending(about: "seven"))
        #expect(await core.isPending(about: 8) == false)
        #expect(await core.isPending(about: "7") == false)
        #expect(await core.isPending(about: UInt8(7)) == false, "an id of another type is another id")
        first.commit()
        #expect(core.prediction(first.id) == nil)
        #expect(await core.isPending(about: "seven") == false)
        #expect(await core.isPending(about: 7))
        second.rollback()
        #expect(await core.isPending(about: 7) == false)
    }
}
