import Reactor

/// A live query: runs as long as the screen asks for it.
struct WatchNotes: Command {
    let query: String

    func execute(state: Notes, core: Core<Notes>) async throws {
        for try await notes in try await core.dependencies.notes.notes(containing: query) {
            core.fire(event: NotesFound(query: query, notes: notes))
        }
    }
}

/// Writes a note. Fires nothing: the query sees it.
package struct SaveNote: Command {
    package let note: Note

    package init(_ note: Note) { self.note = note }

    package func execute(state: Notes, core: Core<Notes>) async throws {
        try await core.dependencies.notes.save(note)
    }
}

/// Takes a note out.
package struct DeleteNote: Command {
    package let id: Note.ID

    package init(_ id: Note.ID) { self.id = id }

    package func execute(state: Notes, core: Core<Notes>) async throws {
        try await core.dependencies.notes.delete(id)
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
