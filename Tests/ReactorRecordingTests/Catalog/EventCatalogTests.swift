import Reactor
import Testing

@testable import ReactorRecording

@Suite("Event catalog")
struct EventCatalogTests {
    private func again<Delivered: Event>(_ event: Delivered) throws -> Delivered {
        let recorded = try Shelf.catalog.encode(event)
        return try #require(Shelf.catalog.decode(recorded) as? Delivered)
    }

    @Test("Plain, nested and generic events are decoded under their names")
    func comeBack() throws {
        #expect(try again(ItemAdded(id: 3, title: "é")) == ItemAdded(id: 3, title: "é"))
        #expect(try again(Shelf.Swept(ids: [1, 2, 3])) == Shelf.Swept(ids: [1, 2, 3]))
        let loaded = Loaded(rows: [Shelf.Item(id: 1, title: "one")])
        #expect(try again(loaded) == loaded)
        #expect(try Shelf.catalog.encode(loaded).name == "items.loaded")
        #expect(throws: CatalogError.self) { try Shelf.catalog.encode(Loaded(rows: [1])) }
    }

    @Test("Encodings are canonical, with sorted members and sets")
    func canonical() throws {
        let payload = try Shelf.catalog.encode(ItemAdded(id: 3, title: "x")).payload
        #expect(String(decoding: payload, as: UTF8.self) == #"{"id":3,"title":"x"}"#)
        let swept = try Shelf.catalog.encode(Shelf.Swept(ids: [3, 11, 2])).payload
        #expect(String(decoding: swept, as: UTF8.self) == #"{"ids":[11,2,3]}"#)
    }

    @Test("The library's own events are decoded as they were")
    func libraryEvents() throws {
        _ = try again(Reset<Shelf>())
        var note = Undoable(Note())
        note.react(to: NoteTyped(text: "a"))
        let step = try #require(note.undoEvent?.step)
        #expect(try again(Undo<Note>(step: step)) == Undo<Note>(step: step))
        #expect(try again(Redo<Note>(step: step)) == Redo<Note>(step: step))
        let change = StatusChange<[Int]>(
            name: "wanted", id: 7, kind: .succeeded([1, 2], at: Timestamp(millisecondsSince1970: 9)))
        #expect(try again(change) == change)
        let assign = Shelf.owner.assigning("me", id: AssignmentID(number: .max))
        #expect(try again(assign) == assign)
        let ofOne = Shelf.owner.assigning("me", id: AssignmentID(number: 1), part: "left")
        #expect(try again(ofOne) == ofOne)
    }

    @Test("Names, types, versions and upcasters are checked when the catalog is created")
    func checked() {
        func error(version: Int = 1, upcasting: [Int: Upcaster] = [:], _ lines: [EventSchema])
            -> CatalogError?
        {
            do throws(CatalogError) {
                _ = try EventCatalog<Shelf>(validating: lines, version: version, upcasting: upcasting)
                return nil
            } catch {
                return error
            }
        }
        let added = EventSchema.event(ItemAdded.self, as: "item.added")
        #expect(error([added]) == nil)
        #expect(
            error([added, .event(ItemRemoved.self, as: "item.added")])
                == .duplicateName("item.added", "ReactorRecordingTests.ItemAdded", "ReactorRecordingTests.ItemRemoved"))
        #expect(
            error([added, .event(ItemAdded.self, as: "item.put")])
                == .duplicateType("ReactorRecordingTests.ItemAdded", "item.added", "item.put"))
        for name in ["", "item added", "item\u{7}"] {
            #expect(
                error([.event(ItemAdded.self, as: name)]) == .unusableName(name, "ReactorRecordingTests.ItemAdded"))
        }
        #expect(
            error([.event(ItemAdded.self, as: "item.added", version: 0)])
                == .unusableVersion(.event("item.added"), 0))
        #expect(
            error([.event(ItemAdded.self, as: "item.added", version: 2, upcasting: [2: { _ in }])])
                == .strayUpcaster(.event("item.added"), from: 2, version: 2))
        #expect(error(version: 0, []) == .unusableVersion(.state, 0))
        #expect(error(version: 2, upcasting: [0: { _ in }], []) == .strayUpcaster(.state, from: 0, version: 2))
        #expect(
            error([.assignments(of: Shelf.self, Shelf.self)])
                == .duplicateAssignment(
                    "shelf.owner", "ReactorRecordingTests.Shelf", "ReactorRecordingTests.Shelf"))
        let twice = [FailureSchema.failure(ShelfBroken.self, as: "a"), .failure(ShelfBroken.self, as: "a")]
        #expect(error([.commandEnded(failures: twice)]) == .duplicateFailure("a"))
    }

    @Test("An invalid catalog ends the process when it is created")
    func ends() async {
        await #expect(processExitsWith: .failure) {
            let added = EventSchema.event(ItemAdded.self, as: "item.added")
            _ = EventCatalog<Shelf>(events: [added, added])
        }
    }

    @Test(
        "The error of an unlisted event contains the line to add",
        arguments: [
            (Unlisted() as any Event, ".event(ReactorRecordingTests.Unlisted.self, as: \"unlisted\"),"),
            (Reset<Note>(), ".reset(ReactorRecordingTests.Note.self, as: \"note.reset\"),"),
            (
                StatusChange<Int>(name: "a", id: 1, kind: .started(attempt: 1)),
                ".part(\\.a, as: \"a\"), in parts:, with the property \"a\" of your state."
            ),
            (Loaded(rows: [1]), ".event(ReactorRecordingTests.Loaded<Swift.Int>.self, as: \"loaded\"),"),
        ])
    func unlisted(event: any Event, line: String) {
        do throws(CatalogError) {
            _ = try Shelf.catalog.encode(event)
            Issue.record("it was encoded")
        } catch {
            #expect(error.unregistered?.line == line)
        }
    }

    @Test(
        "By default an unlisted event ends the process only in debug builds")
    func stops() {
        #expect(!UnregisteredEvents.mark.stops)
        #if DEBUG
            #expect(UnregisteredEvents.stopInDebug.stops)
        #else
            #expect(!UnregisteredEvents.stopInDebug.stops)
        #endif
    }
}
