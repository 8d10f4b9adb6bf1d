import Reactor

/// Performs what the table of a query decides: begins looks, reads, wakes when something is due. One for each query of a core,
/// for as long as the core lives.
///
/// What is decided by the state is decided in a read of the core, in its order. A look is a command, so that a reset cancels it
/// and `idle()` waits for it; what only waits is a task that holds nothing.
final class QueryReads<StateType: State, Key: Hashable & Sendable, Value: Sendable>: CoreCompanion {
    typealias Change = QueryChange<Key, Value>

    /// Somebody who waits until there is nothing left to read.
    private struct Waiter {
        let id: Int
        let key: Key
        let continuation: CheckedContinuation<Value, any Error>
    }

    private struct Content {
        var table: WatchTable<Key>
        var waiters: [Key: [Waiter]] = [:]
        /// The waiters whose task was cancelled before they waited.
        var givenUp: Set<Int> = []
        /// Whether the state is followed, and what of it was looked at last.
        var isFollowing = false
        var life: Revision?
        var named: Revision?
        var follower: Subscription?
        /// The task that waits until something is due, and until when.
        var timer: (due: Duration, task: Task<Void, Never>)?
        var isClosed = false
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
        let signal = Derived<StateType, QuerySignal>.member(query.member) { QuerySignal($0) }
        let follower = core.plain.subscribe(to: signal, fileID: #fileID, line: #line, onEnd: {}) { [weak self] _ in
            await self?.look()
        }
        content.withLock { $0.follower = follower }
        core.surroundings?.add { [weak self] in self?.follow($0) }
    }

    /// Whether it is the one for this query on this core.
    func isFor(_ query: ServerQuery<StateType, Key, Value>, _ core: Core<StateType>) -> Bool {
        self.query.member == query.member && reference.isFor(core)
    }

    func coreClosed() {
        let (waiters, timer, follower) = content.withLock { content in
            defer {
                content.isClosed = true
                content.waiters = [:]
                content.timer = nil
                content.follower = nil
            }
            return (content.waiters.values.flatMap { $0 }, content.timer?.task, content.follower)
        }
        timer?.cancel()
        follower?.cancel()
        for waiter in waiters.sorted(by: { $0.id < $1.id }) {
            waiter.continuation.resume(throwing: CancellationError())
        }
    }

    // MARK: What callers ask for

    /// Somebody watches from here on.
    func watch(_ key: Key, every interval: Duration?) -> Int {
        let now = runtime.clock.now
        return content.withLock { $0.table.watch(key, every: interval, now: now) }
    }

    /// Reads it if it is no good, or anew.
    func ask(_ key: Key, anew: Bool = false) {
        begin(content.withLock { $0.table.ask(key, anew: anew ? Occasion.refresh : nil) } ? [key] : [])
        arm()
    }

    /// Reads one more page.
    ///
    /// - Returns: whether anybody watches.
    func askMore(_ key: Key) -> Bool {
        let (begins, isWatched) = content.withLock { ($0.table.askMore(key), $0.table.isWatched(key)) }
        begin(begins ? [key] : [])
        return isWatched
    }

    func release(_ key: Key, _ watch: Int) {
        let now = runtime.clock.now
        content.withLock { $0.table.release(key, watch, now: now) }
        arm()
    }

