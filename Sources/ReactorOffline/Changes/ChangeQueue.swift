import Reactor
public import ReactorRecording
import ReactorServices

/// Keeps what the user changed, and pushes it when there is a connection.
///
/// ```swift
/// import ReactorRecording
/// import ReactorServices
///
/// func open<App>(_ app: OpenedCore<App>, _ api: any Gateway) async throws -> ChangeQueue<DescribedChange> {
///     try await ChangeQueue.open(
///         journal: "/tmp/changes", configuration: JournalConfiguration(app: "weights", durability: .durable),
///         destinations: [.api: .server(api, credential: BearerCredential("t-123"))], audience: .opened(app))
/// }
/// ```
///
/// - What ``enqueue(_:id:)`` has returned for is on the disk, and is pushed once, whenever the process ends.
/// - The changes of one lane are pushed in order; lanes are pushed side by side.
/// - Before a step is sent, and when its answer arrives, that is written. After a crash a change goes on at its first step
///   without an answer, under the same key, so a service that honours keys does each step once.
/// - A queue does not give up: it tries again until the service takes a change or refuses it. What is refused is kept in
///   ``deadLetters`` until the app decides.
/// - The queue's journal holds what the service answered, which can be secret. Its files are for their owner alone.
public actor ChangeQueue<Change: OfflineChange> {
    let opened: OpenedCore<ChangeQueueState<Change>>
    var core: Core<ChangeQueueState<Change>> { opened.core }
    var journal: Journal { opened.journal }
    let runner: SequenceRunner
    let options: ChangeQueueOptions
    /// How long an entry may be.
    let limits: JournalLimits
    /// The wall clock, for what must hold in the next process too.
    let now: @Sendable () -> Timestamp
    let audience: ChangeAudience<Change>
    /// What was found when the queue's journal was opened.
    public nonisolated let report: OpeningReport

    var machine: ChangeMachine<Change>
    /// What waits until the disk has what was written before it.
    var outbox: [Delivery] = []
    var pump: Task<Void, Never>?
    var lastCaller = 0
    /// The last one of these whose change is written.
    var lastKept = 0
    /// Why no later one is.
    var unkept: ChangeQueueError?
    let alarm: RescheduledTimer
    var tasks: [Int: Task<Void, Never>] = [:]
    var lastTask = 0
    var idling: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastIdling = 0
    /// Whether its account signs out: nothing is taken or sent any more.
    var isLeaving = false
    /// Whether there is a connection, said while it is suspended; nil while it is not.
    var onlineWhenResumed: Bool?
    /// Suspending and resuming go one after the other.
    let turns = Turns()
    /// Those who want to change something, while it is suspended.
    var untilResumed: [CheckedContinuation<Void, Never>] = []
    /// Why nothing is done any more.
    var ended: ChangeQueueError?

    enum Delivery {
        case effect(ChangeMachine<Change>.Effect)
        /// The so-manieth who waits for what was written before.
        case caller(Int, CheckedContinuation<Void, Never>)
    }

    init(
        _ opened: OpenedCore<ChangeQueueState<Change>>, _ state: ChangeQueueState<Change>, runner: SequenceRunner,
        options: ChangeQueueOptions, configuration: JournalConfiguration, audience: ChangeAudience<Change>
    ) {
        self.opened = opened
        report = opened.report
        machine = ChangeMachine(state, options, fileMarks: \.fileMarks)
        self.runner = runner
        self.options = options
        alarm = RescheduledTimer(options.runtime)
        limits = configuration.limits
        now = configuration.now
        self.audience = audience
    }

    /// Opens a queue, and goes on where it ended: what is still queued is predicted again, and pushed.
    ///
    /// - Parameters:
    ///   - folder: where the queue's journal is kept; a folder of its own, and of each account.
    ///   - account: whose changes these are, by a name that stays the same: never sent with another one's credential. Nil
    ///     where there is one user alone.
    ///   - type: what the queue keeps, where the context does not say it.
    ///   - configuration: how that is kept. Its durability is what an acknowledged change survives.
    ///   - destinations: the servers that the changes' steps name.
    ///   - options: how the queue pushes, and by whose clock.
    ///   - audience: the app's core.
    /// - Throws: `JournalError`, `ReplayError`, what validating the credentials throws;
    ///   ``ChangeQueueError/otherAccount(kept:given:)``, and nothing is sent, predicted or changed.
    public static func open(
        journal folder: String, of type: Change.Type = Change.self, account: String? = nil,
        configuration: JournalConfiguration,
        destinations: [DestinationName: SequenceDestination], options: ChangeQueueOptions = ChangeQueueOptions(),
        audience: ChangeAudience<Change> = .nobody
    ) async throws -> ChangeQueue {
        // The queue tries again by itself: it has more time than any call.
        let runner = try SequenceRunner(
            destinations: destinations,
            options: SequenceRunnerOptions(
                retry: .never, timeout: options.timeout, logger: options.logger, runtime: options.runtime))
        let opened = try await Core.open(
            journal: folder, initial: ChangeQueueState<Change>(), catalog: ChangeQueueState<Change>.catalog,
            configuration: configuration, runtime: options.runtime)
        let state = await opened.core.state
        if let kept = state.account, kept != account {
            await opened.core.close()
            try await opened.journal.close()
            throw ChangeQueueError.otherAccount(kept: kept, given: account)
        }
        let queue = ChangeQueue(
            opened, state, runner: runner, options: options, configuration: configuration,
            audience: audience)
        try await queue.begin(account)
        return queue
    }

    private func begin(_ account: String?) async throws {
        do {
            if machine.state.account != account { try await carryOut { machine in machine.name(account) } }
            let (elapsed, time) = (options.runtime.clock.now, now())
            try await carryOut { machine in machine.opened(now: elapsed, at: time) }
        } catch {
            // What went wrong first is what is reported.
            try? await close()
            throw error
        }
        audience.opened()
    }
}

