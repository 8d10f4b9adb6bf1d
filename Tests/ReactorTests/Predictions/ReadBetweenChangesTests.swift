import Reactor
import ReactorTesting
import Testing

@Suite("Reads between changes")
struct ReadBetweenChangesTests {
    struct Put: Event { var id: Int }
    struct Received: Event { var ids: Set<Int> }

    struct Rows: State, Equatable {
        var ids: Set<Int> = []

        mutating func react(to event: any Event) {
            switch event {
            case let event as Put: ids.insert(event.id)
            case let event as Received: ids = event.ids
            case is Reset<Rows>: self = Rows()
            default: break
            }
        }
    }

    let reports = Reports()
    let clock = ManualClock()
    let core: Core<Rows>
    /// A gate at which a read waits until the test answers it.
    let server = TestGate<Set<Int>>(heedsCancellation: true)

    init() { core = Core(state: Rows(), runtime: .testing(reports, clock: clock)) }

    private func read(
        about entities: [any Hashable & Sendable] = [], isFirst: Bool = false, limit: Duration? = nil
    ) -> Task<Void, any Error> {
        Task {
            try await core.readBetweenChanges(
                about: entities, isFirst: isFirst, limit: limit, at: CallSite(#fileID, #line)
            ) {
                ServerAnswer(events: [Received(ids: try await server.wait())])
            }
        }
    }

    @Test("A save without a prediction counts while it runs in changing")
    func changing() async throws {
        let saving = TestGate<Void>()
        let save = Task {
            try await core.changing(about: [7]) { try await saving.wait() }
            core.fire(event: Put(id: 7))
        }
        await saving.arrived()
        let reading = read(about: [7])
        await core.settled()
        #expect(server.arrivals == 0)
        saving.open()
        try await save.value
        await server.arrived()
        server.resumeOne(with: [7])
        try await reading.value
        #expect(await core.state.ids == [7])
    }

    @Test("After the limit the next response is shown below pending changes, and a report names the change")
    func limit() async throws {
        let hanging = core.predict(Put(id: 7))
        let reading = read(limit: .seconds(30))
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))
        await server.arrived()
        server.resumeOne(with: [2])
        try await reading.value
        #expect(await core.state.ids == [2, 7])
        let sentence = try #require(reports.sentences.first)
        #expect(sentence.contains("prediction 1, begun at ReactorTests/ReadBetweenChangesTests.swift"))
        hanging.rollback()
        #expect(await core.state.ids == [2])
    }

    @Test("Inside optimistically it is reported and thrown, and nothing is shown")
    func insideAChange() async {
        let server = server
        let handle = core.perform { core in
            try await core.optimistically(Put(id: 7)) { _ in
                try await core.readBetweenChanges(limit: nil) { [Received(ids: try await server.wait())] }
                return .commit
            }
        }
        guard case .failed(let error) = await handle.outcome else { return #expect(Bool(false), "it ends as failed") }
        #expect(error is MisplacedRead)
        #expect(await core.state.ids == [])
        #expect(reports.sentences.contains { $0.contains("would wait for an unresolved change of the same command") })
    }

    @Test("A read that is canceled while it waits, or whose core closes, ends immediately", arguments: [false, true])
    func ended(byClosing: Bool) async throws {
        let prediction = core.predict(Put(id: 7))
        let reading = read()
        await core.settled()
        if byClosing { await core.close() } else { reading.cancel() }
        await #expect(throws: CancellationError.self) { try await reading.value }
        prediction.commit()
        #expect(await core.state.ids == [7], "and nothing of it is shown")
        #expect(server.arrivals == 0)
    }

    @Test("An error that read throws is rethrown, and the read has ended")
    func failed() async throws {
        let reading = read()
        await server.arrived()
        core.predict(Put(id: 7)).commit()
        server.resumeOne(throwing: Broken())
        await #expect(throws: Broken.self) { try await reading.value }
        #expect(await core.state.ids == [7])
    }

    @Test("A load with ids shows the first response immediately, and repeats a read that overlapped a change")
    func load() async throws {
        struct Library: State {
            var rows = RequestStatus<Set<Int>, String>()

            mutating func react(to event: any Event) {
                switch event {
                case let event as Put: _ = rows.update { $0.insert(event.id) }
                case is Aged: _ = rows.invalidate()
                default: _ = rows.react(to: event, as: "rows")
                }
            }
        }

        let core = Core(state: Library(), runtime: .testing(reports, clock: clock))
        let server = server
        func load() -> CommandHandle {
            core.load("rows", \.rows, about: ["rows"]) { _ in try await server.wait() }
        }
        let first = load()
        await server.arrived()
        let pending = core.predict(Put(id: 7), about: ["rows"])
        server.resumeOne(with: [1])
        for await value in core.updates(of: \.rows.value) where value == [1, 7] { break }
        pending.commit()
        await server.arrived(2)
        server.resumeOne(with: [2, 7])
        _ = await first.outcome
        #expect(await core.read { $0.rows.value } == [2, 7])

        core.fire(event: Aged())
        let second = load()
        await server.arrived(3)
        core.predict(Put(id: 8), about: ["rows"]).commit()
        // It is dropped, and nothing is missed because of that.
        _ = await load().outcome
        server.resumeOne(with: [2, 7])
        await server.arrived(4)
        server.resumeOne(with: [3, 8])
        _ = await second.outcome
        #expect(await core.read { $0.rows.value } == [3, 8])
        #expect(await core.read { $0.rows.isLoading } == false)
    }

    struct Aged: Event {}

    @Test("A read that learns its ids from its response overlaps changes of these ids, pending or ended")
    func learns() async throws {
        for isPending in [true, false] {
            let server = TestGate<Set<Int>>(heedsCancellation: true)
            let reading = Task {
                try await core.readBetweenChanges(
                    about: ["list"], isFirst: false, learns: true, limit: nil, at: CallSite(#fileID, #line)
                ) {
                    let ids = try await server.wait()
                    return ServerAnswer(events: [Received(ids: ids)], about: ids.map { $0 })
                }
            }
            await server.arrived()
            let prediction = core.predict(Put(id: 7), about: [7])
            core.predict(Put(id: 8), about: [8]).commit()
            if !isPending { prediction.commit() }
            server.resumeOne(with: [7])
            await core.settled()
            #expect(await core.state.ids == [7, 8])
            if isPending { prediction.commit() }
            await server.arrived(2)
            server.resumeOne(with: [7, 9])
            try await reading.value
            #expect(await core.state.ids == [7, 9])
            core.fire(event: Reset<Rows>())
        }
    }
}
