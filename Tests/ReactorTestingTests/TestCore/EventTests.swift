import Reactor
import ReactorTesting
import Testing

@Suite("Events in a test core")
struct EventTests {
    let core = TestCore(state: Scales())

    @Test("An unexpected change is listed property by property, with the line of the test")
    func deliversTheDifference() async {
        let line = #line + 2
        let text = await failure {
            try await core.fire(event: WeightLogged(id: 1)) { $0.entries = [Entry(id: 1, kilograms: 81)] }
        }
        #expect(
            text == """
                ReactorTestingTests/EventTests.swift:\(line): WeightLogged changed the state, and the test expected another change.
                  entries[id: 1].kilograms: expected 81.0, found 80.5
                """)
    }

    @Test("Without a closure the state must not change")
    func nothingMayChange() async throws {
        try await core.fire(event: Unheard())
        let text = await failure { try await core.fire(event: WeightLogged(id: 1)) }
        #expect(text.contains("WeightLogged changed the state, and the test expected no change."))
        #expect(text.contains("entries[id: 1]: expected nothing, found Entry(id: 1, kilograms: 80.5, isSaved: false)"))
    }

    @Test("A group of events is checked as one")
    func group() async throws {
        try await core.fire(events: [WeightLogged(id: 1), WeightSaved(id: 1)]) {
            $0.entries = [Entry(id: 1, kilograms: 80.5, isSaved: true)]
        }
        try await core.perform { $0.fire(events: [WeightLogged(id: 2), WeightSaved(id: 2)]) }
        try await core.receive(group: [WeightLogged.self, WeightSaved.self]) {
            $0.entries.append(Entry(id: 2, kilograms: 80.5, isSaved: true))
        }
        try await core.finish()
    }

    @Test("An unchecked event fails the next call, and finish(), with its command and call site")
    func unseen() async {
        let next = await failure {
            try await core.fire(command: SaveNow(id: 1))
            try await core.fire(event: Unheard())
        }
        #expect(
            next.contains(
                "The test does not assert these events, which happened before Unheard is fired. Assert them first, or call skipReceivedEvents()."
            ))
        #expect(next.contains("WeightSaved(id: 1), fired by SaveNow (launch 1)"))
        let end = await failure { try await core.finish() }
        #expect(
            end.contains(
                "These events happened, and the test does not assert them:\n    WeightSaved(id: 1), fired by SaveNow"
                    + " (launch 1), at ReactorTestingTests/"), "\(end)")
    }

    @Test("A refused event fails the test with the reason, and a refusal can be expected")
    func refused() async throws {
        struct Refuse: Middleware {
            func intercept(event: any Event, state: Scales) -> (any Event)? { event is Unheard ? nil : event }
        }
        let core = TestCore(state: Scales(), middlewares: [Refuse()])
        let text = await failure { try await core.fire(event: Unheard()) }
        #expect(text.contains("Unheard was fired and not applied.\n    Unheard, fired at ReactorTestingTests/"))
        #expect(text.contains(", was refused by a middleware"))
        let refusal = try await core.refused(Unheard.self, .middleware)
        #expect(refusal.type == "Unheard")
        let none = await failure { try await core.refused(Unheard.self) }
        #expect(none.contains("The test expects Unheard to be refused. No event was refused."))
    }

    @Test("A Reset follows the ends of the commands that it cancels, and each is checked separately")
    func reset() async throws {
        let gate = TestGate<Void>()
        try await core.fire(event: WeightLogged(id: 1)) { $0.entries = [Entry(id: 1, kilograms: 80.5)] }
        try await core.fire(command: Save(id: 1, gate: gate), options: CommandOptions(owner: Scales.self))
        try await core.fire(event: Reset<Scales>()) {
            $0.entries = []
            $0.message = nil
        }
        try await core.receive(CommandEnded.self) { $0.message = "Save cancelled" }
        gate.open()
        try await core.refused(WeightSaved.self, .late)
        try await core.finish()
    }

    @Test("A closure that changes nothing fails if the state did not change either")
    func assertsNothing() async throws {
        let text = await failure { try await core.fire(event: Unheard()) { _ in } }
        #expect(text.contains("The closure of Unheard changes nothing, and the state did not change."))
        try await core.fire(event: WeightLogged(id: 1)) { $0.entries = core.actualState.entries }
        let same = await failure { try await core.fire(event: Unheard()) { $0.entries = core.actualState.entries } }
        #expect(same.contains("changes nothing"))
        let open = TestCore(state: Scales(), exhaustive: false)
        try await open.fire(event: Unheard()) { _ in }
    }

    @Test("A test that is not exhaustive skips to the next equal event", arguments: [3, 5])
    func nextEqual(id: Int) async throws {
        let core = TestCore(state: Scales(), exhaustive: false)
        for id in 1...6 { try await core.fire(command: SaveNow(id: id)) }
        try await core.receive(WeightSaved(id: id))
        let text = await failure { try await core.receive(WeightSaved(id: id)) }
        #expect(text.contains("The test expects WeightSaved(id: \(id)) next."))
        try await core.receive(WeightSaved(id: 6))
    }

    @Test("A test that is not exhaustive passes an equal prediction and finds the event")
    func nextEqualAfterPrediction() async throws {
        let core = TestCore(state: Scales(), exhaustive: false)
        let prediction = core.core.predict(WeightLogged(id: 2))
        core.core.fire(event: WeightLogged(id: 1))
        core.core.fire(event: WeightLogged(id: 2))
        try await core.receive(WeightLogged(id: 2)) { $0.entries = core.actualState.entries }
        #expect(core.state.entries.map(\.id) == [2, 1, 2])
        prediction.commit()
        try await core.committed(WeightLogged.self)
        try await core.finish()
    }

    @Test("A test that is not exhaustive finds the equal event of a command in a child state")
    func nextEqualInPart() async throws {
        let core = TestCore(state: Pair(), exhaustive: false)
        core.core.scope(to: \.left).fire(event: WeightSaved(id: 1))
        core.core.scope(to: \.right, default: Scales()).perform { core in
            for id in [2, 1, 3] { core.fire(event: WeightFailed(reason: "\(id)")) }
            core.fire(event: WeightLogged(id: 4))
        }
        try await core.receive(WeightLogged(id: 4)) { $0.right?.message = "3" }
        try await core.finish()
    }

    @Test("An error of the closure ends the test")
    func closureThrows() async {
        await #expect(throws: Broken()) {
            try await core.fire(event: WeightLogged(id: 1)) { _ in throw Broken() }
        }
    }
}

private struct Pair: State, Equatable {
    var left = Scales()
    var right: Scales? = Scales()

    mutating func react(to event: any Event) {
        left.react(to: event)
        right?.react(to: event)
    }

    private struct Shop: State, Equatable {
        var cart: Cart?
        mutating func react(to event: any Event) { if event is Opened { cart = Cart() } }

        struct Opened: Event {}
        struct Cart: State, Equatable { mutating func react(to event: any Event) {} }
    }

    @Test("An event for a missing child fails finish(), unless the test asserts the refusal")
    func missingChild() async throws {
        let core = TestCore(state: Shop())
        let cart = core.core.scope(to: \.cart, default: Shop.Cart())
        cart.fire(event: Unheard())
        let end = await failure { try await core.finish() }
        #expect(end.contains("refused, because the child state that they were fired into does not exist."))
        #expect(end.contains("Unheard"))
        try await core.refused(Unheard.self, .absent)
        try await core.fire(event: Shop.Opened()) { $0.cart = Shop.Cart() }
        try await core.finish()
        let loose = TestCore(state: Shop(), exhaustive: false)
        loose.core.scope(to: \.cart, default: Shop.Cart()).fire(event: Unheard())
        try await loose.finish()
    }
}
