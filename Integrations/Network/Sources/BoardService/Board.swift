import Foundation
import Hummingbird
import Reactor
import ReactorRecording

struct Note: Identifiable, Hashable, Sendable, ResponseCodable {
    var id: String
    var text: String
}

struct NoteAdded: Event, Codable { var note: Note }

/// The notes of one user.
struct Board: State, Codable, Equatable {
    var notes: [Note] = []

    /// The message to readers for each event: a few bytes, regardless of the number of notes.
    var newest: Newest { Newest(number: notes.count, note: notes.last) }

    static let catalog = EventCatalog<Board>(events: [.event(NoteAdded.self, as: "noteAdded")])

    mutating func react(to event: any Event) {
        if let event = event as? NoteAdded { notes.append(event.note) }
    }
}

struct Newest: Equatable, Sendable {
    var number: Int
    var note: Note?

    /// A server-sent event; for an empty board a comment, so that a reader knows that it is connected.
    var message: ByteBuffer {
        guard let note, let json = try? JSONEncoder().encode(note) else { return ByteBuffer(string: ":\n\n") }
        return ByteBuffer(string: "id: \(number)\ndata: \(String(decoding: json, as: UTF8.self))\n\n")
    }
}

/// Refuses empty notes, and notes that exceed the limit.
struct Rules: Middleware {
    var room = 100_000

    func intercept(event: any Event, state: Board) -> (any Event)? {
        guard let added = event as? NoteAdded else { return event }
        return added.note.text.isEmpty || state.notes.count >= room ? nil : event
    }
}
