import Reactor
import ReactorTesting
import Testing

@Suite("Infinite loops")
struct InfiniteLoopTests {
    @Test("A subscriber that fires its own trigger endlessly is reported once, and continues to fire")
    func subscriber() async {
        let reports = Reports()
        let core = Core(state: Notes(), runtime: .testing(reports))
        let rounds = 10_050
        let over = TestGate(isOpen: true)
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
        let over = TestGate(isOpen: true)
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

    @Test("A reaction whose command causes it again endlessly is reported once, with the command's name")
    func reaction() async {
        // By its event, by a change of the property that it follows, and by the resolution of a prediction.
        let reactions: [(command: String, reaction: Reaction<Notes>)] = [
            ("Again", .on(Noted.self) { event in Again(number: event.number) }),
            ("Again", .for(\Notes.numbers.last) { number in Again(number: number) }),
            ("RepeatedResponse", .on(Noted.self) { event in RepeatedResponse(number: event.number) }),
        ]
        for (command, reaction) in reactions {
            let reports = Reports()
            let core = Core(state: Notes(), reactions: [reaction], runtime: .testing(reports))
            core.fire(event: Noted(0))
            await core.idle()
            #expect(await core.state.numbers.count == 10_100)
            #expect(reports.sentences.count { $0.hasPrefix("Infinite loop: \(command) caused itself ") } == 1)
        }
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