// MARK: - Changes

extension ChangeQueue {
    /// Takes a change. Returns when it is kept, and shown.
    ///
    /// What it returns is the change as it was taken: its id, and in ``QueuedChange/waitsBehind`` the dead letter behind
    /// which it stands, if any. A change whose first request cannot be described or sent is a dead letter then.
    ///
    /// - Parameters:
    ///   - change: what the user changed.
    ///   - id: names it; nil for a new name. An app that asks again after a crash gives the same, and learns from
    ///     ``ChangeQueueError/duplicateID(_:)`` that it was kept.
    /// - Throws: ``ChangeQueueError``.
    @discardableResult
    public func enqueue(
        _ change: Change, id: ChangeID? = nil
    ) async throws(ChangeQueueError) -> QueuedChange<Change> {
        let random = options.runtime.random
        let id = id ?? ChangeID(rawValue: UniqueID.text(random(), random()))
        if let reason = unkeepable(ChangeQueued(id: id, change: change)) { throw .unkeepable(id, reason: reason) }
        var taken: QueuedChange<Change>?
        try await carryOut { machine throws(ChangeQueueError) in
            let effects = try machine.enqueue(change, id: id)
            taken = machine.queued(id) ?? machine.state.refused[id]?.queued
            return effects
        }
        return taken ?? QueuedChange(id: id, number: 0, change: change)
    }

    /// What is to be pushed, in the order of queuing.
    ///
    /// - Complexity: O(n log n).
    public var queued: [QueuedChange<Change>] {
        machine.state.queued.values.sorted { $0.number < $1.number }.map(machine.described)
    }

    /// What was refused, in the order of queuing.
    public var deadLetters: [DeadLetter<Change>] {
        machine.state.refused.values.sorted { $0.queued.number < $1.queued.number }
    }

    /// Pushes a dead letter as it is, in its old place, from the step that was refused on, under the same keys.
    ///
    /// - Throws: ``ChangeQueueError``.
    public func retry(_ id: ChangeID) async throws(ChangeQueueError) {
        try await carryOut { machine throws(ChangeQueueError) in try machine.retry(id) }
    }

    /// Pushes a dead letter as another change, in its old place, from its first step on, under new keys.
    ///
    /// - Throws: ``ChangeQueueError``.
    public func edit(_ id: ChangeID, to change: Change) async throws(ChangeQueueError) {
        if let reason = unkeepable(ChangeEdited(id: id, change: change)) { throw .unkeepable(id, reason: reason) }
        try await carryOut { machine throws(ChangeQueueError) in try machine.edit(id, to: change) }
    }

    /// Forgets a dead letter, or a change that is not on its way. What of it was sent before may have arrived.
    ///
    /// - Throws: ``ChangeQueueError``.
    public func drop(_ id: ChangeID) async throws(ChangeQueueError) {
        try await carryOut { machine throws(ChangeQueueError) in try machine.drop(id) }
    }
}
