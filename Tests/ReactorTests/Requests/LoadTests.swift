import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Loading into a request status")
struct LoadTests {
    private let time = Timestamp(millisecondsSince1970: 5)
    private let gate = TestGate<Void>()

    private func load(
        _ core: Core<Library>, scope: Any.Type? = nil, timeout: Duration? = nil, retry: RetryPolicy = .never,
        _ body: @escaping @Sendable () async throws -> [Int]
    ) -> CommandHandle {
        core.load("books", \.books, owner: scope, timeout: timeout, retry: retry, now: { [time] in time }) { _ in
            try await body()
        }
    }

    @Test("A loaded value is stored, with its time; the other status of the same type is unchanged")
    func loads() async {
        let core = Core(state: Library(), runtime: .testing())
        let handle = load(core) {
            try? await gate.wait()
            return [1]
        }
        await gate.arrived()
        #expect(await core.state.books.isFirstLoad)
        gate.open()
        #expect(await handle.end == "finished")
        let state = await core.state
        #expect(state.books.value == [1])
        #expect(state.books.updatedAt == time)
        #expect(state.books.outcome == .succeeded)
        #expect(state.journals == RequestStatus())
        #expect(state.other == 0)
        let journals = core.load("journals", \.journals, now: { [time] in time }) { _ in [2] }
        #expect(await journals.end == "finished")
        #expect(await core.state.journals.value == [2])
        #expect(await core.state.books.value == [1])
    }

    @Test("During a load another one is dropped, and a value is not loaded again until it is stale")
    func dedupes() async {
        let core = Core(state: Library(), runtime: .testing())
        let asked = Locked(0)
        func load() -> CommandHandle {
            self.load(core) {
                let count = asked.withLock { count in
                    count += 1
                    return count
                }
                try? await gate.wait()
                return [count]
            }
        }
        let first = load()
        await gate.arrived()
        #expect(await load().end == "dropped")
        gate.open()
        #expect(await first.end == "finished")
        #expect(await load().end == "finished")
        #expect(asked.copy == 1)
        core.fire(event: BooksOutdated())
        #expect(await load().end == "finished")
        #expect(await core.state.books.value == [2])
    }

    @Test("A load does not wait for a run of an ended process, but for one of another live command")
    func abandoned() async {
        var library = Library()
        library.books.start(9)
        let core = Core(state: library, runtime: .testing())
        #expect(await load(core) { [1] }.end == "finished")
        #expect(await core.state.books.value == [1])
        #expect(await !core.state.books.isLoading)

        let other = Core(state: Library(), runtime: .testing())
        let both = Load("books", \Library.books, options: CommandOptions(policy: .enqueue, max: 2)) { _ in
            try? await gate.wait()
            return [2]
        }
        let first = other.fire(command: both)
        await gate.arrived()
        #expect(await other.fire(command: both).end == "finished")
        #expect(await other.state.books.isFirstLoad)
        gate.open()
        #expect(await first.end == "finished")
        #expect(gate.arrivals == 1)
    }

    @Test("A failed attempt that is followed by another counts it, and the status stays running in between")
    func attempts() async {
        let clock = ManualClock()
        let core = Core(state: Library(), runtime: .testing(clock: clock, random: { .max }))
        let asked = Locked(0)
        let handle = load(core, retry: .exponential(attempts: 2)) {
            let count = asked.withLock { count in
                count += 1
                return count
            }
            if count == 1 { throw Broken() }
            try? await gate.wait()
            return [count]
        }
        await clock.sleepers(1)
        #expect(await core.state.books.attempt == 1)
        clock.advance(by: .seconds(3_600))
        await gate.arrived()
        #expect(await core.state.books.attempt == 2)
        gate.open()
        #expect(await handle.end == "finished")
        #expect(await core.state.books.value == [2])
    }

    @Test("A load that exceeds its timeout ends immediately, and its late response is refused")
    func timedOut() async {
        let (clock, reports) = (ManualClock(), Reports())
        let core = Core(state: Library(), runtime: .testing(reports, clock: clock))
        let late = load(core, timeout: .seconds(1)) {
            try? await gate.wait()
            return [2]
        }
        await gate.arrived()
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        _ = await late.outcome
        #expect(await core.state.books.error?.contains("timed out after") == true)
        gate.open()
        await reports.reached(1)
        #expect(await core.state.books.held == nil)
        #expect(await core.state.books.isLoading == false)
    }
}

/// Two things that are loaded, of one type.
private struct Library: State, Equatable {
    var books = RequestStatus<[Int], String>()
    var journals = RequestStatus<[Int], String>()
    var other = 0

    mutating func react(to event: any Event) {
        if books.react(to: event, as: "books") || journals.react(to: event, as: "journals") { return }
        switch event {
        case is BooksOutdated: books.invalidate()
        case is Reset<Library>: self = Library()
        default: other += 1
        }
    }
}

private struct BooksOutdated: Event {}
