import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// Reads that are under way at once, counted in calls of `react`.
@Suite("Many marks at once")
struct ManyMarksTests {
    @Test("Answers in the order of their marks cost a fold each, though a reaction looks", arguments: [250, 1_000])
    func inOrder(count: Int) async {
        let work = Work()
        let core = makeCore(work)
        let marks = (0..<count).map { _ in core.mark() }
        await core.settled()
        for (number, mark) in marks.enumerated() {
            core.fire(event: Answered(number: number), .authoritative(asOf: mark))
            await core.settled()
        }
        #expect(await core.state.numbers == Array(0..<count))
        #expect(work.folds.copy == count)
    }

    @Test("Answers of one drain, in any order, share one refold", arguments: [250, 1_000])
    func shuffledInOneDrain(count: Int) async {
        let work = Work()
        let core = makeCore(work)
        let marks = (0..<count).map { _ in core.mark() }
        await core.settled()
        var random = SeededRandom(seed: 3)
        let shuffled = Array(marks.enumerated()).shuffled(using: &random).map { ($0.offset, $0.element) }
        let hold = Locked<[(Int, Mark)]>(shuffled)
        // Fired from inside the core, so that they are all there when it goes on.
        await core.read { _ in
            for (number, mark) in hold.copy {
                core.fire(event: Answered(number: number), .authoritative(asOf: mark))
            }
        }
        #expect(await core.state.numbers == Array(0..<count))
        #expect(work.folds.copy <= 3 * count)
    }

    @Test("Loads of many names, answered in any order, one by one, cost what plain answers do", arguments: [100, 400])
    func loads(count: Int) async {
        let work = Work()
        let core = Core(
            state: Shelves(work: work), reactions: { While(\Shelves.isWatched) { Watch() } }, runtime: .testing())
        let gates = (0..<count).map { _ in Gate<Void>() }
        let handles = (0..<count).map { number in
            core.fire(
                command: Load("shelf \(number)", \Shelves.[number], now: { Timestamp(millisecondsSince1970: 1) }) { _ in
                    await gates[number].wait()
                    return number
                })
        }
        for gate in gates { await gate.arrived() }
        await core.settled()
        var random = SeededRandom(seed: 4)
        for number in (0..<count).shuffled(using: &random) {
            gates[number].open()
            _ = await handles[number].outcome
            await core.settled()
        }
        #expect(await core.read { $0.shelves.prefix(count).enumerated().allSatisfy { $0.element.value == $0.offset } })
        // Begun and answered, each once; what became certain while others were open is folded at most once more.
        #expect(work.folds.copy <= 3 * count, "\(work.folds.copy)")
    }

    @Test("Commits with answers, in one drain, fold once for a subscriber that is notified of every event")
    func commitsUnderEvery() async {
        let work = Work()
        let core = makeCore(work)
        let recorder = Recorder<Int>()
        core.add(subscriber: recorder, selecting: \.numbers.count, delivery: .every(limit: .max))
        let count = 500
        let predictions = Locked((0..<count).map { core.predict(Answered(number: $0)) })
        await core.settled()
        let before = work.folds.copy
        await core.read { _ in
            for (number, prediction) in predictions.copy.enumerated() {
                prediction.commit(with: [Answered(number: -number)])
            }
        }
        await core.settled()
        #expect(await core.state.numbers == (0..<count).map { -$0 })
        #expect(work.folds.copy - before <= count)
        #expect(recorder.values.last == count)
    }

    @Test("A mark and its answer with nothing in between copy nothing of the state")
    func noCopy() async {
        let work = Work()
        let core = makeCore(work)
        for number in 0..<20 {
            let mark = core.mark()
            await core.settled()
            core.fire(event: Answered(number: number), .authoritative(asOf: mark))
            await core.settled()
        }
        #expect(work.copies.copy == 0)
    }

    private func makeCore(_ work: Work) -> Core<Worked> {
        Core(state: Worked(work: work), reactions: { While(\Worked.isWatched) { Idle() } }, runtime: .testing())
    }
}

