import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// A load belongs to one status: that with its name, in its child state, in the run that the status shows.
@Suite("The identity of a load")
struct LoadIdentityTests {
    private let reports = Reports()
    private let clock = ManualClock()
    private let server = TestGate<[String]>()
    private static let time = Timestamp(millisecondsSince1970: 7)

    private func core(_ library: Library = Library()) -> Core<Library> {
        Core(state: library, runtime: .testing(reports, clock: clock))
    }

    private func load<S: State>(
        _ core: Core<S>, _ member: KeyPath<S, RequestStatus<[String], String>> & Sendable, as name: String = "titles",
        about: [any Hashable & Sendable]?
    ) -> CommandHandle {
        let load = Load(name, member, about: about, now: { Self.time }) { [server] _ in try await server.wait() }
        return core.fire(command: load)
    }

    @Test("Two rows with a status of one name have two loads, each with its value, and each with its failure")
    func rows() async throws {
        let core = core(Library(shelves: [Rack(id: 4), Rack(id: 6)]))
        let shelves = [4, 6].map { core.scope(to: \.shelves, id: $0, default: Rack(id: 0)) }
        let loads = shelves.map { load($0, \.titles, about: nil) }
        await server.arrived(2)
        server.resumeOne(with: ["four"])
        server.resumeOne(throwing: Broken(number: 6))
        #expect(await [loads[0].end, loads[1].end] == ["finished", "failed: broken 6"])
        let state = await core.state
        #expect(state.shelves[id: 4]?.titles.value == ["four"])
        #expect(state.shelves[id: 4]?.titles.error == nil)
        #expect(state.shelves[id: 6]?.titles.value == nil)
        #expect(state.shelves[id: 6]?.titles.error == "broken 6")
        #expect(reports.all.isEmpty)
    }

    @Test("A status in a row that does not pass the id of the row is reported, and stores nothing")
    func rowWithoutID() async {
        let core = core(Library(shelves: [Rack(id: 4)]))
        let shelf = core.scope(to: \.shelves, id: 4, default: Rack(id: 0))
        let handle = load(shelf, \.lent, as: "lent", about: nil)
        await server.arrived()
        await core.settled()
        #expect(reports.sentences.count { $0.contains("Call react(to: event, as: \"lent\", row: id)") } == 1)
        server.open(with: ["lost"])
        #expect(await handle.end == "finished")
        #expect(await core.state.shelves[id: 4]?.lent.value == nil)
    }

    @Test("Two children of one type that share a name are reported when the second one loads")
    func sharedName() async {
        let core = core()
        let first = load(core.scope(to: \.left), \.books, as: "panel", about: nil)
        await server.arrived()
        _ = await load(core.scope(to: \.right), \.books, as: "panel", about: nil).outcome
        #expect(reports.sentences.count { $0.contains("shows the load of another status") } == 1)
        server.open(with: [])
        _ = await first.outcome
    }

    @Test("The end of a command names its row", arguments: ["save", "other"])
    func ends(id: String) async {
        let core = core(Library(shelves: [Rack(id: 1), Rack(id: 2)]))
        let shelf = core.scope(to: \.shelves, id: 2, default: Rack(id: 0))
        _ = await shelf.perform(options: CommandOptions(id: CommandID(id))) { _ in throw Broken(number: 3) }.outcome
        await core.settled()
        #expect(await core.state.shelves.map(\.failures) == [0, id == "save" ? 1 : 0])
    }

    @Test(
        "A load whose status was reset or canceled blocks no other, and its response is not shown",
        arguments: [nil, []] as [[Int]?], [false, true])
    func reset(about: [Int]?, isCanceled: Bool) async {
        for policy in [CommandPolicy.drop, .enqueue, .keepLatest, .restart] {
            let (core, server) = (core(), TestGate<[String]>())
            func load() -> CommandHandle {
                let load = Load("titles", \Library.titles, about: about, now: { Self.time }) { _ in
                    try await server.wait()
                }
                return core.fire(command: load) { ($0.policy, $0.grace) = (policy, .seconds(1)) }
            }
            let first = load()
            await server.arrived()
            core.fire(event: Change { if isCanceled { $0.titles.cancel() } else { $0 = Library() } })
            await core.settled()
            #expect(await core.state.titles.isLoading == false)
            let second = load()
            _ = await first.outcome
            if policy == .enqueue || policy == .keepLatest {
                await clock.sleepers(1)
                clock.advance(by: .seconds(1))
            }
            await server.arrived(2)
            server.resumeOne(with: ["the user before"])
            await core.settled()
            #expect(await core.state.titles.value == nil, "\(policy)")
            server.resumeOne(with: ["mine"])
            #expect(await second.end == "finished", "\(policy)")
            #expect(await core.state.titles.value == ["mine"])
        }
    }

