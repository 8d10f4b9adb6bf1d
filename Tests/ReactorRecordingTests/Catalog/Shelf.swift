import Reactor
import ReactorRecording

/// The small app that catalog, replay and playback are tested with.
struct Shelf: AssignableState, Codable, Equatable {
    struct Item: Codable, Equatable, Identifiable {
        var id: Int
        var title: String
    }

    var items: [Item] = []
    var owner = "nobody"
    var failure: String?
    var note = Undoable(Note())
    var wanted = RequestStatus<[Int], String>()

    static let owner = Assignable("shelf.owner", \Shelf.owner)
    static let assignables = Assignables(owner)

    mutating func react(to event: any Event) {
        if assign(event) || wanted.react(to: event, as: "wanted") { return }
        switch event {
        case let event as ItemAdded: put(Item(id: event.id, title: event.title))
        case let event as ItemRemoved: items.removeAll { $0.id == event.id }
        case let event as Shelf.Swept: items.removeAll { event.ids.contains($0.id) }
        case let event as Loaded<Item>: items = event.rows
        case let event as CommandEnded: failure = "\(event.outcome)"
        case is Reset<Shelf>: self = Shelf()
        default: note.react(to: event)
        }
    }

    private mutating func put(_ item: Item) {
        if let index = items.firstIndex(where: { $0.id == item.id }) { items[index] = item } else { items.append(item) }
    }

    /// Nested, and with a set in it.
    struct Swept: Event, Codable, Equatable { var ids: Set<Int> }
}

struct Note: State, Codable, UndoableDocument {
    var text = ""

    mutating func react(to event: any Event) {
        if let event = event as? NoteTyped { text += event.text }
    }
}

struct ItemAdded: Event, Codable, Equatable {
    var id: Int
    var title: String
}

struct ItemRemoved: Event, Codable, Equatable { var id: Int }

struct NoteTyped: Event, Codable, Equatable { var text: String }

struct Loaded<Row: Codable & Sendable & Equatable>: Event, Codable, Equatable { var rows: [Row] }

/// Not in the catalog.
struct Unlisted: Event, Codable {}

struct ShelfBroken: Error, Codable, Equatable { var board: Int }

extension Shelf {
    static let catalog = EventCatalog<Shelf>(unregistered: .mark, events: lines)

    static let lines: [EventSchema] = [
        .event(ItemAdded.self, as: "item.added"),
        .event(ItemRemoved.self, as: "item.removed"),
        .event(Swept.self, as: "shelf.swept"),
        .event(Loaded<Item>.self, as: "items.loaded"),
        .event(NoteTyped.self, as: "note.typed"),
        .undo(Note.self, as: "note.undone"),
        .redo(Note.self, as: "note.redone"),
        .status([Int].self, as: "wanted.status"),
        .assignments(of: Shelf.self),
        .commandEnded(failures: [.failure(ShelfBroken.self, as: "shelf.broken")]),
        .reset(Shelf.self, as: "shelf.reset"),
    ]
}
