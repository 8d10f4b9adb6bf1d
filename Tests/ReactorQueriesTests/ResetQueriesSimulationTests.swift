import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

/// A row with a server version.
private struct Note: Codable, Equatable {
    var id: Int
    var version: Int
}

private struct Pushed: Event { var note: Note }
private struct Opened: Event {}
private struct Closed: Event {}
private struct Liked: Event {}

private struct Desk: State {
    static let initial = Desk()
    var posts = QueryCache<Int, Post>("posts")
    var notes = QueryCache<Int, Note>("notes")

    mutating func react(to event: any Event) {
        if posts.react(to: event) || notes.react(to: event) { return }
        switch event {
        case let event as Renamed: posts.update(event.id) { $0.title = event.title }
        case let event as Pushed:
            let note = event.note
            notes.seed(note.id, note, version: note.version, tags: [QueryTag("row", note.id)])
        case is SignedOut: self = .initial
        case is Reset<Desk>: self = .initial
        default: break
        }
    }
}

private struct Office: State {
    var desk: Desk?

    mutating func react(to event: any Event) {
        switch event {
        case is Opened: desk = Desk()
        case is Closed: desk = nil
        default: desk?.react(to: event)
        }
    }
}

private final class Rows: Sendable {
    let changes = Locked<[Int: Int]>([:])
    let requests = Locked(0)
    let network: Locked<(@Sendable (String, @escaping @Sendable () -> Int) async throws -> Int)?> = Locked(nil)

    subscript(id: Int) -> Int { changes.withLock { $0[id] ?? 0 } }

    func read(_ id: Int) async throws -> Int {
        requests.withLock { $0 += 1 }
        guard let network = network.copy else { return self[id] }
        return try await network("read \(id)") { self[id] }
    }
}

private enum RowsKey: DependencyKey { static let liveValue = Rows() }

extension Dependencies {
    fileprivate var rows: Rows {
        get { self[RowsKey.self] }
        set { self[RowsKey.self] = newValue }
    }
}

private let posts = ServerQuery<Desk, Int, Post>(
    "posts", \Desk.posts, keepUnused: .seconds(20), tags: { id, _ in [QueryTag("row", id)] }
) { id, core in
    Post(id: id, title: "\(try await core.dependencies.rows.read(id))")
}

private let notes = ServerQuery<Desk, Int, Note>(
    "notes", \Desk.notes, keepUnused: .seconds(20), tags: { id, _ in [QueryTag("row", id)] }, version: { $0.version }
) { id, core in
    Note(id: id, version: try await core.dependencies.rows.read(id))
}

@Suite("Queries in every order of resets, parts and pushes")
struct ResetQueriesSimulationTests {
    @Test("Watched values are shown in the end, however their part appears, disappears and is reset among predictions")
    func converges() async throws {
        // As many as it takes to reach the cases that each check has to reach.
        let seeds = Loops.seeds(of: 2_000, atLeast: 25)
        let report = try await Simulation.report(seeds: seeds, options: .init(runsTwice: false)) { sim in
            var random = sim.random
            let rows = Rows()
            let service = sim.service("server", faults: .hostile)
            rows.network.withLock { $0 = { try await service.call($0, $1) } }
            let office = sim.core("phone", state: Office(), dependencies: Dependencies { $0.rows = rows })
            let desk = office.scope(to: \.desk, default: .initial)
            var watches: [(id: Int, isNote: Bool, watch: Subscription)] = []
            var pending: [Prediction] = []
            if random.chance(70) { office.fire(event: Opened()) }
            for number in 1...30 {
                let id = random.below(3)
                switch random.below(14) {
                case 0, 1, 2:
                    let isNote = random.chance(50)
                    sim.step("watch \(id)") {
                        watches.append((id, isNote, isNote ? desk.watch(notes, id) : desk.watch(posts, id)))
                    }
                case 3:
                    guard !watches.isEmpty else { continue }
                    let index = random.below(watches.count)
                    sim.step("release") { if index < watches.count { watches.remove(at: index).watch.cancel() } }
                case 4, 5:
                    sim.step("another device changes \(id)") {
                        rows.changes.withLock { $0[id] = number }
                        if random.chance(50) { desk.fire(event: Pushed(note: Note(id: id, version: number))) }
                        desk.invalidate(QueryTag("row", id))
                    }
                case 6: sim.step("like") { pending.append(office.predict(Liked(), about: ["a like"])) }
                case 7: sim.step("opened") { office.fire(event: Opened()) }
                case 8: sim.step("to be opened") { pending.append(office.predict(Opened(), about: ["a part"])) }
                case 9: sim.step("to be closed") { pending.append(office.predict(Closed(), about: ["a part"])) }
                case 10:
                    guard !pending.isEmpty else { continue }
                    let index = random.below(pending.count)
                    let isCommitted = random.chance(50)
                    sim.step("resolved") {
                        guard index < pending.count else { return }
                        let prediction = pending.remove(at: index)
                        if isCommitted { prediction.commit() } else { prediction.rollback() }
                    }
                case 11: sim.step("reset") { desk.fire(event: Reset<Desk>()) }
                case 12: sim.step("signed out") { desk.fire(event: SignedOut()) }
                default:
                    sim.step("refresh \(id)") { _ = sim.start("refresh") { await desk.refresh(posts, id) } }
                }
                if random.chance(60) { try await sim.sleep(for: .milliseconds(random.number(in: 1...2_000))) }
            }
            sim.endFaults()
            if random.chance(50) { while let prediction = pending.popLast() { prediction.rollback() } }
            if await office.read({ $0.desk == nil }) { office.fire(event: Opened()) }
            sim.sometimes("above what is pending", !pending.isEmpty)
            try await sim.sleep(for: .seconds(60))
            // Values that were lost with a state are read without an invalidation.
            let calm = await office.state
            for (id, isNote, _) in watches {
                let (post, note) = (calm.desk?.posts.entries[id: id], calm.desk?.notes.entries[id: id])
                let isThere = isNote ? note?.value != nil : post?.value != nil
                try await sim.expect("\(id) is gone: \(String(describing: isNote ? note?.failure : post?.failure))") {
                    isThere || (isNote ? note?.failure : post?.failure) != nil
                }
                try await sim.expect("\(id) is being read") { (isNote ? note?.isFetching : post?.isFetching) == false }
            }
            desk.invalidate("row")
            try await sim.sleep(for: .seconds(60))
            let state = await office.state
            for (id, isNote, _) in watches {
                let (post, note) = (state.desk?.posts.entries[id: id], state.desk?.notes.entries[id: id])
                try await sim.expect("\(id): \(String(describing: post)), \(String(describing: note)), not \(rows[id])")
                {
                    isNote ? note?.value?.version == rows[id] : post?.value?.title == "\(rows[id])"
                }
                try await sim.expect("\(id) is read without end") {
                    (isNote ? note?.isFetching : post?.isFetching) == false
                }
            }
            let requests = rows.requests.copy
            try await sim.expect("\(requests) requests") { requests < 300 }
            for prediction in pending { prediction.rollback() }
            for (_, _, watch) in watches { watch.cancel() }
        }
        #expect(report.seeds == seeds.count)
    }
}
