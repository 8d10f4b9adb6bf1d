import Reactor
import Testing

@testable import ReactorRecording

@Suite("What the library fires is in every catalog")
struct LibraryEventsTests {
    struct Form: AssignableState, Codable, Equatable {
        var size = 1
        static let size = Assignable("form.size", \Form.size)
        static let assignables = Assignables(size)
        mutating func react(to event: any Event) {
            if assign(event) { return }
            if event is Reset<Form> { self = Form() }
        }
    }

    struct Sheet: State, Codable, UndoableDocument {
        var text = ""
        mutating func react(to event: any Event) { if let event = event as? NoteTyped { text += event.text } }
    }

    private func again<Told: Event, StateType>(_ event: Told, _ catalog: EventCatalog<StateType>) throws -> Told {
        try #require(catalog.decode(catalog.encode(event)) as? Told)
    }

    @Test("The end of a command, an assignment, a reset and an undo come back from a catalog that lists nothing")
    func comeBack() throws {
        let forms = EventCatalog<Form>(events: [])
        let ended = CommandEnded(launch: 4, id: "x", command: "Work", outcome: .cancelled)
        #expect(try again(ended, forms).launch == 4)
        let assign = Form.size.assigning(9, id: AssignmentID(number: 2))
        #expect(try again(assign, forms) == assign)
        _ = try again(Reset<Form>(), forms)

        let sheets = EventCatalog<Undoable<Sheet>>(events: [])
        var sheet = Undoable(Sheet())
        sheet.react(to: NoteTyped(text: "a"))
        let undo = try #require(sheet.undoEvent)
        #expect(try again(undo, sheets) == undo)
        #expect(try again(Redo<Sheet>(step: undo.step), sheets) == Redo<Sheet>(step: undo.step))
        _ = try again(Reset<Sheet>(), sheets)
        _ = try again(Reset<Undoable<Sheet>>(), sheets)
    }

    @Test("A line of one's own stands instead, under its name, and the schema names what was listed")
    func own() throws {
        let catalog = EventCatalog<Form>(events: [
            .commandEnded(as: "work.over"), .reset(Form.self, as: "form.cleared"),
            .assignments(of: Form.self, as: "form.set"),
        ])
        let ended = CommandEnded(launch: 1, id: nil, command: "A", outcome: .dropped)
        #expect(try catalog.encode(ended).name == "work.over")
        #expect(try catalog.encode(Reset<Form>()).name == "form.cleared")
        #expect(try catalog.encode(Form.size.assigning(1, id: AssignmentID(number: 1))).name == "form.set")
        #expect(catalog.schema.events == ["work.over": 1, "form.cleared": 1, "form.set": 1])
        #expect(catalog.events.count == 3)
        // A name that the app has given away is the app's.
        let taken = EventCatalog<Form>(unregistered: .mark, events: [.event(NoteTyped.self, as: "command.ended")])
        #expect(try taken.encode(NoteTyped(text: "a")).name == "command.ended")
        #expect(throws: CatalogError.self) {
            try taken.encode(ended)
        }
    }
}
