import Reactor

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
    /// The notes that contain a text: those that there are now, and all of them again when they have changed. Ends when whoever
    /// reads it does.
    func notes(containing text: String) async throws -> AsyncThrowingStream<[Note], any Error>
    /// Puts a note in, in the place of one with the same id.
    func save(_ note: Note) async throws
    /// Takes a note out; nothing happens where there is none.
    func delete(_ id: Note.ID) async throws
}

/// A store in memory, for tests and previews. It keeps the contract of the others.
package actor MemoryNoteStore: NoteStore {
    private var notes: [Note.ID: Note]
    private var watchers: [Int: Watcher] = [:]
    private var lastWatcher = 0

    private struct Watcher {
        let text: String
        let continuation: AsyncThrowingStream<[Note], any Error>.Continuation
        var delivered: [Note]
    }

    private let forgot: @Sendable () -> Void

    /// - Parameter forgot: called when a query that nobody reads any more was dropped.
    package init(_ notes: [Note] = [], forgot: @escaping @Sendable () -> Void = {}) {
        self.notes = Dictionary(notes.map { ($0.id, $0) }) { $1 }
        self.forgot = forgot
    }

    /// A store that was written before, brought to the form of today.
    ///
    /// - Throws: ``NoteTable/Unreadable``.
    package init(opening table: NoteTable) throws { self.init(try table.migrated().notes()) }

    /// How many queries are live.
    package var watcherCount: Int { watchers.count }

    package func notes(containing text: String) -> AsyncThrowingStream<[Note], any Error> {
        // Each value is all of them, so only the newest has to wait for a slow reader.
        let (stream, continuation) = AsyncThrowingStream<[Note], any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        lastWatcher += 1
        let number = lastWatcher
        continuation.onTermination = { _ in Task { await self.forget(number) } }
        let found = matches(text)
        watchers[number] = Watcher(text: text, continuation: continuation, delivered: found)
        continuation.yield(found)
        return stream
    }

    package func save(_ note: Note) {
        notes[note.id] = note
        notify()
    }

    package func delete(_ id: Note.ID) {
        notes[id] = nil
        notify()
    }

    private func notify() {
        for (number, watcher) in watchers {
            let found = matches(watcher.text)
            guard found != watcher.delivered else { continue }
            watchers[number]?.delivered = found
            watcher.continuation.yield(found)
        }
    }

    private func matches(_ text: String) -> [Note] {
        notes.values.filter { text.isEmpty || $0.text.contains(text) }.sorted { $0.id < $1.id }
    }

    private func forget(_ number: Int) {
        watchers[number] = nil
        forgot()
    }
}

/// What is on the disk: rows by the names of their columns, and the version of their form.
package struct NoteTable: Equatable, Sendable {
    package var version: Int
    package var rows: [[String: String]]

    package init(version: Int, rows: [[String: String]]) {
        self.version = version
        self.rows = rows
    }

    /// Why a table cannot be opened.
    package enum Unreadable: ExplainedError, Equatable {
        case newer(Int)
        case row(Int, missing: String)

        package var explanation: UserMessage {
            switch self {
            case .newer: UserMessage("recording.newer", recovery: "recovery.update")
            case .row: UserMessage("recording.unreadable", recovery: "recovery.report")
            }
        }
    }

    /// What makes a table of each version out of the one before. A step that was released is never changed.
    private static let steps: [@Sendable (inout [String: String]) -> Void] = [
        // 1 to 2: the column was called differently.
        { $0["text"] = $0.removeValue(forKey: "body") },
        // 2 to 3: blanks at the front were kept by mistake.
        { $0["text"] = $0["text"].map { String($0.drop { $0 == " " }) } },
    ]

    package static let version = steps.count + 1

    /// This table in the form of today.
    ///
    /// - Throws: ``Unreadable/newer(_:)`` for one of a later version of the app.
    package func migrated() throws(Unreadable) -> NoteTable {
        guard (1...Self.version).contains(version) else { throw .newer(version) }
        var table = self
        for step in Self.steps.dropFirst(version - 1) {
            for index in table.rows.indices { step(&table.rows[index]) }
        }
        table.version = Self.version
        return table
    }

    /// The rows as the app knows them.
    ///
    /// - Throws: ``Unreadable/row(_:missing:)``.
    package func notes() throws(Unreadable) -> [Note] {
        var notes: [Note] = []
        for (number, row) in rows.enumerated() {
            guard let id = row["id"] else { throw .row(number, missing: "id") }
            guard let text = row["text"] else { throw .row(number, missing: "text") }
            notes.append(Note(id: id, text: text))
        }
        return notes
    }
}