/// An answer is placed above what was reset before it, whatever is pending below.
@Suite("Answers and resets")
struct AnswersAndResetsTests {
    @Test("A refresh that comes after a Reset stays, though a prediction from before it is pending")
    func refreshAfterReset() async {
        let core = Core(state: Notes(), runtime: .testing())
        let prediction = core.predict(Other())
        core.fire(event: Reset<Notes>())
        core.fire(event: Noted(1), .authoritative)
        #expect(await core.state.numbers == [1])
        prediction.commit()
        #expect(await core.state.numbers == [1])
    }

    @Test("So does the answer at a mark that was taken after it, and at one that was taken before, in their order")
    func markedAnswers() async {
        let core = Core(state: Notes(), runtime: .testing())
        let prediction = core.predict(Other())
        let first = core.mark()
        core.fire(event: Noted(9))
        core.fire(event: Reset<Notes>())
        let second = core.mark()
        core.fire(event: Noted(3))
        core.fire(event: Noted(2), .authoritative(asOf: second))
        core.fire(event: Noted(1), .authoritative(asOf: first))
        #expect(await core.state.numbers == [1, 2, 3])
        prediction.rollback()
        #expect(await core.state.numbers == [1, 2, 3])
    }

    @Test("A prediction from after the Reset stays above the refresh")
    func predictedAfterReset() async {
        let core = Core(state: Notes(), runtime: .testing())
        let below = core.predict(Other())
        core.fire(event: Reset<Notes>())
        let above = core.predict(Noted(2))
        core.fire(event: Noted(1), .authoritative)
        #expect(await core.state.numbers == [1, 2])
        above.rollback()
        below.rollback()
        #expect(await core.state.numbers == [1])
    }

    @Test("What a commit brings stands where the prediction stood, also below a Reset that came since")
    func commitBelowReset() async {
        let core = Core(state: Notes(), runtime: .testing())
        let prediction = core.predict(Noted(1))
        core.fire(event: Reset<Notes>())
        prediction.commit(with: [Noted(2)])
        core.fire(event: Noted(3))
        #expect(await core.state.numbers == [3])
    }
}

private struct Other: Event {}
private struct Answered: Event { var number: Int }

/// Sendable because what is counted is behind locks.
private final class Work: Sendable {
    let folds = Locked(0)
    let copies = Locked(0)
}

private struct Worked: State {
    private var storage: Storage

    init(work: Work) { storage = Storage(work: work) }

    var numbers: [Int] { storage.numbers.copy }
    var isWatched: Bool { false }

    mutating func react(to event: any Event) {
        guard let answer = event as? Answered else { return }
        storage.work.folds.withLock { $0 += 1 }
        if !isKnownUniquelyReferenced(&storage) {
            storage.work.copies.withLock { $0 += 1 }
            storage = Storage(work: storage.work, numbers: storage.numbers.copy)
        }
        storage.numbers.withLock { $0.append(answer.number) }
    }

    private final class Storage: Sendable {
        let work: Work
        let numbers: Locked<[Int]>

        init(work: Work, numbers: [Int] = []) {
            self.work = work
            self.numbers = Locked(numbers)
        }
    }
}

private struct Idle: Command {
    func execute(state: Worked, core: Core<Worked>) {}
}

private struct Shelves: State {
    var shelves = [RequestStatus<Int, String>](repeating: RequestStatus(), count: 400)
    let work: Work
    var isWatched: Bool { false }

    init(work: Work) { self.work = work }

    subscript(number: Int) -> RequestStatus<Int, String> { shelves[number] }

    mutating func react(to event: any Event) {
        guard let change = event as? StatusChange<Int> else { return }
        work.folds.withLock { $0 += 1 }
        guard let number = Int(change.name.dropFirst("shelf ".count)) else { return }
        _ = shelves[number].react(to: event, as: change.name)
    }
}

private struct Watch: Command {
    func execute(state: Shelves, core: Core<Shelves>) {}
}
