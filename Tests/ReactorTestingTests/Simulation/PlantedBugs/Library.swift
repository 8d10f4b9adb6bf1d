import Reactor
import ReactorTesting

/// The state of a search for books.
struct Library: State, Equatable {
    var question = ""
    var books: [String] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as Asked: question = event.question
        case let event as BooksFound: books = event.books
        case is Reset<Library>: self = Library()
        default: break
        }
    }
}

struct Asked: Event { let question: String }

struct BooksFound: Event { let books: [String] }

/// Finds books through a service with callbacks: no cancellation reaches it, so it responds whatever has happened since.
struct FindBooks: Command {
    let question: String
    let network: SimulatedService
    let sim: Simulation
    /// A core that does not belong to a command: its events are never late. Nil in a correct command.
    let neverLate: Core<Library>?

    func execute(state: Library, core: Core<Library>) async {
        let core = neverLate ?? core
        core.fire(event: Asked(question: question))
        let answer = sim.start("the answer to \(question)") {
            let books = try await network.call("find \(question)") { ["\(question) and other stories"] }
            core.fire(event: BooksFound(books: books))
        }
        await answer.value
    }
}

/// A user who searches for one text after another, and sometimes closes the screen: the results must belong to the last search.
func searchBooks(refusesLate: Bool, in sim: Simulation) async throws {
    var random = sim.random
    let core = sim.core("library", state: Library())
    let network = sim.service("books")
    for number in 1...random.number(in: 2...5) {
        let find = FindBooks(
            question: "question \(number)", network: network, sim: sim, neverLate: refusesLate ? nil : core)
        sim.step("ask question \(number)") {
            core.fire(
                command: find, options: CommandOptions(id: "find", policy: .restart, owner: Library.self))
        }
        try await sim.pass(.milliseconds(random.number(in: 0...60)))
        if random.chance(20) { sim.step("close the screen") { core.fire(event: Reset<Library>()) } }
    }
    await sim.settled()
    let library = await core.state
    try await sim.expect("\(library.books) for '\(library.question)'") {
        library.books.allSatisfy { $0 == "\(library.question) and other stories" }
    }
}
