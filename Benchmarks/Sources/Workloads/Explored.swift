import Reactor
import ReactorRecording
import ReactorTesting

/// An exploration of a shelf on which books are put and lent, until so many states were seen.
package enum Explored: String, CaseIterable, Sendable {
    /// Events that are fired.
    case fired
    /// The same, fired and predicted; what a server says, and what it is read to say.
    case predicted

    /// How many steps were tried from them.
    @discardableResult
    package func explore(states: Int) throws -> Int {
        let report = try Exploration(of: Shelf(), depth: 1_000, mostStates: states) { shelf in
            for book in 0..<12 where !shelf.books.contains(book) {
                switch self {
                case .fired: ExplorationStep.fired(BookPut(book: book))
                case .predicted: if book < 4 { BookPut(book: book) }
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
        guard report.states == states else {
            throw WrongResult(description: "an exploration saw \(report.states) states, not \(states)")
        }
        return report.steps
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
