import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Law 4: whole states only")
struct WholeStatesTests {
    @Test("No reader sees a state between the events of an atomic group")
    func groupsAreWhole() async {
        let core = Core(state: Pair(), runtime: .testing())
        let (latest, every) = (Recorder<Pair>(), Recorder<Pair>())
        let looped = Locked<[Pair]>([])
        core.add(subscriber: latest)
        core.add(subscriber: every, delivery: .every)
        let loop = Task {
            for await pair in core.updates(of: \.self) { looped.withLock { $0.append(pair) } }
        }
        let rounds = Loops.rounds(of: 4_000)
        await onThreads(4) { _ in
            for _ in 0..<rounds { core.fire(events: [Left(), Right()]) }
        }
        await core.settled()
        await core.close()
        await loop.value
        #expect(every.values.count == 4 * rounds + 1)
        for seen in [latest.values, every.values, looped.copy] {
            #expect(seen.allSatisfy { $0.left == $0.right })
            #expect(seen.last == Pair(left: 4 * rounds, right: 4 * rounds))
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.left < $1.left })
        }
    }

    @Test("An atomic group whose Reset ends a command is delivered once")
    func groupWithAResetIsWhole() async {
        let gate = TestGate<Void>()
        let core = Core(state: Notes(), runtime: .testing())
        let handle = core.fire(command: NoteAfter(gate, 9), options: CommandOptions(owner: Screen.self))
        await gate.arrived()
        let every = Recorder<Notes>()
        core.add(subscriber: every, delivery: .every)
        core.fire(events: [Noted(1), Reset<Screen>(), Noted(2)])
        #expect(await handle.end == "cancelled")
        await core.settled()
        #expect(every.values.map(\.numbers) == [[], [1, 2]])
        #expect(every.values.last?.ends == ["cancelled"])
        gate.open()
    }

    @Test("A reaction to a member of an atomic group starts after the group")
    func reactionsComeBehindTheGroup() async {
        let seen = Locked<[[Int]]>([])
        let core = Core(
            state: Notes(),
            reactions: [
                .on(Noted.self) { _ in Errand { state, _ in seen.withLock { $0.append(state.numbers) } } }
            ], runtime: .testing())
        core.fire(events: [Noted(1), Reset<Screen>(), Noted(2)])
        await core.idle()
        #expect(seen.copy == [[1, 2], [1, 2]])
    }

    @Test("A group from which a middleware removed an event is still one group")
    func refusedMember() async {
        let core = Core(state: Notes(), middlewares: [Bouncer { $0 as? Noted == Noted(2) }], runtime: .testing())
        let every = Recorder<[Int]>()
        core.add(subscriber: every, selecting: \.numbers, delivery: .every)
        core.fire(events: [Noted(1), Noted(2), Noted(3)])
        await core.settled()
        #expect(every.values == [[], [1, 3]])
    }

    @Test(
        "A value that returned to the last value that a slow subscriber received is not delivered, unless it changed again",
        arguments: [([5, -5], [0]), ([5, -5, 5], [0, 5])])
    func thereAndBackAgain(numbers: [Int], expected: [Int]) async {
        let gate = TestGate<Void>()
        let core = Core(state: Notes(), runtime: .testing())
        let recorder = Recorder<Int>(gate: gate)
        core.add(subscriber: recorder, selecting: \.sum)
        await gate.arrived()
        let offering = await Offering(core)
        for number in numbers { await offering.note(number) }
        gate.open()
        await core.settled()
        #expect(recorder.values == expected)
        core.fire(event: Noted(3))
        await core.settled()
        #expect(recorder.values == expected + [numbers.reduce(3, +)])
    }

    @Test("An Equatable value is never delivered twice in a row", arguments: 0..<20 as Range<UInt64>)
    func neverTwice(seed: UInt64) async {
        var random = SeededRandom(seed: seed)
        let core = Core(state: Notes(), runtime: .testing())
        let recorders = (0..<4).map { _ in Recorder<Int>() }
        for _ in 0..<500 {
            core.fire(event: Noted(Int.random(in: -1...1, using: &random)))
            if let recorder = recorders.randomElement(using: &random), Bool.random(using: &random) {
                core.add(subscriber: recorder, selecting: \.sum)
            }
            if Int.random(in: 0..<10, using: &random) == 0 { await core.settled() }
        }
        await core.settled()
        let sum = await core.state.sum
        for recorder in recorders {
            #expect(zip(recorder.values, recorder.values.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed)")
            #expect(recorder.values.last == sum, "seed \(seed)")
        }
    }
}

/// A subscriber that is never slow: when it was notified, the state was offered to all subscribers.
private struct Offering {
    let core: Core<Notes>
    private let probe = Recorder<[Int]>()

    init(_ core: Core<Notes>) async {
        self.core = core
        core.add(subscriber: probe, selecting: \.numbers)
        await probe.gate.arrived()
    }

    /// Notes a number, and returns when the state with it was offered.
    func note(_ number: Int) async {
        let delivered = probe.gate.arrivals
        core.fire(event: Noted(number))
        await probe.gate.arrived(delivered + 1)
    }
}

private struct Pair: State, Equatable {
    var left = 0
    var right = 0

    mutating func react(to event: any Event) {
        if event is Left { left += 1 }
        if event is Right { right += 1 }
    }
}

private struct Left: Event {}
private struct Right: Event {}