    /// Waits until there is nothing left to read of a key, under a watch of this number.
    nonisolated(nonsending) func wait(for key: Key, _ watch: Int, anew: Bool) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waits = content.withLock { content in
                    guard content.givenUp.remove(watch) == nil, !content.isClosed else { return false }
                    content.waiters[key, default: []].append(Waiter(id: watch, key: key, continuation: continuation))
                    return true
                }
                if waits { ask(key, anew: anew) } else { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let waiter = content.withLock { content -> Waiter? in
                guard let index = content.waiters[key]?.firstIndex(where: { $0.id == watch }) else {
                    content.givenUp.insert(watch)
                    return nil
                }
                return content.waiters[key]?.remove(at: index)
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// A wait is over; it may have been given up behind its end.
    func forgetWait(_ watch: Int) { content.withLock { _ = $0.givenUp.remove(watch) } }

    private func follow(_ conditions: Surroundings.Conditions) {
        begin(
            content.withLock { $0.table.follow(isOnline: conditions.isOnline, isForeground: conditions.isForeground) })
    }

    // MARK: Looks

    private func begin(_ keys: [Key]) {
        guard !keys.isEmpty, let core = reference.core else { return }
        for key in keys {
            core.perform(
                "\(query.name) \(key)", options: CommandOptions(owners: query.owners),
                onEnd: { [weak self] outcome in self?.ended(key, outcome) }
            ) { core in
                try await self.look(at: key, core)
            }
        }
    }

    private func ended(_ key: Key, _ outcome: CommandOutcome) {
        let (again, waiters) = content.withLock { content in
            if content.isClosed { return (false, [Waiter]()) }
            // It was not begun: the core is closed, or the part of the state absent.
            let again = content.table.ended(key, outcome)
            if case .dropped = outcome { return (false, content.waiters.removeValue(forKey: key) ?? []) }
            return (again, [])
        }
        if again { begin([key]) }
        for waiter in waiters { waiter.continuation.resume(throwing: CancellationError()) }
    }

    /// Reads a key until there is nothing left to read.
    private nonisolated(nonsending) func look(at key: Key, _ core: Core<StateType>) async throws {
        var last: Result<Value, any Error>?
        var run: Int64?
        var count = 0
        while let next = await decide(key, core, last, run) {
            if !next.isMore { count += 1 }
            if count == Self.manyReads { core.report(mistake: Errors.endless(query.name, key, at: "\(query.site)")) }
            var isAgain = false
            var asked = next.run
            run = nil
            do {
                var answer: Value?
                try await core.readBetweenChanges(
                    about: entities(next.tags), isFirst: next.isFirst, learns: true, limit: query.limit, at: query.site
                ) {
                    let (number, seen, held) = await asking(
                        key, asked, isMore: next.isMore, isAgain: isAgain, core)
                    (asked, isAgain) = (number, true)
                    let value = try await read(key, behind: held, isMore: next.isMore, core)
                    answer = value
                    let tags = query.tags(key, value)
                    let time = Timestamp.now(in: runtime)
                    let kind: Change.Kind =
                        next.isMore
                        ? .continued(key, run: number, value, tags: tags, seen: seen, after: held.shown)
                        : .arrived(
                            key, run: number, value, tags: tags, seen: seen, at: time, version: query.version?(value))
                    return ([Change(name: query.name, kind: kind)], entities(tags))
                }
                last = answer.map { .success($0) }
                run = asked
            } catch {
                // What is fired would be refused: the look that comes behind it says that the read is over.
                if Task.isCancelled { throw CancellationError() }
                if !(error is CancellationError) {
                    core.fire(event: Change(name: query.name, kind: .failed(key, run: asked, message: "\(error)")))
                }
                last = .failure(error)
            }
            content.withLock { $0.table.finished(key) }
        }
    }

    /// Asks the server for the next page, or for the whole: of a list as many pages as are held.
    private nonisolated(nonsending) func read(
        _ key: Key, behind held: QueryEntry<Key, Value>, isMore: Bool, _ core: Core<StateType>
    ) async throws -> Value {
        nonisolated(nonsending) func ask(_ held: Value?) async throws -> Value {
            try await query.retry.run(clock: runtime.clock, random: runtime.random) {
                try await query.read(key, held, core)
            }
        }
        if isMore { return try await ask(held.value) }
        var value = try await ask(nil)
        let pages = (held.value as? any ContinuedValue)?.pages ?? 1
        while let list = value as? any ContinuedValue, list.hasMore, list.pages < pages {
            value = continued(value, by: try await ask(value))
        }
        return value
    }

    /// A value whose own read invalidates it is read without end.
    private static var manyReads: Int { 32 }

    /// What is about to be read.
    private struct Next {
        var run: Int64
        var tags: [QueryTag]
        var isFirst: Bool
        var isMore: Bool
    }

    /// Decides whether to read, in one step of the core's order; if not, the waiters have what they wait for.
    ///
    /// - Parameters:
    ///   - last: what the read before this brought.
    ///   - run: its number, if it was shown.
    private nonisolated(nonsending) func decide(
        _ key: Key, _ core: Core<StateType>, _ last: Result<Value, any Error>?, _ run: Int64?
    ) async -> Next? {
        let (next, waiters, result, isUnclaimed) = await core.read { [self] state in
            let queries = state[keyPath: query.member]
            let entry = queries.entries[id: key] ?? QueryEntry(id: key)
            let facts = facts(entry, queries)
            let wall = Timestamp.now(in: runtime).millisecondsSince1970
            let (decision, why, waiters, isSameLife) = content.withLock { content in
                let isSameLife = content.table.isOfLife(key, facts.life)
                let decision = content.table.decide(key, facts, wall: wall)
                let isDone = if case .done = decision { true } else { false }
                let waiters = isDone ? content.waiters.removeValue(forKey: key) ?? [] : []
                return (decision, content.table.why(key), waiters, isSameLife)
            }
            var next: Next?
            switch decision {
            case .read(let run, let isMore):
                core.fire(
                    event: Change(
                        name: query.name,
                        kind: .began(key, run: run, seen: queries.invalidations, isMore: isMore, why: why)))
                // What is behind the pages that are held is known from its answer.
                next = Next(run: run, tags: isMore ? [] : facts.tags, isFirst: entry.value == nil, isMore: isMore)
            case .done(let ceased):
                if let ceased { core.fire(event: Change(name: query.name, kind: .ceased(key, run: ceased))) }
            }
            return (next, waiters, Self.result(entry, last), isSameLife && run.map { entry.shown < $0 } == true)
        }
        if isUnclaimed { core.report(mistake: Errors.unclaimed(query.name)) }
        for waiter in waiters { waiter.continuation.resume(with: result) }
        return next
    }

    /// What somebody gets who waited: the value as it is shown, or the error of the last read.
    private static func result(
        _ entry: QueryEntry<Key, Value>, _ last: Result<Value, any Error>?
    ) -> Result<Value, any Error> {
        if case .failure(let error) = last { return .failure(error) }
        return entry.value.map { .success($0) } ?? last ?? .failure(CancellationError())
    }

    private func facts(_ entry: QueryEntry<Key, Value>, _ queries: Queries<Key, Value>) -> WatchTable<Key>.Facts {
        let now = Timestamp.now(in: runtime)
        let (invalidation, tag) = queries.lastInvalidation(of: entry)
        return WatchTable.Facts(
            hasValue: entry.value != nil, hasFailed: entry.failure != nil,
            age: entry.updatedAt.map { $0.duration(to: now) }, invalidation: invalidation,
            isInvalidated: entry.value != nil && invalidation > 0, invalidatedBy: tag,
            tags: entry.parts.flatMap { $0.tags },
            hasMore: (entry.value as? any ContinuedValue)?.hasMore ?? false, lastRun: entry.lastRun,
            isFetching: entry.isFetching, life: queries.life)
    }

    /// The server is about to be asked: the number of the read, how many invalidations there are by now, and what is held.
    private nonisolated(nonsending) func asking(
        _ key: Key, _ run: Int64, isMore: Bool, isAgain: Bool, _ core: Core<StateType>
    ) async -> (run: Int64, seen: Int, held: QueryEntry<Key, Value>) {
        await core.read { [self] state in
            let queries = state[keyPath: query.member]
            let seen = queries.invalidations
            let wall = Timestamp.now(in: runtime).millisecondsSince1970
            let (number, why) = content.withLock { content in
                let number = content.table.asking(key, run, isAgain: isAgain, seen: seen, wall: wall)
                return (number, content.table.why(key))
            }
            if number != run {
                core.fire(
                    event: Change(
                        name: query.name, kind: .began(key, run: number, seen: seen, isMore: isMore, why: why)))
            }
            return (number, seen, queries.entries[id: key] ?? QueryEntry(id: key))
        }
    }

    /// The names by which a change crosses a read of what has these tags; of one that has none, or versions, nothing does.
    private func entities(_ tags: [QueryTag]) -> [any Hashable & Sendable] {
        (query.version == nil ? tags.flatMap(\.covering) : []) + [Uncrossed()]
    }

    // MARK: Following the state

    /// Looks for what was invalidated, and whether the state has started over.
    private func look() async {
        guard let core = reference.core else { return }
        let now = runtime.clock.now
        let keys = await core.read { [self] state in
            let queries = state[keyPath: query.member]
            let (keys, ceased) = content.withLock { content -> ([Key], [QueryEntry<Key, Value>]) in
                guard !content.isClosed else { return ([], []) }
                defer { (content.life, content.named) = (queries.life, queries.named.revision) }
                guard let named = content.named else {
                    // What an earlier process left: values that nobody watches, and reads that are not under way.
                    content.table.found(Array(queries.entries.ids), now: now)
                    let keys = content.table.startedOver(life: queries.life)
                    return (keys, queries.entries.filter { $0.isFetching && !content.table.isReading($0.id) })
                }
                guard content.life == queries.life else { return (content.table.startedOver(life: queries.life), []) }
                switch queries.named.changes(since: named) {
                case .rescan: return (content.table.invalidated(nil), [])
                case .difference(let difference):
                    return (content.table.invalidated(Array(difference.inserted.union(difference.updated))), [])
                }
            }
            for entry in ceased {
                core.fire(event: Change(name: query.name, kind: .ceased(entry.id, run: entry.lastRun)))
            }
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
        let (asked, forgotten) = content.withLock { content in
            if content.timer?.due == time { content.timer = nil }
            return content.isClosed ? ([], []) : content.table.due(now: now)
        }
        begin(asked)
        if !forgotten.isEmpty, let core = reference.core { await forget(forgotten, core) }
        arm()
    }

    private func forget(_ keys: [Key], _ core: Core<StateType>) async {
        await core.read { [self] state in
            let queries = state[keyPath: query.member]
            let last = content.withLock { content in
                keys.compactMap { key in
                    content.table.isForgotten(key)
                        ? queries.entries[id: key].map { Change.Last(key: key, run: $0.lastRun) } : nil
                }
            }
            if !last.isEmpty { core.fire(event: Change(name: query.name, kind: .forgotten(last))) }
        }
    }
}

/// What changes whenever a query has to be looked at: it was invalidated, or the state has started over.
struct QuerySignal: Hashable, Sendable {
    let life: Revision
    let named: Revision

    init<Key, Value>(_ queries: Queries<Key, Value>) {
        life = queries.life
        named = queries.named.revision
    }
}

/// What no change of an app is about.
private struct Uncrossed: Hashable {}
