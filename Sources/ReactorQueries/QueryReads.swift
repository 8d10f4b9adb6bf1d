import Reactor

/// The reads of one query on one core. It carries out the decisions of the query's table: it starts checks and reads,
/// and wakes when a poll or an eviction is due.
///
/// Decisions that depend on the state are made within a read of the core, in its order. A check is a command, so that a
/// reset cancels it and `idle()` waits for it. Waiting for a due time is a task that retains nothing.
final class QueryReads<StateType: State, Key: Hashable & Sendable, Value: Sendable>: CoreCompanion {
    typealias Change = QueryChange<Key, Value>
    /// A caller that waits until no read is needed.
    typealias Waiter = Promise<Result<Value, any Error>>

    private struct Read {
        var run: Int64
        let isMore: Bool
        /// Whether there was no value when the read began.
        let isFirst: Bool
        let tags: [QueryTag]
        /// Whether the state contained the read when the server was called, or nil before that.
        var isKnown: Bool?
        var result: Result<Value, any Error>?
    }

    private struct Content {
        var table: WatchTable<Key>
        /// The waiting callers of each key, by the numbers of their watches.
        var waiters: [Key: [Int: Waiter]] = [:]
        var follower: Subscription?
        var isClosed = false

        /// Resumes the callers that wait for a key, or all callers.
        mutating func end(_ key: Key? = nil, with result: Result<Value, any Error> = .failure(CancellationError())) {
            let keys = key.map { [$0] } ?? Array(waiters.keys)
            let ended = keys.compactMap { waiters.removeValue(forKey: $0) }.joined()
            for (_, waiter) in ended.sorted(by: { $0.key < $1.key }) { waiter.fulfill(result) }
        }
    }

    private let query: ServerQuery<StateType, Key, Value>
    private let reference: CoreReference<StateType>
    private let runtime: Runtime
    private let alarm: RescheduledTimer
    private let content: Guarded<Content>

    init(_ query: ServerQuery<StateType, Key, Value>, _ core: Core<StateType>) {
        self.query = query
        reference = core.reference
        runtime = core.runtime
        alarm = RescheduledTimer(core.runtime)
        content = Guarded(Content(table: WatchTable(staleAfter: query.staleAfter, keepUnused: query.keepUnused)))
        follow(core)
        core.surroundings?.add { [weak self] surroundings in
            self?.change { $0.table.follow(surroundings.conditions) }
        }
    }

    /// Changes the content, and starts the checks and the alarm that result from it.
    private func change<Output>(_ change: (inout Content) -> Output) -> Output {
        let (output, begun, due) = content.withLock { content in
            let output = change(&content)
            if content.isClosed || !content.table.isPresent { content.end() }
            return (output, content.table.takeBegun(), content.isClosed ? nil : content.table.nextDue)
        }
        for key in begun { begin(key) }
        if let due { alarm.set(due) { [weak self] in await self?.wake() } }
        return output
    }

    func isFor(_ query: ServerQuery<StateType, Key, Value>, _ core: Core<StateType>) -> Bool {
        self.query.member == query.member && reference.isFor(core)
    }

    func coreClosed() {
        change { $0.isClosed = true }
        alarm.cancel()
        follow(nil)
    }

    // MARK: Calls

    /// Adds a watch. The value is read if it is not usable, or in any case for the reason `occasion`, or one more page
    /// is read.
    ///
    /// - Returns: A closure that ends the watch.
    func watch(
        _ key: Key, every interval: Duration? = nil, anew occasion: String? = nil, more: Bool = false,
        _ waiter: Waiter? = nil
    ) -> @Sendable () -> Void {
        guard isUsable(key) else {
            waiter?.fulfill(.failure(CancellationError()))
            return {}
        }
        if let interval, interval <= .zero {
            reference.core?.report(
                mistake:
                    "\(query.name) \(key), of the query made at \(query.site), is observed with the polling interval "
                    + "\(interval), so it is not polled. Omit every:, or use an interval above 0.")
        }
        let now = runtime.clock.now
        let watch = change { content in
            let watch = content.table.watch(key, every: interval, now: now)
            content.table.ask(key, anew: occasion, more: more)
            if let waiter { content.waiters[key, default: [:]][watch] = waiter }
            return watch
        }
        return { [weak self] in self?.release(key, watch) }
    }

