import Reactor
import ReactorTesting
import Testing

/// The code of Docs/Simulation.md.
@Suite("The guide to simulations")
struct GuideTests {
    @Test("Whatever the network does, the shelf shows what the library has")
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func shelf() async throws {
        try await Simulation.check(seeds: 0..<200) { sim in
            let library = SimulatedLibrary(network: sim.service("library", faults: .flaky))
            let core = sim.core(
                "shelf", state: Shelf(), dependencies: Dependencies { $0.library = library })
            var random = sim.random
            for title in ["Emma", "Ulysses", "Walden"] {
                sim.step("put \(title)") { core.fire(command: PutBook(title: title)) }
                try await sim.pass(.milliseconds(random.number(in: 0...40)))
            }
            await sim.settled()
            let there = await library.room.titles
            try await sim.expect("the library has \(there)") { await core.state.books.sorted() == there.sorted() }
            sim.sometimes("a book was taken back", await core.state.failures > 0)
        }
    }

    @Test("A book that is refused leaves the one that was put after it")
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func regression() async throws {
        try await Simulation.check(seeds: 0..<100) { sim in
            let refusing = SimulatedLibrary(network: sim.service("library", faults: Faults(refused: 100)))
            let taking = SimulatedLibrary(network: sim.service("other library"))
            let core = sim.core("shelf", state: Shelf(), dependencies: Dependencies { $0.library = taking })
            core.fire(command: PutBook(title: "Emma", library: refusing))
            core.fire(command: PutBook(title: "Ulysses"))
            await sim.settled()
            try await sim.expect { await core.state.books == ["Ulysses"] }
        }
    }
}

private struct Shelf: State, Equatable {
    var books: [String] = []
    var failures = 0

    mutating func react(to event: any Event) {
        switch event {
        case let event as BookPut: books.append(event.title)
        case is PuttingFailed: failures += 1
        default: break
        }
    }
}

private struct BookPut: Event { var title: String }
private struct PuttingFailed: Event {}

private protocol BookLibrary: Sendable {
    func put(_ title: String) async throws
}

/// Shows the book at once, and takes it back when the library does not take it.
private struct PutBook: Command {
    var title: String
    var library: (any BookLibrary)?

    func execute(state: Shelf, core: Core<Shelf>) async throws {
        let library = library ?? core.dependencies.library
        try await core.optimistically(BookPut(title: title)) { _ in
            try await library.put(title)
            return .commit
        } onFailure: { _ in
            [PuttingFailed()]
        }
    }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private struct SimulatedLibrary: BookLibrary {
    let network: SimulatedService
    let room = BookRoom()

    func put(_ title: String) async throws {
        try await network.call("put \(title)") { await room.put(title) }
    }
}

private actor BookRoom {
    private(set) var titles: [String] = []

    func put(_ title: String) { titles.append(title) }
}

private struct NoLibrary: BookLibrary {
    func put(_ title: String) async throws { throw SimulatedFault.refused(title) }
}

private enum LibraryKey: DependencyKey {
    static var liveValue: any BookLibrary { NoLibrary() }
}

extension Dependencies {
    fileprivate var library: any BookLibrary {
        get { self[LibraryKey.self] }
        set { self[LibraryKey.self] = newValue }
    }
}
