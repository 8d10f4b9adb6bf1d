import Reactor
import Testing

@testable import ReactorRecording

@Suite("Library events are in every catalog")
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

    private func again<Delivered: Event, StateType>(_ event: Delivered, _ catalog: EventCatalog<StateType>) throws
        -> Delivered
    {
        try #require(catalog.decode(catalog.encode(event)) as? Delivered)
    }

    @Test("The end of a command, an assignment, a reset and an undo are decoded by a catalog that lists nothing")
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

    @Test("The app's own line takes precedence, and the schema lists it")
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
        // A name that the app has assigned belongs to the app.
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

    @Test("A declared child state adds its library events, and the app's own line takes precedence")
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
        // Two child states of one type are distinguished by their steps: the names of the first represent both.
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

    private struct Row: AssignableState, Codable, Identifiable, Equatable {
        var id: Int
        var note = ""
        static let note = Assignable("row.note", \Row.note)
        static let assignables = Assignables(note)
        mutating func react(to event: any Event) { _ = assign(event) }
    }

    /// The same name as a member of `Form`.
    private struct Clash: AssignableState, Codable {
        var size = ""
        static let size = Assignable("form.size", \Clash.size)
        static let assignables = Assignables(size)
        mutating func react(to event: any Event) { _ = assign(event) }
    }

    private struct Office: AssignableState, Codable {
        var isOpen = false
        var form = Form()
        var second = Form()
        var draft: Row?
        var rows: KeyedRows<Int, Row> = []
        var clash = Clash()
        static let isOpen = Assignable("office.open", \Office.isOpen)
        static let assignables = Assignables(isOpen)
        mutating func react(to event: any Event) { _ = assign(event) }
    }

    @Test("Assignments to the state, to child states, optional ones and rows are decoded")
    func assignmentsOfParts() throws {
        let own = Office.isOpen.assigning(true, id: AssignmentID(number: 1))
        let form = Form.size.assigning(9, id: AssignmentID(number: 2))
        let row = Row.note.assigning("a", id: AssignmentID(number: 3))
        let whole = EventCatalog<Office>(
            parts: [.part(\.form, as: "form"), .part(\.second, as: "second"), .part(\.rows, as: "rows")], events: [])
        #expect(try again(own, whole) == own)
        #expect(try again(form, whole) == form)
        #expect(try again(row, whole) == row)
        let optional = EventCatalog<Office>(parts: [.part(\.draft, as: "draft")], events: [])
        #expect(try again(own, optional) == own)
        #expect(try again(row, optional) == row)
        #expect(try optional.encode(Reset<Row>()).name == "draft.reset")
        #expect(throws: CatalogError.self) { try again(form, optional) }
        // A state without its own declarations has those of its child states.
        let desk = EventCatalog<FormDesk>(parts: [.part(\.form, as: "form")], events: [])
        #expect(try again(form, desk) == form)
    }

    private struct FormDesk: State, Codable {
        var form = Form()
        mutating func react(to event: any Event) { form.react(to: event) }
    }

    @Test("The names of child states are valid and unique, and no two of them declare the same name")
    func names() {
        #expect(throws: CatalogError.self) {
            try EventCatalog<Office>(validating: [], parts: [.part(\.form, as: "form"), .part(\.clash, as: "clash")])
        }
        #expect(throws: CatalogError.self) {
            try EventCatalog<Desk>(validating: [], parts: [.part(\.tray, as: "a b")])
        }
        #expect(throws: CatalogError.self) {
            try EventCatalog<Desk>(validating: [], parts: [.part(\.tray, as: "a"), .part(\.sheet, as: "a")])
        }
    }
}