    /// Whether the key is equal to itself. Reports a key that is not.
    private func isUsable(_ key: Key) -> Bool {
        if key == key { return true }
        reference.core?.report(
            mistake:
                "The key \(key) of the query \(query.name), made at \(query.site), is not equal to itself, so its value can be "
                + "neither stored nor found. Use a key that equals itself: a number that is not NaN, or an == that compares "
                + "stored members.")
        return false
    }

    private func release(_ key: Key, _ watch: Int) {
        let now = runtime.clock.now
        change { content in
            content.table.release(key, watch, now: now)
            content.waiters[key]?[watch] = nil
            if content.waiters[key]?.isEmpty == true { content.waiters[key] = nil }
        }
    }

    func isWatched(_ key: Key) -> Bool { content.withLock { $0.table.isWatched(key) } }

    /// Returns the value when no read is needed any more. A call within the read of the same key is reported.
    nonisolated(nonsending) func value(_ key: Key, anew occasion: String? = nil) async throws -> Value {
        if let read = CurrentRead.current, read.of == ObjectIdentifier(self), read.key as? Key == key {
            reference.core?.report(
                mistake:
                    "Deadlock: \(query.name) \(key), of the query made at \(query.site), was fetched or refreshed inside its own "
                    + "read, which would wait for itself. Call the server there, or fetch another value.")
            throw CancellationError()
        }
        if occasion == nil, let value = await fresh(key) { return value }
        let waiter = Waiter(.failure(CancellationError()))
        let end = watch(key, anew: occasion, waiter)
        defer { end() }
        await waiter.isFulfilled.waitOrCancel()
        return try waiter.value.get()
    }

    /// Returns the value if it requires no read. This counts as a use of the value, and starts no task.
    private nonisolated(nonsending) func fresh(_ key: Key) async -> Value? {
        guard key == key, let core = reference.core else { return nil }
        return await core.readIfPresent { [self] state in
            guard let state else { return nil }
            let queries = state[keyPath: query.member]
            let entry = queries.entry(key)
            guard entry.value != nil else { return nil }
            let (now, clock) = (Timestamp.now(in: runtime), runtime.clock.now)
            return change { content in
                guard !content.isClosed else { return nil }
                let invalidation = content.table.invalidation(key, of: entry.parts, queries.signal) {
                    queries.lastInvalidation(of: entry)
                }
                guard content.table.use(key, entry, invalidation, now: now, clock: clock) else { return nil }
                return entry.value
            }
        }
    }

    // MARK: Checks

    private func begin(_ key: Key) {
        reference.core?.perform(
            "\(query.name) \(key)", options: CommandOptions(owners: query.owners),
            onEnd: { [weak self] outcome in self?.ended(key, outcome) }
        ) { core in
            try await self.read(key, core)
        }
    }

    private func ended(_ key: Key, _ outcome: CommandOutcome) {
        let isRefused = change { content in
            guard !content.isClosed else { return false }
            content.table.ended(key, outcome)
            guard case .dropped = outcome else { return false }
            content.end(key)
            return true
        }
        // The part of the state is missing, or was for an instant in which no subscriber was notified.
        if isRefused { follow(reference.core) }
    }

