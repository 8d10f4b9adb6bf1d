/// A store in memory, for tests and previews. It keeps the contract of the others.
package actor MemoryNoteStore: NoteStore {
    private var notes: [Note.ID: Note]
    private var watchers: [Int: Watcher] = [:]
    private var lastWatcher = 0

    private struct Watcher {
        let text: String
        let continuation: AsyncThrowingStream<[Note], any Error>.Continuation
        var told: [Note]
    }

    private let forgot: @Sendable () -> Void

    /// - Parameter forgot: told when a query that nobody reads any more was let go.
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
        watchers[number] = Watcher(text: text, continuation: continuation, told: found)
        continuation.yield(found)
        return stream
    }

    package func save(_ note: Note) {
        notes[note.id] = note
        tell()
    }

    package func delete(_ id: Note.ID) {
        notes[id] = nil
        tell()
    }

    private func tell() {
        for (number, watcher) in watchers {
            let found = matches(watcher.text)
            guard found != watcher.told else { continue }
            watchers[number]?.told = found
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
