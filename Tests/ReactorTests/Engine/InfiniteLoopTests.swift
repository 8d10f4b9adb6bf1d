import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// Infinite loops, and events fired at a core that has closed.
@Suite("Infinite loops and closed cores")
struct InfiniteLoopTests {
    @Test("A subscriber that fires its own trigger endlessly is reported once, and continues to fire")
    func subscriber() async {
        let reports = Reports()
        let core = Core(state: Notes(), runtime: .testing(reports))
        let rounds = 10_050
        let over = Gate(isOpen: true)
        let subscription = core.subscribe(to: \.numbers.last) { last in
            guard let last else { return }
            if last < rounds { core.fire(event: Noted(last + 1)) } else { over.arrive() }
        }
        core.fire(event: Noted(0))
        await over.arrived()
        subscription.cancel()
        #expect(await core.state.numbers.count == rounds + 1)
        #expect(reports.all.count == 1)
        #expect(reports.sentences.first?.hasPrefix("Infinite loop: Noted caused itself ") == true)
    }

    @Test("A chain of updates that ends, and one that the program continues itself, are not reported")
    func subscriberThatEnds() async {
        let reports = Reports()
        let core = Core(state: Notes(), runtime: .testing(reports))
        let over = Gate(isOpen: true)
        let subscription = core.subscribe(to: \.numbers.last) { last in
            guard let last else { return }
            if last % 1_000 != 999 { core.fire(event: Noted(last + 1)) } else { over.arrive() }
        }
        for start in 0..<12 {
            core.fire(event: Noted(start * 1_000))
            await over.arrived(start + 1)
        }
        subscription.cancel()
        #expect(await core.state.numbers.count == 12_000)
        #expect(reports.all.isEmpty)
    }

    @Test("A reaction whose command fires its trigger endlessly is reported once, with the command's name")
    func reaction() async {
        let reports = Reports()
        let core = Core(
            state: Notes(), reactions: { On(Noted.self) { event in Again(number: event.number) } },
            runtime: .testing(reports))
        core.fire(event: Noted(0))
        await reports.reached(1)
        await core.idle()
        #expect(await core.state.numbers.count == 10_100)
        #expect(reports.sentences.filter { $0.hasPrefix("Infinite loop: Again caused itself ") }.count == 1)
    }

    @Test("So is a reaction that follows the changes of its own command, and each time replaces itself")
    func following() async {
        let reports = Reports()
        let core = Core(
            state: Notes(), reactions: { For(\.numbers.last) { number in Again(number: number) } },
            runtime: .testing(reports))
        core.fire(event: Noted(0))
        await core.idle()
        #expect(await core.state.numbers.count == 10_100)
        #expect(reports.sentences.filter { $0.hasPrefix("Infinite loop: Again caused itself ") }.count == 1)
    }

    @Test("So is a reaction whose command resolves a prediction with its trigger")
    func resolution() async {
        let reports = Reports()
        let core = Core(
            state: Notes(), reactions: { On(Noted.self) { event in RepeatedResponse(number: event.number) } },
            runtime: .testing(reports))
        core.fire(event: Noted(0))
        await reports.reached(1)
        await core.idle()
        #expect(await core.state.numbers.count == 10_100)
        #expect(reports.sentences.filter { $0.hasPrefix("Infinite loop: RepeatedResponse caused itself ") }.count == 1)
    }

    @Test("For events fired at a closed core each type is reported once, and their number when the core is released")
    func closed() async {
        let reports = Reports()
        do {
            let core = Core(state: Notes(), runtime: .testing(reports))
            await core.close()
            for number in 0..<1_000 { core.fire(event: Noted(number)) }
            for _ in 0..<3 { core.fire(event: Reset<Notes>()) }
            await core.settled()
            #expect(await core.counts.refusedByClosing == 1_003)
            #expect(reports.all.count == 2)
        }
        await reports.reached(4)
        #expect(Set(reports.sentences.suffix(2).map { $0.contains("refused it 1000 times") }) == [true, false])
        #expect(reports.sentences.suffix(2).contains { $0.contains("refused it 3 times") })
    }
}

private struct Again: Command {
    let number: Int

    func execute(state: Notes, core: Core<Notes>) {
        if number < 10_099 { core.fire(event: Noted(number + 1)) }
    }
}

private struct Asked: Event {}

private struct RepeatedResponse: Command {
    let number: Int

    func execute(state: Notes, core: Core<Notes>) {
        if number < 10_099 { core.predict(Asked()).commit(with: [Noted(number + 1)]) }
    }
}
