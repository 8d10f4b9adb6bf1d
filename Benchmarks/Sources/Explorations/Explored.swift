import Reactor
import ReactorRecording
import ReactorTesting
import Workloads

/// An exploration of an app, until N states were seen.
package enum Explored: String, CaseIterable, Sendable {
    /// A shelf on which books are put and lent: events that are fired.
    case fired
    /// The same, fired and predicted, with updates and reads of a server.
    case predicted
    /// An app of medium size, in which notes are renamed, pinned and deleted before a server responds, and read again.
    case desk

    /// The number of steps that were tried from them.
    @discardableResult
    package func explore(states: Int) throws -> Int {
        let report = self == .desk ? try Desk.explored(states: states) : try shelf(states: states)
        guard report.states == states else {
            throw WrongResult(description: "an exploration saw \(report.states) states, not \(states)")
        }
        return report.steps
    }

    private func shelf(states: Int) throws -> ExplorationReport {
        try Exploration(of: Shelf(), depth: 1_000, mostStates: states) { shelf in
            for book in 0..<12 where !shelf.books.contains(book) {
                if self == .fired {
                    ExplorationStep.fired(BookPut(book: book))
                } else if book < 4 {
                    BookPut(book: book)
                }
            }
            for book in shelf.books where !shelf.lent.contains(book) { ExplorationStep.fired(BookLent(book: book)) }
            if self == .predicted {
                ExplorationStep.authoritative(BooksRead(books: [0, 1]))
                ExplorationStep.read(BooksRead(books: [2]))
            }
            Reset<Shelf>()
        }
        .always([
            Invariant("what is lent is there") { shelf in shelf.lent.allSatisfy { shelf.books.contains($0) } }
        ]).check()
    }
}

private struct BookPut: Event, Hashable { var book: Int }
private struct BookLent: Event, Hashable { var book: Int }
private struct BooksRead: Event, Hashable { var books: [Int] }

private struct Shelf: State, Hashable {
    var books: [Int] = []
    var lent: Set<Int> = []
    var title = "a shelf of books"

    mutating func react(to event: any Event) {
        switch event {
        case let event as BookPut: if !books.contains(event.book) { books.append(event.book) }
        case let event as BookLent: if books.contains(event.book) { lent.insert(event.book) }
        case let event as BooksRead:
            books = event.books
            lent.formIntersection(event.books)
        case is Reset<Shelf>: self = Shelf()
        default: break
        }
    }
}

private struct NoteRenamed: Event, Hashable {
    var note: Int
    var title: String
}
private struct Pinned: Event, Hashable { var note: Int }
private struct NoteDeleted: Event, Hashable { var note: Int }
private struct Searched: Event, Hashable { var text: String }
private struct NotesRead: Event, Hashable { var notes: [Desk.Note] }
private struct Refused: Event, Hashable { var reason: String }

/// Thirty notes, the shown ones, and the refused ones.
private struct Desk: State, Hashable {
    struct Note: Hashable {
        var id: Int
        var title: String
        var text = "what somebody wrote down on a day of which nothing else is known"
        var isPinned = false
    }

    static let stored = (0..<30).map { Note(id: $0, title: "note \($0)") }

    var notes = Desk.stored
    var found = Array(0..<30)
    var search = ""
    var problem: String?
    var deleted: Set<Int> = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as NoteRenamed: change(event.note) { $0.title = event.title }
        case let event as Pinned: change(event.note) { $0.isPinned.toggle() }
        case let event as NoteDeleted:
            notes.removeAll { $0.id == event.note }
            deleted.insert(event.note)
        case let event as Searched: search = event.text
        case let event as NotesRead: notes = event.notes.filter { !deleted.contains($0.id) }
        case let event as Refused: problem = event.reason
        case is Reset<Desk>: self = Desk()
        default: return
        }
        found = notes.filter { search.isEmpty || $0.title.contains(search) }.map(\.id)
    }

    private mutating func change(_ id: Int, _ body: (inout Note) -> Void) {
        guard let index = notes.firstIndex(where: { $0.id == id }) else { return }
        body(&notes[index])
    }

    static func explored(states: Int) throws -> ExplorationReport {
        let renamed = stored.map { Note(id: $0.id, title: $0.id == 3 ? "renamed elsewhere" : $0.title) }
        return try Exploration(of: Desk(), depth: 1_000, mostStates: states) { desk in
            for note in 0..<3 where desk.notes.contains(where: { $0.id == note }) {
                ExplorationStep.predicted(
                    NoteRenamed(note: note, title: "mine"), answer: [NoteRenamed(note: note, title: "mine, as stored")])
                Pinned(note: note)
            }
            if desk.deleted.isEmpty { ExplorationStep.predicted(NoteDeleted(note: 4)) }
            ExplorationStep.fired(Searched(text: desk.search.isEmpty ? "1" : ""))
            if desk.problem == nil { ExplorationStep.fired(Refused(reason: "no network")) }
            ExplorationStep.authoritative(NotesRead(notes: stored))
            ExplorationStep.read(NotesRead(notes: renamed))
        }
        .always([
            Invariant("what is found is there") { desk in
                let ids = Set(desk.notes.map(\.id))
                return desk.found.allSatisfy(ids.contains)
            }
        ])
        .check()
    }
}
