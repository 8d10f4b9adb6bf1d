import Reactor

/// What a screen shows of the database.
package struct Notes: State, Codable, Equatable {
    /// What is looked for; nil while the screen is not shown.
    package internal(set) var query: String?
    /// What was found; nil until the database has answered.
    package internal(set) var found: [Note]?
    /// Why the database stopped answering.
    package internal(set) var problem: UserFacingError<Never>?
    /// Why the last note that was to be written was not.
    package internal(set) var unwritten: UserFacingError<Never>?

    package init() {}

    package mutating func react(to event: any Event) {
        switch event {
        case let event as NotesShown: (query, problem) = (event.query, nil)
        case is NotesHidden: self = Notes()
        case let event as NotesFound where event.query == query: found = event.notes
        case is NoteWritten: unwritten = nil
        case let event as CommandEnded where event.command == "\(WatchNotes.self)":
            problem = UserFacingError(event) ?? problem
        case let event as CommandEnded: unwritten = UserFacingError(event) ?? unwritten
        default: break
        }
    }

    /// The one who reads. A row that is saved comes back to the state through the query, like any other change.
    @ReactionBuilder<Notes>
    package static func reactions() -> [any Reaction<Notes>] {
        For(\.query) { WatchNotes(query: $0) }
    }
}

/// The screen shows the notes that contain a text.
package struct NotesShown: Event, Codable {
    package let query: String

    package init(query: String = "") { self.query = query }
}

/// The screen has gone.
package struct NotesHidden: Event, Codable { package init() {} }

/// A note was written or taken out, so an earlier failure is over.
package struct NoteWritten: Event, Codable { package init() {} }

/// The database has these.
package struct NotesFound: Event, Codable, Equatable {
    package let query: String
    package let notes: [Note]
}

/// A live query: runs as long as the screen asks for it.
struct WatchNotes: Command {
    let query: String

    func execute(state: Notes, core: Core<Notes>) async throws {
        for try await notes in try await core.dependencies.notes.notes(containing: query) {
            core.fire(event: NotesFound(query: query, notes: notes))
        }
    }
}

/// Writes a note. It brings no note to the state: the query does.
package struct SaveNote: Command {
    package let note: Note

    package init(_ note: Note) { self.note = note }

    package func execute(state: Notes, core: Core<Notes>) async throws {
        try await core.dependencies.notes.save(note)
        core.fire(event: NoteWritten())
    }
}

/// Takes a note out.
package struct DeleteNote: Command {
    package let id: Note.ID

    package init(_ id: Note.ID) { self.id = id }

    package func execute(state: Notes, core: Core<Notes>) async throws {
        try await core.dependencies.notes.delete(id)
        core.fire(event: NoteWritten())
    }
}

enum NoteStoreKey: DependencyKey {
    static let liveValue: any NoteStore = MemoryNoteStore()
}

extension Dependencies {
    package var notes: any NoteStore {
        get { self[NoteStoreKey.self] }
        set { self[NoteStoreKey.self] = newValue }
    }
}
