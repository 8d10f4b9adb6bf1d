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

    private struct Desk: State, Codable {
        struct Tray: State, Codable {
            var count = 0
            mutating func react(to event: any Event) { if event is Reset<Tray> { self = Tray() } }
        }
        var sheet = Undoable(Sheet())
        var other = Undoable(Sheet())
        var mail = RequestStatus<[String], String>()
        var tray = Tray()

        mutating func react(to event: any Event) {
            sheet.react(to: event)
            _ = mail.react(to: event, as: "mail")
            tray.react(to: event)
        }
    }

    @Test("A part that is declared brings what the library fires for it, and a line of one's own stands instead")
    func parts() throws {
        let parts: [EventCatalog<Desk>.Part] = [
            .part(\.sheet, as: "sheet"), .part(\.other, as: "other"), .part(\.mail, as: "mail"),
            .part(\.tray, as: "tray"),
        ]
        let catalog = EventCatalog<Desk>(parts: parts, events: [.event(NoteTyped.self, as: "note.typed")])
        var sheet = Undoable(Sheet())
        sheet.react(to: NoteTyped(text: "a"))
        let undo = try #require(sheet.undoEvent)
        #expect(try again(undo, catalog) == undo)
        #expect(try again(Redo<Sheet>(step: undo.step), catalog) == Redo<Sheet>(step: undo.step))
        // Two parts of one type are told apart by their steps: the first one's names stand for both.
        #expect(try catalog.encode(undo).name == "sheet.undone")
        _ = try again(Reset<Sheet>(), catalog)
        #expect(try catalog.encode(Reset<Desk.Tray>()).name == "tray.reset")
        let change = StatusChange<[String]>(name: "mail", id: 3, kind: .started(attempt: 1))
        #expect(try again(change, catalog).id == 3)
        #expect(try catalog.encode(change).name == "mail.changed")
        #expect(catalog.schema.events == ["note.typed": 1])

        let own = EventCatalog<Desk>(
            parts: parts,
            events: [.undo(Sheet.self, as: "undo"), .event(NoteTyped.self, as: "tray.reset")])
        #expect(try own.encode(undo).name == "undo")
        #expect(try own.encode(Redo<Sheet>(step: undo.step)).name == "sheet.redone")
        #expect(throws: CatalogError.self) { try own.encode(Reset<Desk.Tray>()) }
    }

    @Test("Parts have names that can be recorded, and each one its own")
    func partNames() {
        #expect(throws: CatalogError.self) {
            try EventCatalog<Desk>(validating: [], parts: [.part(\.tray, as: "a b")])
        }
        #expect(throws: CatalogError.self) {
            try EventCatalog<Desk>(validating: [], parts: [.part(\.tray, as: "a"), .part(\.sheet, as: "a")])
        }
    }
}
