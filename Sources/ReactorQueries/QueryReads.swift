import Reactor

/// The reads of one query on one core. It carries out the decisions of the query's table: it starts checks and reads,
/// and wakes when a poll or an eviction is due.
///
/// All decisions are made in the core's loop, in order with the events and with the state at hand. Only a request to the
/// server is a task: a check is a command, so that a reset cancels it and `idle()` waits for it. Waiting for a due time
/// is a task that retains nothing.
final class QueryReads<StateType: State, Key: Hashable & Sendable, Value: Sendable>: CoreCompanion,
    @unchecked Sendable
{
    // Sendable: `content` is used only in the core's loop: in its turns, in reads of the state, and when a command of the
    // query starts or ends; and by `coreClosed()`, in the loop or when no other code can use it. Everything else never
    // changes.

    typealias Change = QueryChange<Key, Value>

    private struct Read {
        var run: Int64
        let isMore: Bool
        /// Whether the state contained the read when the server was called, or nil before that.
        var isKnown: Bool?
        /// The entry, and the number of invalidations, when the server was called.
        var held: QueryCache<Key, Value>.Entry
        var seen = 0
        var result: Result<Value, any Error>?
    }

    /// A check of a key: the reads of one command, until no read is needed.
    private final class Check: ServerReadOwner, @unchecked Sendable {
        // Sendable: used in the loop while the command's body waits for it, and by the body otherwise.
        let reads: QueryReads
        let key: Key
        /// The core of the command, after it has started.
        var core: Core<StateType>?
        /// The current read, and its first decision; nil if no read is needed.
        var read: Read?
        var begun: BegunRead?
        /// Whether the body of the command makes the first decision.
        var isUndecided = false

        init(_ reads: QueryReads, _ key: Key) { (self.reads, self.key) = (reads, key) }

        func asks() { reads.asks(self) }
        func shows() { reads.change { $0.table.finished(key) } }
        func isSeen() -> Bool { reads.isSeen(self) }
        func shown() { if let core { reads.decide(self, core) } }
    }

    /// A watch, or a caller that waits until no read is needed.
    private final class Ticket: @unchecked Sendable {
        // Sendable: the variables are used only in the loop.
        /// The number of the watch while it exists.
        var number: Int?
        var hasEnded = false
        /// The result for a caller.
        let result = Handoff<Result<Value, any Error>>()
    }

    private struct Content {
        var table: WatchTable<Key>
        /// The waiting callers of each key, by the numbers of their watches.
        var waiters: [Key: [Int: Ticket]] = [:]
        var follower: Subscription?
        var isFollowing = false
        var isClosed = false
        /// The time for which the alarm is set.
        var alarm: Duration?

        /// Resumes the callers that wait for a key, or all callers, and ends their watches.
        mutating func end(
            _ key: Key? = nil, with result: Result<Value, any Error> = .failure(CancellationError()), now: Duration
        ) {
            for key in key.map({ [$0] }) ?? Array(waiters.keys) {
                for (watch, ticket) in (waiters.removeValue(forKey: key) ?? [:]).sorted(by: { $0.key < $1.key }) {
                    ticket.number = nil
                    table.release(key, watch, now: now)
                    ticket.result.put(result)
                }
            }
        }
    }

    private let query: ServerQuery<StateType, Key, Value>
    private let reference: CoreReference<StateType>
    private let runtime: Runtime
    private let alarm: RescheduledTimer
    private var content: Content

    init(_ query: ServerQuery<StateType, Key, Value>, _ core: Core<StateType>) {
        self.query = query
        reference = core.reference
        runtime = core.runtime
        alarm = RescheduledTimer(core.runtime)
        content = Content(table: WatchTable(staleAfter: query.staleAfter, keepUnused: query.keepUnused))
    }

    /// Changes the content, and starts the checks and the alarm that result from it.
    @discardableResult
    private func change<Output>(_ change: (inout Content) -> Output) -> Output {
        if !content.isFollowing && !content.isClosed { follow() }
        let output = change(&content)
        if !content.waiters.isEmpty, content.isClosed || !content.table.isPresent {
            content.end(now: runtime.clock.now)
        }
        let begun = content.table.takeBegun()
        if content.isClosed { return output }
        for key in begun { begin(key) }
        if let due = content.table.nextDue, content.alarm.map({ due < $0 }) ?? true {
            content.alarm = due
            alarm.set(due) { [weak self] in await self?.wake() }
        }
        return output
    }

    func isFor(_ query: ServerQuery<StateType, Key, Value>, _ core: Core<StateType>) -> Bool {
        self.query.member == query.member && reference.isFor(core)
    }

    func coreClosed() {
        content.isClosed = true
        change { _ in }
        alarm.cancel()
        follow(nil)
    }

    // MARK: Calls

    /// Adds a watch. The value is read if it is not usable.
    ///
    /// - Returns: A closure that ends the watch.
    func watch(_ key: Key, every interval: Duration? = nil) -> @Sendable () -> Void {
        guard isUsable(key), let core = reference.core?.plain else { return {} }
        if let interval, interval <= .zero {
            core.report(
                mistake:
                    "\(query.name) \(key), of the query made at \(query.site), is observed with the polling interval "
                    + "\(interval), so it is not polled. Omit every:, or use an interval above 0.")
        }
        // The time of the call counts, not that of the turn.
        let (ticket, now) = (Ticket(), runtime.clock.now)
        core.post(turn: { [self] in begin(ticket, key, every: interval, now: now) })
        return { [weak self] in
            guard let self else { return }
            let now = runtime.clock.now
            reference.core?.post(turn: { [self] in end(ticket, key, now: now) })
        }
    }

    private func begin(
        _ ticket: Ticket, _ key: Key, every interval: Duration? = nil, anew occasion: String? = nil, more: Bool = false,
        isWaiting: Bool = false, now: Duration
    ) {
        change { content in
            if ticket.hasEnded { return }
            let number = content.table.watch(key, every: interval, now: now)
            content.table.ask(key, anew: occasion, more: more)
            ticket.number = number
            if isWaiting { content.waiters[key, default: [:]][number] = ticket }
        }
    }

    private func end(_ ticket: Ticket, _ key: Key, now: Duration) {
        ticket.hasEnded = true
        guard let number = ticket.number.take() else { return }
        change { content in
            content.waiters[key]?[number] = nil
            content.table.release(key, number, now: now)
        }
    }

    /// Reads one more page.
    ///
    /// - Parameter unwatched: A closure that is called if no watch observes the key.
    func readMore(_ key: Key, unwatched: @escaping @Sendable () -> Void) {
        guard isUsable(key) else { return }
        let now = runtime.clock.now
        reference.core?.post(turn: { [self] in
            let (isWatched, ticket) = (content.table.isWatched(key), Ticket())
            begin(ticket, key, more: true, now: now)
            end(ticket, key, now: now)
            if !isWatched { unwatched() }
        })
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

    /// Returns the value when no read is needed any more. A call within the read of the same key is reported.
    nonisolated(nonsending) func value(_ key: Key, anew occasion: String? = nil) async throws -> Value {
        if let read = CurrentRead.current, read.of == ObjectIdentifier(self), read.key as? Key == key {
            reference.core?.report(
                mistake:
                    "Deadlock: \(query.name) \(key), of the query made at \(query.site), was fetched or refreshed inside its own "
                    + "read, which would wait for itself. Call the server there, or fetch another value.")
            throw CancellationError()
        }
        guard isUsable(key), let core = reference.core?.plain else { throw CancellationError() }
        if occasion == nil, let value = await fresh(key, core) { return value }
        let (ticket, now) = (Ticket(), runtime.clock.now)
        return try await withTaskCancellationHandler {
            await core.drain(turn: { [self] in begin(ticket, key, anew: occasion, isWaiting: true, now: now) })
            return try await ticket.result.take().get()
        } onCancel: {
            ticket.result.put(.failure(CancellationError()))
            core.post(turn: { [self] in end(ticket, key, now: runtime.clock.now) })
        }
    }

    /// Returns the value if it requires no read. This counts as a use of the value, and starts no task.
    private nonisolated(nonsending) func fresh(_ key: Key, _ core: Core<StateType>) async -> Value? {
        await core.readIfPresent { [self] state in
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
        let check = Check(self, key)
        reference.core?.perform(
            "\(query.name) \(key)", options: CommandOptions(owners: query.owners),
            onStart: { [self] core in
                check.core = core
                // A command that was fired before can predict before its first await, and the prediction decides about the
                // first response.
                check.isUndecided = !core.isCaughtUp
                if !check.isUndecided { decide(check, core) }
            },
            onEnd: { [weak self] outcome in self?.ended(key, outcome) }
        ) { [self] core in try await read(check, core) }
    }

    private func ended(_ key: Key, _ outcome: CommandOutcome) {
        let isRefused = change { content in
            guard !content.isClosed else { return false }
            content.table.ended(key, outcome)
            guard case .dropped = outcome else { return false }
            content.end(key, now: runtime.clock.now)
            return true
        }
        // The part of the state is missing, or was for an instant in which no subscriber was notified.
        if isRefused { follow(reference.core) }
    }

    /// Reads until no read is needed.
    private nonisolated(nonsending) func read(_ check: Check, _ core: Core<StateType>) async throws {
        let key = check.key
        var count = 0
        if check.isUndecided { await core.turn { [self] in if !Task.isCancelled { decide(check, core) } } }
        while let read = check.read, let begun = check.begun {
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
                try await core.finish(begun) { try await answer(check, core) }
            } catch {
                try Task.checkCancellation()
                await core.turn { [self] in
                    // The event would be refused. The check that follows ends the read.
                    guard !Task.isCancelled, let read = check.read else { return }
                    check.read?.result = .failure(error)
                    change { $0.table.finished(key) }
                    let failed = Change.Kind.failed(
                        key, run: read.run, message: "\(error)", isMore: read.isMore ? true : nil)
                    core.applyInTurn(Change(name: query.name, kind: failed), at: query.site)
                    decide(check, core)
                }
                try Task.checkCancellation()
            }
            if check.read != nil { core.deliver() }
        }
    }

    /// Decides whether to read, and begins the read. If no read is needed, the waiting callers are resumed.
    private func decide(_ check: Check, _ core: Core<StateType>) {
        let (key, last) = (check.key, check.read)
        var event: Change.Kind?
        (check.read, check.begun) = (nil, nil)
        let next: Read?? = core.lendInTurn { (state: StateType) -> Read? in
            let queries = state[keyPath: query.member]
            let (entry, now) = (queries.entry(key), Timestamp.now(in: runtime))
            if let last, case .success? = last.result, last.isKnown == false, entry.shown < last.run,
                !isHeard(key, state)
            {
                core.report(
                    mistake:
                        "The query \"\(query.name)\" received data, but no state stored it. Call react(to:) of the matching "
                        + "QueryCache property first in your state's react(to:), and check that QueryCache and ServerQuery have "
                        + "the same name.")
            }
            // Callers receive the error of the last read, or the value as it is shown.
            var result = last?.result ?? .failure(CancellationError())
            if case .failure? = last?.result {} else if let value = entry.value { result = .success(value) }
            let decision = change { content in
                let invalidation = content.table.invalidation(key, of: entry.parts, queries.signal) {
                    queries.lastInvalidation(of: entry)
                }
                let decision = content.table.decide(key, entry, invalidation, now: now)
                if case .done(_, isOver: true) = decision { content.end(key, with: result, now: runtime.clock.now) }
                return decision
            }
            switch decision {
            case .read(let run, let isMore, let why):
                event = .began(key, run: run, seen: queries.invalidations.count, isMore: isMore, why: why)
                return Read(run: run, isMore: isMore, held: entry)
            case .done(let ceased, _):
                event = ceased.map { .ceased(key, run: $0) }
                return nil
            }
        }
        if let event { core.applyInTurn(Change(name: query.name, kind: event), at: query.site) }
        guard let read = next ?? nil else { return }
        check.read = read
        // The tags of the next page are unknown until its response arrives.
        check.begun = core.beginInTurn(
            about: entities(read.isMore ? [] : read.held.parts.flatMap(\.tags)), isFirst: read.held.value == nil,
            limit: query.limit, at: query.site, owner: check)
    }

    /// Whether the state applies the events of the query. Only for a state that lacks a response: it may also have been
    /// cleared.
    private func isHeard(_ key: Key, _ state: StateType) -> Bool {
        var probe = state
        probe.react(to: Change(name: query.name, kind: .began(key, run: .max, seen: 0)))
        return probe[keyPath: query.member].entry(key).began == .max
    }

    /// Whether a response is shown, or the state does not contain its read.
    private func isSeen(_ check: Check) -> Bool {
        check.core?.lendInTurn { state in
            guard let entry = state[keyPath: query.member].entries[id: check.key], let run = check.read?.run else {
                return true
            }
            return entry.began < run || entry.shown >= run
        } ?? true
    }

    /// Prepares a request with the current value.
    private func asks(_ check: Check) {
        guard var read = check.read, let core = check.core else { return }
        let (key, isAgain) = (check.key, read.isKnown != nil)
        _ = core.lendInTurn { state in
            let queries = state[keyPath: query.member]
            (read.seen, read.held) = (queries.invalidations.count, queries.entry(key))
            read.isKnown = read.held.began >= read.run
            let wall = Timestamp.now(in: runtime).millisecondsSince1970
            read.run = change { content in
                content.table.asking(
                    key, read.run, isMore: read.isMore, isAgain: isAgain, seen: read.seen, began: read.held.began,
                    wall: wall)
            }
            // The state may have been reset since the decision, and then does not contain the read.
            if read.held.began < read.run {
                let why = isAgain ? Occasion.crossed : Occasion.startedOver
                fire(.began(key, run: read.run, seen: read.seen, isMore: read.isMore, why: why), core)
            }
        }
        check.read = read
    }

    /// Calls the server, and creates the event for the state from the response.
    private nonisolated(nonsending) func answer(_ check: Check, _ core: Core<StateType>) async throws -> ServerAnswer {
        guard let read = check.read else { throw CancellationError() }
        let value = try await value(of: read, check.key, core)
        check.read?.result = .success(value)
        let tags = query.tags(check.key, value)
        let time = Timestamp.now(in: runtime)
        func arrived(_ isProvisional: Bool?) -> [any Event] {
            let kind = Change.Kind.arrived(
                check.key, run: read.run, value, tags: tags, seen: read.seen, at: time, version: query.version?(value),
                behind: read.isMore ? read.held.shown : nil, isProvisional: isProvisional)
            return [Change(name: query.name, kind: kind)]
        }
        return ServerAnswer(events: arrived(nil), provisional: arrived(true), about: entities(tags))
    }

    /// Requests the next page, or the whole value, for a list with the current number of pages.
    private nonisolated(nonsending) func value(
        of read: Read, _ key: Key, _ core: Core<StateType>
    ) async throws -> Value {
        let held = read.held.value
        nonisolated(nonsending) func ask(_ held: Value?) async throws -> Value {
            // A read that failed is not sent again for a value that no caller observes or waits for.
            let isWatched = Guarded(true)
            var retry = query.retry
            retry.isRetryable = { [query] in isWatched.withLock { $0 } && query.retry.isRetryable($0) }
            var failure: (any Error)?
            return try await retry.run(clock: runtime.clock, random: runtime.random) {
                if let failure, !(await self.isWatched(key, core)) { throw failure }
                do {
                    return try await CurrentRead.$current.withValue(CurrentRead(of: ObjectIdentifier(self), key: key)) {
                        try await query.read(key, held, core)
                    }
                } catch {
                    failure = error
                    if query.retry.attempts > 1, !(await self.isWatched(key, core)) {
                        isWatched.withLock { $0 = false }
                    }
                    throw error
                }
            }
        }
        var value = try await ask(read.isMore ? held : nil)
        let pages = read.isMore ? 1 : (held as? any ContinuedValue)?.pages ?? 1
        while let list = value as? any ContinuedValue, list.hasMore, list.pages < pages {
            value = continued(value, by: try await ask(value))
        }
        return value
    }

    private nonisolated(nonsending) func isWatched(_ key: Key, _ core: Core<StateType>) async -> Bool {
        await core.readIfPresent { [self] _ in content.table.isWatched(key) }
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

    /// Follows the state and the conditions of all queries.
    private func follow() {
        content.isFollowing = true
        guard let core = reference.core else { return }
        follow(core)
        core.surroundings?.add { [weak self] surroundings in
            guard let self else { return }
            reference.core?.post(turn: { [self] in change { $0.table.follow(surroundings.conditions) } })
        }
    }

    /// Subscribes to the state and replaces the previous subscription. nil only cancels it.
    private func follow(_ core: Core<StateType>?) {
        let signal = Derived<StateType, QuerySignal?>.member(query.member, revision: { $0.revision }, { $0.signal })
        var follower = core?.plain.subscribe(to: signal, fileID: #fileID, line: #line, onEnd: {}) { [weak self] _ in
            await self?.look()
        }
        swap(&content.follower, &follower)
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
            content.alarm = nil
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
