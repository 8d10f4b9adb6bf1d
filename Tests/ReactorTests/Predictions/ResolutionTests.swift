import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorStateSupport

@Suite("Resolving a prediction")
struct ResolutionTests {
    @Test(
        "When the server differs from the prediction it is shown once, and when it equals it an Equatable selection is not"
    )
    func deliveries() async {
        for (answer, equatableDeliveries) in [(80.4, [[], [80], [80.4]]), (80, [[], [80]])] {
            let values = Recorder<[Double]>()
            let looks = Recorder<Incomparable<[Double]>>()
            let core = Core(state: Rows(), runtime: .testing())
            core.add(subscriber: values, selecting: \.values)
            core.add(subscriber: looks, selector: { Incomparable($0.values) })
            await core.settled()
            let prediction = core.predict(Added(id: 1, value: 80))
            await core.settled()
            prediction.commit(with: [Added(id: 1, value: answer)])
            await core.settled()
            #expect(values.values == equatableDeliveries)
            #expect(looks.values.map(\.seen) == [[], [80], [answer]])
        }
    }

    @Test("A commit as predicted notifies nobody")
    func silentCommit() async {
        let looks = Recorder<Incomparable<[Int]>>()
        let newest = Recorder<Incomparable<[Int]>>()
        let core = Core(state: Notes(), runtime: .testing())
        core.add(subscriber: looks, selector: { Incomparable($0.numbers) }, delivery: .every)
        core.add(subscriber: newest, selector: { Incomparable($0.numbers) })
        await core.settled()
        let prediction = core.predict(Noted(1))
        await core.settled()
        prediction.commit()
        await core.settled()
        #expect(looks.values.map(\.seen) == [[], [1]])
        #expect(newest.values.map(\.seen) == [[], [1]])
        #expect(await core.pending == [])
    }

    @Test("A rollback and its events are one step for subscribers")
    func rollbackIsOneStep() async {
        let looks = Recorder<Incomparable<[Int]>>()
        let core = Core(state: Notes(), runtime: .testing())
        core.add(subscriber: looks, selector: { Incomparable($0.numbers) }, delivery: .every)
        let prediction = core.predict(Noted(1))
        prediction.rollback(with: [Noted(-1), Noted(-2)])
        await core.settled()
        #expect(looks.values.map(\.seen) == [[], [1], [-1, -2]])
    }

    @Test("A second resolution is refused, reported with its place, and what it brings is counted as refused")
    func double() async {
        let reports = Reports()
        let core = Core(state: Notes(), runtime: .testing(reports))
        let prediction = core.predict(Noted(1))
        prediction.commit(with: [Noted(2)])
        prediction.rollback(with: [Noted(3)])
        let line = #line - 1
        #expect(await core.state.numbers == [2])
        #expect(
            reports.sentences.contains(
                "prediction 1 was resolved before, and this resolution is refused. Resolve each prediction once. "
                    + "Called at \(#fileID):\(line)."))
        #expect(reports.refusals.map(\.type) == ["Noted"])
        #expect(await core.counts.refusedByLedger == 1)
        #expect(await core.counts.total == 3)
        #expect(core.prediction(prediction.id) == nil)
    }

    @Test("A closure that throws rolls back, fires what onFailure makes of the error, and throws it on")
    func throwing() async {
        let core = Core(state: Notes(), runtime: .testing())
        await #expect(throws: Broken(number: 7)) {
            try await core.optimistically(Noted(1)) { _ in
                throw Broken(number: 7)
            } onFailure: { error in
                [Noted((error as? Broken)?.number ?? 0)]
            }
        }
        #expect(await core.state.numbers == [7])
        #expect(await core.pending == [])
    }

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
        "A closure that leaves without having resolved by itself is resolved by what it returns; one that has is reported"
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

    @Test("Cancellation rolls back, and onFailure is given a CancellationError whatever the closure throws")
    func cancelled() async {
        let core = Core(state: Notes(), runtime: .testing())
        let answer = Answer()
        let task = await core.begin(Noted(1), answer) { [Noted($0 is CancellationError ? 2 : 3)] }
        task.cancel()
        answer.fail(Broken())
        await #expect(throws: Broken()) { try await task.value }
        #expect(await core.state.numbers == [2])
    }

    @Test("What a closure returns after its task was cancelled resolves all the same: the server has answered")
    func answeredAfterCancellation() async {
        let core = Core(state: Notes(), runtime: .testing())
        let answer = Answer()
        let handle = core.perform { core in
            try await core.optimistically(Noted(1)) { _ in try await answer.wait() }
        }
        await answer.arrived()
        handle.cancel()
        #expect(await handle.end == "cancelled")
        #expect(await core.state.numbers == [1])
        answer.give(.commit(with: [Noted(2)]))
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
            #expect(await core.counts.refusedByLedger == 1, "round \(round)")
        }
    }

    @Test("A resolution racing the cancellation of its command: the prediction is resolved once, whoever is first")
    func racingCancellation() async {
        for round in 0..<Loops.rounds(of: 2_000) {
            let reports = Reports()
            let core = Core(state: Notes(), runtime: .testing(reports))
            let answer = Answer()
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
                if thread == 0 { handle.cancel() } else { answer.give(.commit(with: [Noted(2)])) }
            }
            await core.close()
            let numbers = await core.state.numbers
            #expect(numbers == [2] || numbers == [3], "round \(round)")
            #expect(await core.pending == [], "round \(round)")
            #expect(reports.all.isEmpty, "round \(round)")
        }
    }

    @Test("A resolution inside a subscriber's update takes its place behind what was fired")
    func insideSubscriber() async {
        let core = Core(state: Notes(), runtime: .testing())
        let prediction = core.predict(Noted(1))
        let isResolved = Gate(isOpen: true)
        let subscription = core.subscribe(to: \.numbers) { numbers in
            guard numbers == [1, 2] else { return }
            prediction.commit(with: [Noted(3)])
            isResolved.arrive()
        }
        core.fire(event: Noted(2))
        await isResolved.arrived()
        #expect(await core.state.numbers == [3, 2])
        subscription.cancel()
    }

    @Test("A resolution from a completion handler on another thread")
    func completionHandler() async {
        let core = Core(state: Notes(), runtime: .testing())
        let prediction = core.predict(Noted(1))
        core.fire(event: Noted(2))
        await onThreads(1) { _ in prediction.commit(with: [Noted(3)]) }
        #expect(await core.state.numbers == [3, 2])
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
        first.commit()
        #expect(core.prediction(first.id) == nil)
        #expect(await core.isPending(about: "seven") == false)
        #expect(await core.isPending(about: 7))
        second.rollback()
        #expect(await core.isPending(about: 7) == false)
    }
}
