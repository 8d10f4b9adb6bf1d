import Foundation
import Reactor
import ReactorRecording
import ReactorTerminal
import ReactorTestSupport

@testable import ReactorTools

/// Books on a shelf, of which one is lent: a state of the tests.
struct Shelf: State, Codable, Equatable {
    var books: [String] = []
    var owner = Confidential("Ada")

    mutating func react(to event: any Event) {
        switch event {
        case let event as BookAdded: books.append(event.title)
        case let event as BookLent: books.removeAll { $0 == event.title }
        case let event as OwnerChanged: owner = event.owner
        case is Reset<Shelf>: books = []
        default: break
        }
    }

    static let events: [EventSchema] = [
        .event(BookAdded.self, as: "book.added"), .event(OwnerChanged.self, as: "owner.changed"),
        .reset(Shelf.self, as: "shelf.reset"),
    ]
    static let catalog = EventCatalog<Shelf>(events: events + [.event(BookLent.self, as: "book.lent")])
    static let invariants = [
        Invariant<Shelf>("no title twice") { Set($0.books).count == $0.books.count },
        Invariant<Shelf>("few books") { $0.books.count < 4 },
    ]
}

struct BookAdded: Event, Codable { let title: String }
struct BookLent: Event, Codable { let title: String }
struct OwnerChanged: Event, Codable { let owner: Confidential<String> }

/// A command that fails with a text for developers, and the same text for users.
struct Complain: Command {
    struct Complaint: ExplainedError, CustomStringConvertible {
        let description: String
        var explanation: UserMessage { UserMessage("complaint", [.text(description)]) }
    }

    let text: String

    func execute(state: Shelf, core: Core<Shelf>) async throws { throw Complaint(description: text) }
}

/// A folder of recordings of a shelf, and its tool, whose output is stored.
struct ShelfTool {
    struct Run: Equatable {
        var code: ExitCode
        var output: String
        var errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }

        /// Each line of the output as JSON.
        func json() throws -> [JSON] { try lines.map { try JSON(parsing: $0) } }
    }

    let scratch: ScratchFolder
    var catalog = Shelf.catalog
    var verbs: [JournalVerb<Shelf>] = []
    /// The command that the user types to start it; nil for the name of the running program.
    var name: String?

    init() throws { scratch = try ScratchFolder() }

    func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

    func run(_ arguments: String..., screen: Screen = .none, interrupt: Interrupt = Interrupt()) async -> Run {
        await run(arguments, screen: screen, interrupt: interrupt)
    }

    func run(_ arguments: [String], screen: Screen = .none, interrupt: Interrupt = Interrupt()) async -> Run {
        let (output, errors) = (MemorySink(), MemorySink())
        let tool = JournalTool(
            catalog, app: "shelf", invariants: Shelf.invariants, versions: ["shelf": "2.1"], verbs: verbs)
        let code = await tool.program(named: name).run(
            arguments, output: Output(to: output, screen: screen, capacity: 0),
            errors: Output(to: errors, screen: .none, capacity: 0), interrupt: interrupt)
        return Run(code: code, output: output.text, errors: errors.text)
    }

    /// Records the events of `body`, on a clock that advances by 250 milliseconds with each entry.
    func record(
        _ name: String, app: String = "shelf", _ body: (Core<Shelf>) async throws -> Void
    ) async throws -> String {
        let clock = ReactorTestSupport.Locked<Int64>(1_767_254_400_000)
        var configuration = JournalConfiguration(app: app, gathering: .zero, report: { _ in })
        configuration.now = {
            clock.withLock { milliseconds in
                milliseconds += 250
                return Timestamp(millisecondsSince1970: milliseconds)
            }
        }
        let opened = try await Core.open(
            journal: path(name), initial: Shelf(), catalog: Shelf.catalog, configuration: configuration)
        try await body(opened.core)
        await opened.core.settled()
        try await opened.close()
        return path(name)
    }

    /// The files of a process that was killed at this point: a copy of its folder while it is open.
    func killed(_ name: String, _ body: (Core<Shelf>) async throws -> Void) async throws -> String {
        let opened = try await Core.open(
            journal: path("\(name)-alive"), initial: Shelf(), catalog: Shelf.catalog,
            configuration: JournalConfiguration(app: "shelf", gathering: .zero, report: { _ in }))
        try await body(opened.core)
        await opened.core.settled()
        try await opened.journal.durable()
        try FileManager.default.copyItem(atPath: path("\(name)-alive"), toPath: path(name))
        try await opened.close()
        return path(name)
    }

    /// Three books.
    func books(_ name: String = "books") async throws -> String {
        try await record(name) { core in
            for title in ["Emma", "Ulysses", "Persuasion"] { core.fire(event: BookAdded(title: title)) }
        }
    }

    func text(of path: String) throws -> String {
        String(decoding: try Input.bytes(path), as: UTF8.self)
    }

    /// Changes the only segment of a recording.
    func change(_ recording: String, _ change: (String) -> String) throws {
        let segment = "\(recording)/segment-000001.jsonl"
        try WholeFile.write(Array(change(try text(of: segment)).utf8), to: segment)
    }

    /// A recording of complete lines with content that no app wrote.
    func forged(_ name: String, _ lines: (JournalHeader) -> [JournalLine]) throws -> String {
        let header = JournalHeader(
            id: "f0", app: "shelf", at: Timestamp(millisecondsSince1970: 0), schema: Shelf.catalog.schema,
            base: Array(#"{"books":[],"owner":{"confidential":"Ada"}}"#.utf8))
        var writer = LineWriter()
        for line in lines(header) { writer.write(line) }
        return try scratch.file(name, .init(writer.bytes))
    }
}
