import Reactor

/// Performs what the table of a query decides: begins looks, reads, wakes when something is due. One for each query of a core,
/// for as long as the core lives.
///
/// What is decided by the state is decided in a read of the core, in its order. A look is a command, so that a reset cancels it
/// and `idle()` waits for it; what only waits is a task that holds nothing.
final class QueryReads<StateType: State, Key: Hashable & Sendable, Value: Sendable>: CoreCompanion {
    typealias Change = QueryChange<Key, Value>
    typealias Entry = QueryEntry<Key, Value>

    /// Somebody who waits until there is nothing left to read, or the task is cancelled.
    final class Waiter: Sendable {
        private let isOver = OneShot()
        private let result = Guarded<Result<Value, any Error>>(.failure(CancellationError()))

        func end(_ result: Result<Value, any Error>) {
            self.result.withLock { $0 = result }
            isOver.happen()
        }

        nonisolated(nonsending) func wait() async throws -> Value {
            await isOver.waitOrCancel()
            return try result.withLock { $0 }.get()
        }
    }

    /// A read, from its beginning on.
    private struct Read {
        var run: Int64
        let isMore: Bool
        /// Whether there was nothing to show when it began.
        let isFirst: Bool
        let tags: [QueryTag]
        var isAsked = false
        /// Whether the state knows that it began.
        var isKnown = false
        /// What it has brought, and why nothing of it is shown.
        var answer: Value?
        var failure: (any Error)?
    }

    private struct Content {
        var table: WatchTable<Key>
        /// Who waits for a key, by the numbers of their watches.
        var waiters: [Key: [Int: Waiter]] = [:]
        /// The look at each key that is under way. One that was cancelled may go on beside it for a while.
        var looks: [Key: Int] = [:]
        var lastLook = 0
        /// Whether the state is followed, and what of it was looked at last.
        var isFollowing = false
        var last: QuerySignal?
        var follower: (number: Int, subscription: Subscription?) = (0, nil)
        /// The task that waits until something is due, and until when.
        var timer: (due: Duration, task: Task<Void, Never>)?
        var isClosed = false

        /// Nobody waits any more.
        mutating func takeWaiters() -> [Waiter] {
            defer { waiters = [:] }
            return waiters.values.flatMap { $0 }.sorted { $0.key < $1.key }.map(\.value)
        }

