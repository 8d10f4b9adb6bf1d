/// A row as the app knows it: a value, whatever the database makes of it.
package struct Note: Identifiable, Codable, Hashable, Sendable {
    package let id: String
    package let text: String

    package init(id: String, text: String) {
        self.id = id
        self.text = text
    }
}

/// A database of notes, as commands see it.
package protocol NoteStore: Sendable {
    /// The notes that contain a text: those that there are, and again all of them when they are others. Ends when whoever
    /// reads it does.
    func notes(containing text: String) async throws -> AsyncThrowingStream<[Note], any Error>
    /// Puts a note in, in the place of one with the same id.
    func save(_ note: Note) async throws
    /// Takes a note out; nothing happens where there is none.
    func delete(_ id: Note.ID) async throws
}