    /// Reads a key until no read is needed.
    private nonisolated(nonsending) func read(_ key: Key, _ core: Core<StateType>) async throws {
        var last: Read?
        var count = 0
        while var read = try await decide(key, core, last) {
            if !read.isMore { count += 1 }
            // A read that invalidates its own value would repeat without end.
            if count == 32 {
                core.report(
                    mistake:
                        "Infinite loop: \(query.name) \(key), of the query made at \(query.site), was invalidated during each of "
                        + "its last reads, and is read again and again. Do not invalidate the tags of a query in its own read."
                )
            }
            do {
                try await core.readBetweenChanges(
                    about: entities(read.tags), isFirst: read.isFirst, learns: true, limit: query.limit, at: query.site,
                    isSeen: { await isSeen(key, read.run, core) }, onShown: { [self] in finished(key) }
                ) { try await ask(key, &read, core) }
            } catch {
                let failed = Change.Kind.failed(key, run: read.run, message: "\(error)")
                try await core.read { [self] _ in
                    // The event would be refused. The check that follows ends the read.
                    try Task.checkCancellation()
                    finished(key)
                    fire(failed, core)
                }
                read.result = .failure(error)
            }
            last = read
        }
    }

    /// Records the end of a read before it is visible, because later requests require another read.
    private func finished(_ key: Key) { content.withLock { $0.table.finished(key) } }

    /// Decides in one step of the core's order whether to read. If not, the waiting callers are resumed.
    ///
    /// - Parameter last: The previous read.
    private nonisolated(nonsending) func decide(
        _ key: Key, _ core: Core<StateType>, _ last: Read?
    ) async throws -> Read? {
        try await core.read { [self] state in
            // Another check of the key has started.
            try Task.checkCancellation()
            let queries = state[keyPath: query.member]
            let (entry, now) = (queries.entry(key), Timestamp.now(in: runtime))
            // Callers receive the error of the last read, or the value as it is shown.
            var result = last?.result ?? .failure(CancellationError())
            if case .failure? = last?.result {} else if let value = entry.value { result = .success(value) }
            let decision = change { content in
                let invalidation = content.table.invalidation(key, of: entry.parts, queries.signal) {
                    queries.lastInvalidation(of: entry)
                }
                let decision = content.table.decide(key, entry, invalidation, now: now)
                if case .done(_, isOver: true) = decision { content.end(key, with: result) }
                return decision
            }
            if let last, case .success? = last.result, last.isKnown == false, entry.shown < last.run,
                !isHeard(key, state)
            {
                core.report(
                    mistake:
                        "The query \"\(query.name)\" received data, but no state stored it. Call react(to:) of the matching "
                        + "Queries property first in your state's react(to:), and check that Queries and ServerQuery have the same "
                        + "name.")
            }
            switch decision {
            case .read(let run, let isMore, let why):
                let seen = queries.invalidations.count
                fire(.began(key, run: run, seen: seen, isMore: isMore, why: why), core)
                // The tags of the next page are unknown until its response arrives.
                let tags = isMore ? [] : entry.parts.flatMap(\.tags)
                return Read(run: run, isMore: isMore, isFirst: entry.value == nil, tags: tags)
            case .done(let ceased, _):
                if let ceased { fire(.ceased(key, run: ceased), core) }
                return nil
            }
        }
    }

    /// Whether the state applies the events of the query. Only for a state that lacks a response: it may also have been
    /// cleared.
    private func isHeard(_ key: Key, _ state: StateType) -> Bool {
        var probe = state
        probe.react(to: Change(name: query.name, kind: .began(key, run: .max, seen: 0)))
        return probe[keyPath: query.member].entry(key).began == .max
    }

    /// Whether a response is shown, or the state does not contain its read.
    private nonisolated(nonsending) func isSeen(_ key: Key, _ run: Int64, _ core: Core<StateType>) async -> Bool {
        await core.read { [self] state in
            guard let entry = state[keyPath: query.member].entries[id: key] else { return true }
            return entry.began < run || entry.shown >= run
        }
    }