        /// Who waits for a key does so no more.
        mutating func takeWaiters(_ key: Key) -> [Waiter] {
            (waiters.removeValue(forKey: key) ?? [:]).sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private let query: ServerQuery<StateType, Key, Value>
    private let reference: CoreReference<StateType>
    private let runtime: Runtime
    private let content: Guarded<Content>

    init(_ query: ServerQuery<StateType, Key, Value>, _ core: Core<StateType>) {
        self.query = query
        reference = core.reference
        runtime = core.runtime
        content = Guarded(Content(table: WatchTable(staleAfter: query.staleAfter, keepUnused: query.keepUnused)))
    }

    /// Begins to follow the state. Once, by whoever made it.
    func follow(_ core: Core<StateType>) {
        let isFirst = content.withLock { content in
            defer { content.isFollowing = true }
            return !content.isFollowing
        }
        guard isFirst else { return }
        subscribe(core)
        core.surroundings?.add { [weak self] surroundings in
            guard let self else { return }
            begin(content.withLock { $0.table.follow(surroundings.conditions) })
        }
    }

    private func subscribe(_ core: Core<StateType>) {
        let number = content.withLock { content in
            // What is watched is asked for with the first look.
            content.last = nil
            content.follower.number += 1
            return content.follower.number
        }
        let signal = Derived<StateType, QuerySignal?>.member(
            query.member, revision: { $0.revision }, { QuerySignal($0) })
        let follower = core.plain.subscribe(to: signal, fileID: #fileID, line: #line, onEnd: {}) { [weak self] signal in
            await self?.look(isPresent: signal != nil, by: number)
        }
        let before = content.withLock { content in
            defer { if content.follower.number == number { content.follower.subscription = follower } }
            return content.follower.number == number ? content.follower.subscription : follower
        }
        before?.cancel()
    }

    /// Whether it is the one for this query on this core.
    func isFor(_ query: ServerQuery<StateType, Key, Value>, _ core: Core<StateType>) -> Bool {
        self.query.member == query.member && reference.isFor(core)
    }

    func coreClosed() {
        let (waiters, timer, follower) = content.withLock { content in
            defer { (content.isClosed, content.timer, content.follower.subscription) = (true, nil, nil) }
            return (content.takeWaiters(), content.timer?.task, content.follower.subscription)
        }
        timer?.cancel()
        follower?.cancel()
        for waiter in waiters { waiter.end(.failure(CancellationError())) }
    }

    // MARK: What callers ask for

    /// Somebody watches from here on: it is read if it is no good, or anew on an occasion that is named.
    ///
    /// - Returns: the number of the watch, for ``release(_:_:)``.
    func watch(
        _ key: Key, every interval: Duration? = nil, anew occasion: String? = nil, _ waiter: Waiter? = nil
    ) -> Int {
        if let interval, interval <= .zero {
            reference.core?.report(mistake: Errors.noInterval(query.name, key, interval, at: "\(query.site)"))
        }
        let now = runtime.clock.now
        let (watch, begins, isOver) = content.withLock { content in
            let watch = content.table.watch(key, every: interval, now: now)
            let isOver = content.isClosed || !content.table.isPresent
            if !isOver, let waiter { content.waiters[key, default: [:]][watch] = waiter }
            return (watch, content.table.ask(key, anew: occasion), isOver)
        }
        if isOver { waiter?.end(.failure(CancellationError())) }
        if begins { begin([key]) }
        arm()
        return watch
    }

    /// Whether this is asked in the read of this very key; that is reported.
    func isInItsRead(_ key: Key) -> Bool {
        let read = CurrentRead.current
        guard read?.of == ObjectIdentifier(self), read?.key as? Key == key else { return false }
        reference.core?.report(mistake: Errors.ownRead(query.name, key, at: "\(query.site)"))
        return true
    }

    /// Reads one more page.
    ///
    /// - Returns: whether anybody watches.
    func askMore(_ key: Key) -> Bool {
        let now = runtime.clock.now
        let (begins, isWatched) = content.withLock { ($0.table.askMore(key, now: now), $0.table.isWatched(key)) }
        if begins { begin([key]) }
        arm()
        return isWatched
    }

    func release(_ key: Key, _ watch: Int) {
        let now = runtime.clock.now
        content.withLock { content in
            content.table.release(key, watch, now: now)
            content.waiters[key]?[watch] = nil
            if content.waiters[key]?.isEmpty == true { content.waiters[key] = nil }
        }
        arm()
    }

    // MARK: Looks

    private func begin(_ keys: [Key]) {
        guard !keys.isEmpty, let core = reference.core else { return }
        for key in keys {
            let look = content.withLock { content in
                content.lastLook += 1
                content.looks[key] = content.lastLook
                return content.lastLook
            }
            core.perform(
                "\(query.name) \(key)", options: CommandOptions(owners: query.owners),
                onEnd: { [weak self] outcome in self?.ended(key, outcome) }
            ) { core in
                try await self.look(at: key, look, core)
            }
        }
    }

    private func ended(_ key: Key, _ outcome: CommandOutcome) {
        let (again, waiters) = content.withLock { content -> (Bool, [Waiter]?) in
            guard !content.isClosed else { return (false, nil) }
            content.looks[key] = nil
            let again = content.table.ended(key, outcome)
            guard case .dropped = outcome else { return (again, nil) }
            return (again, content.takeWaiters(key))
        }
        if again { begin([key]) }
        arm()
        guard let waiters else { return }
        for waiter in waiters { waiter.end(.failure(CancellationError())) }
        // It was not begun, since the part of the state is absent, or was for an instant that nobody was told of: asks anew.
        if let core = reference.core { subscribe(core) }
    }

    /// Reads a key until there is nothing left to read.
    private nonisolated(nonsending) func look(at key: Key, _ look: Int, _ core: Core<StateType>) async throws {
        var last: Read?
        var count = 0
        while var read = await decide(key, look, core, last) {
            if !read.isMore { count += 1 }
            if count == Self.manyReads { core.report(mistake: Errors.endless(query.name, key, at: "\(query.site)")) }
            do {
                try await core.readBetweenChanges(
                    about: entities(read.tags), isFirst: read.isFirst, learns: true, limit: query.limit, at: query.site,
                    isSeen: { await isSeen(key, read.run, core) }
                ) {
                    let (change, tags) = try await ask(key, look, &read, core)
                    return ([change], entities(tags))
                }
            } catch {
                // What is fired would be refused: the look that comes behind it says that the read is over.
                if Task.isCancelled { throw CancellationError() }
                fire(.failed(key, run: read.run, message: "\(error)"), core)
                read.failure = error
            }
            content.withLock { content in if content.looks[key] == look { content.table.finished(key) } }
            last = read
        }
    }

    /// A value whose own read invalidates it is read without end.
    private static var manyReads: Int { 32 }

    /// Decides whether to read, in one step of the core's order; if not, the waiters have what they wait for.
    ///
    /// - Parameter last: the read before this.
    private nonisolated(nonsending) func decide(
        _ key: Key, _ look: Int, _ core: Core<StateType>, _ last: Read?
    ) async -> Read? {
        let (read, waiters, result, isUnclaimed) = await core.read { [self] state in
            let queries = state[keyPath: query.member]
            let entry = queries.entries[id: key] ?? Entry(id: key)
            let facts = facts(entry, queries)
            let (decision, waiters) = content.withLock { content -> (WatchTable<Key>.Decision, [Waiter]) in
                guard content.looks[key] == look else { return (.done(ceased: nil), []) }
                let decision = content.table.decide(key, facts, wall: wall)
                guard case .done = decision, !content.table.isWaiting(key) else { return (decision, []) }
                return (decision, content.takeWaiters(key))
            }
            var read: Read?
            switch decision {
            case .read(let run, let isMore, let why):
                let seen = queries.invalidations.count
                fire(.began(key, run: run, seen: seen, isMore: isMore, why: why), core)
                // What is behind the pages that are held is known from its answer.
                read = Read(
                    run: run, isMore: isMore, isFirst: entry.value == nil,
                    tags: isMore ? [] : Array(facts.tags.joined()))
            case .done(let ceased):
                if let ceased { fire(.ceased(key, run: ceased), core) }
            }
            // Who waited gets the error of the last read, or the value as it is shown.
            let shown = (entry.value ?? last?.answer).map { Result<Value, any Error>.success($0) }
            let result = last?.failure.map { .failure($0) } ?? shown ?? .failure(CancellationError())
            let isUnclaimed = last.map { $0.failure == nil && !$0.isKnown && entry.shown < $0.run }
            return (read, waiters, result, isUnclaimed ?? false)
        }
        if isUnclaimed { core.report(mistake: Errors.unclaimed(query.name)) }
        for waiter in waiters { waiter.end(result) }
        return read
    }

    /// Whether an answer is shown, where the state knows of its read.
    private nonisolated(nonsending) func isSeen(_ key: Key, _ run: Int64, _ core: Core<StateType>) async -> Bool {
        await core.read { [self] state in
            guard let entry = state[keyPath: query.member].entries[id: key] else { return true }
            return entry.began < run || entry.shown >= run
        }
    }

    private func facts(_ entry: Entry, _ queries: Queries<Key, Value>) -> WatchTable<Key>.Facts {
        let now = Timestamp.now(in: runtime)
        let parts = entry.parts
        let found = WatchTable<Key>.Found(
            parts: parts, invalidations: queries.invalidations.count, life: queries.life, firstRun: queries.firstRun)
        let (invalidation, tag) = content.withLock { content in
            content.table.invalidation(entry.id, of: found) { queries.lastInvalidation(of: entry) }
        }
        return WatchTable.Facts(
            hasValue: entry.value != nil, hasFailed: entry.failure != nil,
            age: entry.updatedAt.map { $0.duration(to: now) }, invalidation: invalidation, invalidatedBy: tag,
            tags: parts.map(\.tags), hasMore: (entry.value as? any ContinuedValue)?.hasMore ?? false,
            isPageFailed: entry.isMore && entry.failed == entry.began, lastRun: entry.lastRun,
            isFetching: entry.isFetching, began: entry.began)
    }

    /// Asks the server, for what is held by now, and makes of the answer what the state takes.
    private nonisolated(nonsending) func ask(
        _ key: Key, _ look: Int, _ read: inout Read, _ core: Core<StateType>
    ) async throws -> (change: Change, tags: [QueryTag]) {
        let (isMore, last, isAgain) = (read.isMore, read.run, read.isAsked)
        let (run, seen, held) = try await core.read { [self] state in
            let queries = state[keyPath: query.member]
            let (seen, held) = (queries.invalidations.count, queries.entries[id: key] ?? Entry(id: key))
            let run = try content.withLock { content in
                guard content.looks[key] == look else { throw CancellationError() }
                return content.table.asking(
                    key, last, isAgain: isAgain, seen: seen, began: held.began, wall: wall)
            }
            // Also in a state that has started over since it was decided, and does not know of it.
            if isAgain || held.began < last {
                let why = isAgain ? Occasion.crossed : Occasion.startedOver
                fire(.began(key, run: run, seen: seen, isMore: isMore, why: why), core)
            }
            return (run, seen, held)
        }
        (read.run, read.isAsked, read.isKnown) = (run, true, held.began >= last)
        let value = try await answer(key, behind: held.value, isMore: isMore, core)
        read.answer = value
        let tags = query.tags(key, value)
        let kind: Change.Kind =
            isMore
            ? .continued(key, run: run, value, tags: tags, seen: seen, after: held.shown)
            : .arrived(
                key, run: run, value, tags: tags, seen: seen, at: .now(in: runtime), version: query.version?(value))
        return (Change(name: query.name, kind: kind), tags)
    }

    /// What the server answers: the next page, or the whole, of a list as many pages as are held.
    private nonisolated(nonsending) func answer(
        _ key: Key, behind held: Value?, isMore: Bool, _ core: Core<StateType>
    ) async throws -> Value {
        nonisolated(nonsending) func ask(_ held: Value?) async throws -> Value {
            try await query.retry.run(clock: runtime.clock, random: runtime.random) {
                try await CurrentRead.$current.withValue(CurrentRead(of: ObjectIdentifier(self), key: key)) {
                    try await query.read(key, held, core)
                }
            }
        }
        var value = try await ask(isMore ? held : nil)
        let pages = isMore ? 1 : (held as? any ContinuedValue)?.pages ?? 1
        while let list = value as? any ContinuedValue, list.hasMore, list.pages < pages {
            value = continued(value, by: try await ask(value))
        }
        return value
    }

    private func fire(_ kind: Change.Kind, _ core: Core<StateType>) {
        core.fire(event: Change(name: query.name, kind: kind))
    }

    private var wall: Int64 { Timestamp.now(in: runtime).millisecondsSince1970 }

    /// The names by which a change crosses a read of what has these tags; of one that has none, or versions, nothing does.
    private func entities(_ tags: [QueryTag]) -> [any Hashable & Sendable] {
        (query.version == nil ? tags.flatMap(\.covering) : []) + [Uncrossed()]
    }

    // MARK: Following the state

    /// Looks for what was invalidated, and whether the state has started over.
    private func look(isPresent: Bool, by number: Int) async {
        guard let core = reference.core else { return }
        guard isPresent else {
            let waiters = content.withLock { content -> [Waiter] in
                guard content.follower.number == number else { return [] }
                content.last = nil
                _ = content.table.follow(isPresent: false)
                return content.takeWaiters()
            }
            for waiter in waiters { waiter.end(.failure(CancellationError())) }
            return
        }
        let now = runtime.clock.now
        let keys = await core.read { [self] state in
            let queries = state[keyPath: query.member]
            let (keys, ceased) = content.withLock { content -> ([Key], [Entry]) in
                guard !content.isClosed, content.follower.number == number else { return ([], []) }
                defer { content.last = QuerySignal(queries) }
                guard let last = content.last else {
                    // What an earlier process left, or a part that was away: values that nobody watches, and reads that are not under
                    // way.
                    content.table.found(queries.entries.ids, now: now)
                    let keys = content.table.follow(isPresent: true)
                    return (keys, queries.entries.filter { $0.isFetching && !content.table.isReading($0.id) })
                }
                var keys: [Key] = []
                if (last.life, last.firstRun) == (queries.life, queries.firstRun), last.seeds <= queries.seeds {
                    content.table.found(queries.seeded(since: last.seeds), now: now)
                } else {
                    content.table.found(queries.entries.ids, now: now)
                    keys = content.table.startedOver { key in
                        queries.entries[id: key].map { ($0.began, $0.value != nil) } ?? (0, false)
                    }
                }
                let (before, count) = (last.invalidations, queries.invalidations.count)
                guard before != count else { return (keys, []) }
                let named = queries.invalidations.tags(since: before < count ? before : 0)
                return (keys + content.table.invalidated(named), [])
            }
            for entry in ceased { fire(.ceased(entry.id, run: entry.lastRun), core) }
            return keys
        }
        begin(keys)
        arm()
    }

    // MARK: Time

    /// Has a task wait until something is due.
    private func arm() {
        let clock = runtime.clock
        let superseded = content.withLock { content -> Task<Void, Never>? in
            guard !content.isClosed, let next = content.table.nextDue, content.timer.map({ next < $0.due }) ?? true
            else {
                return nil
            }
            let superseded = content.timer?.task
            content.timer = (
                next,
                runtime.spawn.detached { [weak self] in
                    do { try await clock.sleep(for: max(.zero, next - clock.now)) } catch { return }
                    await self?.wake(next)
                }
            )
            return superseded
        }
        superseded?.cancel()
    }

    private func wake(_ time: Duration) async {
        let now = runtime.clock.now
        let (asked, due) = content.withLock { content in
            if content.timer?.due == time { content.timer = nil }
            return content.isClosed ? ([], []) : content.table.due(now: now)
        }
        begin(asked)
        if !due.isEmpty, let core = reference.core {
            await core.read { [self] state in
                let forgotten = content.withLock { content in due.filter { content.table.isForgotten($0) } }
                let entries = state[keyPath: query.member].entries
                let last = forgotten.compactMap { key in
                    entries[id: key].map { Change.Last(key: key, run: $0.lastRun) }
                }
                if !last.isEmpty { fire(.forgotten(last), core) }
            }
        }
        arm()
    }
}

/// What changes whenever a query has to be looked at: it was invalidated or seeded, or the state has started over.
struct QuerySignal: Hashable, Sendable {
    let life: Revision
    let firstRun: Int64
    let invalidations: Int
    let seeds: Int

    init<Key, Value>(_ queries: Queries<Key, Value>) {
        life = queries.life
        firstRun = queries.firstRun
        invalidations = queries.invalidations.count
        seeds = queries.seeds
    }
}

/// The read in which a task is.
private struct CurrentRead {
    @TaskLocal static var current: CurrentRead?
    let of: ObjectIdentifier
    let key: any Hashable & Sendable
}

/// What no change of an app is about.
private struct Uncrossed: Hashable {}