    @Test("A response to a status that was reset is ignored, without another load", arguments: [nil, []] as [[Int]?])
    func signedOut(about: [Int]?) async {
        let core = core()
        let handle = load(core, \.titles, about: about)
        await server.arrived()
        core.fire(event: Change { $0 = Library() })
        server.open(with: ["the user before"])
        _ = await handle.outcome
        await core.settled()
        #expect(await core.state.titles == RequestStatus())
    }

    @Test(
        "An invalidation during a load is retained: the response is stale, and the next load sends a request",
        arguments: [nil, []] as [[Int]?])
    func invalidated(about: [Int]?) async {
        for policy in [CommandPolicy.drop, .keepLatest, .enqueue, .restart] {
            let (core, server) = (core(), TestGate<[String]>())
            func refresh() -> CommandHandle {
                core.fire(event: Change { $0.titles.invalidate() })
                let load = Load("titles", \Library.titles, about: about, now: { Self.time }) { _ in
                    try await server.wait()
                }
                return core.fire(command: load) { ($0.policy, $0.grace) = (policy, .seconds(1)) }
            }
            let first = refresh()
            await server.arrived()
            let second = refresh()
            server.resumeOne(with: ["old"])
            _ = await first.outcome
            if policy == .drop {
                #expect(await second.end == "dropped")
                #expect(await core.state.titles.value == ["old"])
                #expect(await core.state.titles.isStale)
                _ = core.fire(command: Load("titles", \Library.titles, about: about) { _ in try await server.wait() })
            }
            await server.arrived(2)
            server.open(with: ["new"])
            await core.idle()
            #expect(await core.state.titles.value == ["new"], "\(policy)")
            #expect(await !core.state.titles.isStale, "\(policy)")
        }
    }

    @Test("A first response that a change overlaps is stale until the response after the change")
    func provisional() async {
        let core = core()
        let handle = load(core, \.titles, about: ["b"])
        await server.arrived()
        let prediction = core.predict(Change { $0.notes += 1 }, about: ["b"])
        server.resumeOne(with: ["first"])
        _ = await core.updates(of: \.titles).first { $0.value != nil }
        let between = await core.state.titles
        #expect(between.value == ["first"] && between.isStale && between.isLoading)
        core.cancelAll()
        _ = await handle.outcome
        await core.settled()
        #expect(await core.state.titles.isStale)
        prediction.commit()
        let next = load(core, \.titles, about: ["b"])
        await server.arrived(2)
        server.open(with: ["second"])
        #expect(await next.end == "finished")
        #expect(await core.state.titles.value == ["second"])
        #expect(await !core.state.titles.isStale)
    }
}

private struct Library: State {
    var titles = RequestStatus<[String], String>()
    var notes = 0
    var shelves: KeyedRows<Int, Rack> = []
    var left = Panel()
    var right = Panel()

    init(shelves: KeyedRows<Int, Rack> = []) { self.shelves = shelves }

    mutating func react(to event: any Event) {
        if titles.react(to: event, as: "titles") { return }
        if let event = event as? Change { return event.change(&self) }
        for id in shelves.map(\.id) { shelves[id: id]?.react(to: event) }
        left.react(to: event)
        right.react(to: event)
    }
}

private struct Rack: State, Identifiable {
    let id: Int
    var titles = RequestStatus<[String], String>()
    var lent = RequestStatus<[String], String>()
    var failures = 0

    mutating func react(to event: any Event) {
        if titles.react(to: event, as: "titles", row: id) { return }
        if lent.react(to: event, as: "lent") { return }
        if let event = event as? CommandEnded, event.id == "save", event.isOf(row: id) { failures += 1 }
    }
}

private struct Panel: State {
    var books = RequestStatus<[String], String>()
    mutating func react(to event: any Event) { _ = books.react(to: event, as: "panel") }
}

private struct Change: Event {
    let change: @Sendable (inout Library) -> Void
    init(_ change: @escaping @Sendable (inout Library) -> Void) { self.change = change }
}