    /// Calls the server with the current value, and creates the event for the state from the response.
    private nonisolated(nonsending) func ask(
        _ key: Key, _ read: inout Read, _ core: Core<StateType>
    ) async throws -> ServerAnswer {
        let (isMore, last, isAgain) = (read.isMore, read.run, read.isKnown != nil)
        let (run, seen, held) = try await core.read { [self] state in
            try Task.checkCancellation()
            let queries = state[keyPath: query.member]
            let (seen, held) = (queries.invalidations.count, queries.entry(key))
            let wall = Timestamp.now(in: runtime).millisecondsSince1970
            let run = content.withLock { content in
                content.table.asking(
                    key, last, isMore: isMore, isAgain: isAgain, seen: seen, began: held.began, wall: wall)
            }
            // The state may have been reset since the decision, and then does not contain the read.
            if held.began < run {
                let why = isAgain ? Occasion.crossed : Occasion.startedOver
                fire(.began(key, run: run, seen: seen, isMore: isMore, why: why), core)
            }
            return (run, seen, held)
        }
        (read.run, read.isKnown) = (run, held.began >= last)
        let value = try await answer(key, behind: held.value, isMore: isMore, core)
        read.result = .success(value)
        let tags = query.tags(key, value)
        let time = Timestamp.now(in: runtime)
        func arrived(_ isProvisional: Bool?) -> [any Event] {
            let kind = Change.Kind.arrived(
                key, run: run, value, tags: tags, seen: seen, at: time, version: query.version?(value),
                behind: isMore ? held.shown : nil, isProvisional: isProvisional)
            return [Change(name: query.name, kind: kind)]
        }
        return ServerAnswer(events: arrived(nil), provisional: arrived(true), about: entities(tags))
    }

    /// Returns the response: the next page, or the whole value, for a list with the current number of pages.
    private nonisolated(nonsending) func answer(
        _ key: Key, behind held: Value?, isMore: Bool, _ core: Core<StateType>
    ) async throws -> Value {
        nonisolated(nonsending) func ask(_ held: Value?) async throws -> Value {
            // A read that failed is not sent again for a value that no caller observes or waits for.
            var retry = query.retry
            retry.isRetryable = { [self] in isWatched(key) && query.retry.isRetryable($0) }
            var failure: (any Error)?
            return try await retry.run(clock: runtime.clock, random: runtime.random) {
                if let failure, !isWatched(key) { throw failure }
                do {
                    return try await CurrentRead.$current.withValue(CurrentRead(of: ObjectIdentifier(self), key: key)) {
                        try await query.read(key, held, core)
                    }
                } catch {
                    failure = error
                    throw error
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
        core.fire(event: Change(name: query.name, kind: kind), fileID: query.site.fileID, line: query.site.line)
    }

    /// Returns the ids for the detection of changes that overlap with a read of these tags. A query without tags, or
    /// with versions, has none.
    private func entities(_ tags: [QueryTag]) -> [any Hashable & Sendable] {
        (query.version == nil ? tags.flatMap(\.covering) : []) + [NoOverlap()]
    }

    // MARK: Following the state

    /// Subscribes to the state and replaces the previous subscription. nil only cancels it.
    private func follow(_ core: Core<StateType>?) {
        let signal = Derived<StateType, QuerySignal?>.member(query.member, revision: { $0.revision }, { $0.signal })
        var follower = core?.plain.subscribe(to: signal, fileID: #fileID, line: #line, onEnd: {}) { [weak self] _ in
            await self?.look()
        }
        content.withLock { swap(&$0.follower, &follower) }
        follower?.cancel()
    }

    /// Checks for invalidations, seeds, a reset, and a missing part of the state.
    private func look() async {
        let now = runtime.clock.now
        await reference.core?.readIfPresent { [self] state in
            change { content in
                if !content.isClosed { content.table.follow(state.map { $0[keyPath: query.member] }, now: now) }
            }
        }
    }

    /// Handles due polls and evictions in one step of the core's order, in which watches of the same moment are
    /// included.
    private func wake() async {
        guard let core = reference.core else { return }
        await core.read { [self] state in
            let forgotten: Change.Kind? = change { content in
                content.isClosed ? nil : content.table.due(now: runtime.clock.now, in: state[keyPath: query.member])
            }
            if let forgotten { fire(forgotten, core) }
        }
    }
}

private struct CurrentRead {
    @TaskLocal static var current: CurrentRead?
    let of: ObjectIdentifier
    let key: any Hashable & Sendable
}

/// An id that no change of an app has.
private struct NoOverlap: Hashable {}
