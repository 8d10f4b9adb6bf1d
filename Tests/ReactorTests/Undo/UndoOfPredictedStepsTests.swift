import Reactor
import Testing

@testable import ReactorStateSupport

/// Steps that a core shows before they are certain, with undos that arrive after some of them are gone.
@Suite("Undo of predicted steps")
struct UndoOfPredictedStepsTests {
    struct Desk: State, Equatable {
        var page = Undoable(Plain())

        mutating func react(to event: any Event) { page.react(to: event) }
    }

    private let core = Core(state: Desk())

    private var text: String { get async { await core.state.page.document.text } }

    @Test("An undo aimed at a predicted step that was rolled back does not undo the step made after it")
    func rolledBack() async throws {
        let prediction = core.predict(Typed(text: "predicted"))
        let undo = try #require(await core.state.page.undoEvent)
        core.fire(event: Typed(text: "kept"))
        prediction.rollback()
        core.fire(event: undo)
        #expect(await text == "kept")
    }

    @Test("The same text typed again is a new step")
    func sameAgain() async throws {
        let prediction = core.predict(Typed(text: "a"))
        let undo = try #require(await core.state.page.undoEvent)
        prediction.rollback()
        core.fire(event: Typed(text: "a"))
        core.fire(event: undo)
        #expect(await text == "a")
    }

    @Test("An undo of a step takes it back also when a prediction below was rolled back meanwhile")
    func belowIsGone() async throws {
        let prediction = core.predict(Typed(text: "predicted"))
        core.fire(event: Typed(text: "kept"))
        let undo = try #require(await core.state.page.undoEvent)
        prediction.rollback()
        core.fire(event: undo)
        #expect(await text == "")
    }

    @Test("What was undone does not come again when a prediction below it is rolled back")
    func notResurrected() async throws {
        let prediction = core.predict(Typed(text: "predicted "))
        core.fire(event: Typed(text: "first "))
        core.fire(event: Typed(text: "second"))
        core.fire(event: try #require(await core.state.page.undoEvent))
        prediction.rollback()
        #expect(await text == "first ")
        core.fire(event: try #require(await core.state.page.redoEvent))
        #expect(await text == "first second")
    }

    @Test("What the server says goes below a prediction, and an undo aimed at the prediction leaves it alone")
    func authoritative() async throws {
        let prediction = core.predict(Typed(text: "predicted"))
        let undo = try #require(await core.state.page.undoEvent)
        core.fire(event: Typed(text: "server"), .authoritative)
        prediction.rollback()
        core.fire(event: undo)
        #expect(await text == "server")
    }

    @Test("An undo aimed at a prediction undoes what it was committed as", arguments: [false, true])
    func committed(withAnswer: Bool) async throws {
        core.fire(event: Typed(text: "before "))
        let prediction = core.predict(Typed(text: "predicted"))
        let undo = try #require(await core.state.page.undoEvent)
        if withAnswer { prediction.commit(with: [Typed(text: "answered")]) } else { prediction.commit() }
        await core.settled()
        core.fire(event: undo)
        #expect(await text == "before ")
    }

    @Test("A step keeps its id when the log is forgotten below it, and the next one has another")
    func forgotten() async throws {
        core.fire(event: Typed(text: "a"))
        let prediction = core.predict(Typed(text: "b"))
        let undo = try #require(await core.state.page.undoEvent)
        prediction.commit()
        await core.settled()
        #expect(await core.state.page.undoEvent == undo)
        core.fire(event: Typed(text: "c"))
        core.fire(event: undo)
        #expect(await text == "abc")
    }

    @Test("Events of one group, and changes within one event, are steps of their own")
    func ranks() async throws {
        struct Twice: Event {}
        struct Pad: State, UndoableDocument {
            var text = ""
            mutating func react(to event: any Event) {}
        }
        struct Doubling: State {
            var pad = Undoable(Pad())
            mutating func react(to event: any Event) {
                guard event is Twice else { return pad.react(to: event) }
                for _ in 0..<2 { pad.change(for: event) { $0.text += "." } }
            }
        }
        let core = Core(state: Doubling())
        let prediction = core.predict(Typed(text: "keeps the log open"))
        core.fire(events: [Twice(), Twice()])
        let undo = try #require(await core.state.pad.undoEvent)
        core.fire(event: undo)
        core.fire(event: undo)
        #expect(await core.state.pad.document.text == "...")
        for _ in 0..<3 { core.fire(event: try #require(await core.state.pad.undoEvent)) }
        #expect(await core.state.pad.undoEvent == nil)
        prediction.rollback()
        #expect(await core.state.pad.redoCount == 4)
    }
}
