import GRDB
import Reactor
import ReactorGRDB

/// A row, as the table and the app know it.
struct Note: Identifiable, Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    var id: String
    var text: String
}

struct NotesShown: Event { var query = "" }
struct NotesHidden: Event {}
struct NotesFound: Event {
    var query: String
    var notes: [Note]
}

/// A screen that reads the database: the query belongs to the screen, the rows to the database.
struct Notes: State {
    var query: String?
    var found: KeyedRows<Note.ID, Note> = []
    var problem: String?

    mutating func react(to event: any Event) {
        switch event {
        case let event as NotesShown: (query, problem) = (event.query, nil)
        case is NotesHidden: self = Notes()
        case let event as NotesFound where event.query == query:
            do { try found.replaceAll(with: event.notes) } catch { problem = "\(error)" }
        case let event as CommandEnded:
            if case .failed(let error) = event.outcome { problem = "\(error)" }
        default: break
        }
    }
}

/// Delivers the results of the query while the screen observes it.
struct WatchNotes: Command {
    let query: String
    let database: any DatabaseReader

    func execute(state: Notes, core: Core<Notes>) async throws {
        let found = database.live { try Note.matching(query).fetchAll($0) }
        for try await notes in found { core.fire(event: NotesFound(query: query, notes: notes)) }
    }
}

/// Writes a note. It fires nothing: the query observes it.
struct SaveNote: Command {
    let note: Note
    let database: any DatabaseWriter

    func execute(state: Notes, core: Core<Notes>) async throws {
        try await database.write { try note.save($0) }
    }
}

extension Note {
    /// The notes that contain a text, by their ids.
    static func matching(_ text: String) -> QueryInterfaceRequest<Note> {
        filter(Column("text").like("%\(text)%")).order(Column("id"))
    }

    /// Creates the table, in the process that starts first.
    static func prepare(_ database: any DatabaseWriter) throws {
        try database.write { database in
            try database.create(table: "note", options: .ifNotExists) { table in
                table.primaryKey("id", .text)
                table.column("text", .text).notNull()
            }
        }
    }
}

extension Core<Notes> {
    /// A core of a screen whose rows are in a database.
    static func notes(in database: any DatabaseReader, runtime: Runtime = .live) -> Core<Notes> {
        Core(
            state: Notes(), reactions: [.for(\.query) { WatchNotes(query: $0, database: database) }], runtime: runtime)
    }
}
