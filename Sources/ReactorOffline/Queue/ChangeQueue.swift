import Reactor
public import ReactorRecording
import ReactorServices

/// A persistent queue of the user's offline changes, which pushes them when the device is online.
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
/// - When ``enqueue(_:id:fileID:line:)`` returns, the change is on the disk, and is pushed once, even if the process ends at any
///   time.
/// - Changes of one lane are pushed in order. Lanes are pushed in parallel.
/// - The queue writes to its journal before a step is sent, and when its response arrives. After a crash, a change
///   continues at its first step without a response, with the same key, so a service that supports idempotency keys
///   does each step once.
/// - The queue retries a change until the service accepts or refuses it. Refused changes are stored in ``deadLetters``
///   until the app decides about them.
/// - The queue's journal contains the responses of the service, which can be secret. Only the owner can read its files.
public actor ChangeQueue<Change: OfflineChange> {
    let opened: OpenedCore<ChangeQueueState<Change>>
    var core: Core<ChangeQueueState<Change>> { opened.core }
    var journal: Journal { opened.journal }
    let runner: SequenceRunner
    let options: ChangeQueueOptions
    let limits: JournalLimits
    /// The wall clock, for times that later processes read.
    let now: @Sendable () -> Timestamp
    let receiver: any ChangeReceiver
    /// The place at which the app opened the queue.
    let site: CallSite
    /// The places at which the app queued or changed the changes, in this process.
    var sites: [ChangeID: CallSite] = [:]
    /// The report of opening the queue's journal.
    public nonisolated let report: OpeningReport

    var machine: ChangeMachine<Change>
    /// The deliveries that wait for the writes before them.
    var outbox: [Delivery] = []
    var pump: Task<Void, Never>?
    var lastCaller = 0
    /// The last caller whose change is stored.
    var lastKept = 0
    /// The phases that were fired, and are not known to be stored.
    var untold: [ChangeID: ChangeEvent.Phase] = [:]
    /// The reason why later changes are not stored.
    var unkept: ChangeQueueError?
    let alarm: RescheduledTimer
    var tasks: [Int: Task<Void, Never>] = [:]
    var lastTask = 0
    var idling: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastIdling = 0
    /// Whether the account signs out, so that no change is accepted or sent.
    var isLeaving = false
    /// Whether the device is online, as reported during a suspension. nil if the queue is not suspended.
    var onlineWhenResumed: Bool?
    /// The order of suspensions and resumptions.
    let lock = AsyncLock()
    /// The calls that wait for the resumption.
    var untilResumed: [CheckedContinuation<Void, Never>] = []
    var ended: ChangeQueueError?

    enum Delivery {
        case effect(ChangeMachine<Change>.Effect)
        /// A caller, by its number, that waits for earlier writes.
        case caller(Int, CheckedContinuation<Void, Never>)
    }

    init(
        _ opened: OpenedCore<ChangeQueueState<Change>>, _ state: ChangeQueueState<Change>, runner: SequenceRunner,
        options: ChangeQueueOptions, configuration: JournalConfiguration, receiver: any ChangeReceiver, site: CallSite
    ) {
        self.opened = opened
        report = opened.report
        machine = ChangeMachine(state, options, fileMarks: \.fileMarks)
        self.runner = runner
        self.options = options
        alarm = RescheduledTimer(options.runtime)
        limits = configuration.limits
        now = configuration.now
        self.receiver = receiver
        self.site = site
    }

    /// Opens a queue and continues where it ended: queued changes are predicted again and pushed.
    ///
    /// - Parameters:
    ///   - folder: The folder of the queue's journal. Use a separate folder for each queue and account.
    ///   - account: A stable name of the account, whose changes are never sent with another account's credential. nil
    ///     if the app has a single user.
    ///   - type: The type of the changes, if it cannot be inferred.
    ///   - configuration: The configuration of the journal. Acknowledged changes survive the failures of its
    ///     durability.
    ///   - destinations: The servers that the changes' steps name.
    ///   - options: The options of the queue.
    ///   - audience: The receiver of the queue's events, usually the app's core.
    /// - Throws: `JournalError`, `ReplayError`, or the error of a credential's validation.
    ///   ``ChangeQueueError/otherAccount(kept:given:)`` if the journal belongs to another account; nothing is sent,
    ///   predicted or changed then.
    public static func open(
        journal folder: String, of type: Change.Type = Change.self, account: String? = nil,
        configuration: JournalConfiguration,
        destinations: [DestinationName: SequenceDestination], options: ChangeQueueOptions = ChangeQueueOptions(),
        audience: ChangeAudience<Change> = .nobody, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> ChangeQueue {
        // The queue retries on its own, with longer delays than a call.
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
        let site = CallSite(fileID, line)
        let receiver = audience.receiver(
            QueueIdentity(journal: opened.journal.id, account: account, site: site))
        let queue = ChangeQueue(
            opened, state, runner: runner, options: options, configuration: configuration, receiver: receiver,
            site: site)
        try await queue.begin(account)
        return queue
    }

    private func begin(_ account: String?) async throws {
        let spawn = options.runtime.spawn
        receiver.observeResets { [weak self] in spawn.detached { await self?.stateWasReset() } }
        do {
            if machine.state.account != account { try await carryOut { machine in machine.name(account) } }
            let (elapsed, time) = (options.runtime.clock.now, now())
            try await carryOut { machine in machine.opened(now: elapsed, at: time, journal: receiver.journal) }
        } catch {
            // The first error is reported.
            try? await close()
            throw error
        }
        receiver.opened()
    }
}

// MARK: - Changes

extension ChangeQueue {
    /// Adds a change, and returns when it is stored and shown.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - id: The id of the change. nil creates an id. An app that repeats a call after a crash passes the same id,
    ///     and receives ``ChangeQueueError/duplicateID(_:)`` if the change was stored.
    /// - Returns: The change with its id, and in ``QueuedChange/waitsBehind`` the dead letter that it waits for. A
    ///   change whose first request cannot be described or sent is already a dead letter.
    /// - Throws: ``ChangeQueueError``.
    @discardableResult
    public func enqueue(
        _ change: Change, id: ChangeID? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws(ChangeQueueError) -> QueuedChange<Change> {
        let random = options.runtime.random
        let id = id ?? ChangeID(rawValue: UniqueID.text(random(), random()))
        if let reason = unkeepable(ChangeQueued(id: id, change: change)) { throw .unkeepable(id, reason: reason) }
        var taken: QueuedChange<Change>?
        try await carryOut { machine throws(ChangeQueueError) in
            let effects = try machine.enqueue(change, id: id)
            sites[id] = CallSite(fileID, line)
            taken = machine.queued(id) ?? machine.state.refused[id]?.queued
            return effects
        }
        return taken ?? QueuedChange(id: id, number: 0, change: change)
    }

    /// The changes to push, in the order of queuing.
    ///
    /// - Complexity: O(n log n).
    public var queued: [QueuedChange<Change>] {
        machine.state.queued.values.sorted { $0.number < $1.number }.map(machine.described)
    }

    /// The refused changes, in the order of queuing.
    public var deadLetters: [DeadLetter<Change>] {
        machine.state.refused.values.sorted { $0.queued.number < $1.queued.number }
    }

    /// Retries an unchanged dead letter in its previous position, from the refused step, with the same keys.
    ///
    /// - Throws: ``ChangeQueueError``.
    public func retry(
        _ id: ChangeID, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws(ChangeQueueError) {
        try await carryOut { machine throws(ChangeQueueError) in
            let effects = try machine.retry(id)
            sites[id] = CallSite(fileID, line)
            return effects
        }
    }

    /// Replaces a dead letter, or a queued change of which no step was sent, by another change in its previous position,
    /// from its first step, with new keys.
    ///
    /// - Throws: ``ChangeQueueError``.
    public func edit(
        _ id: ChangeID, to change: Change, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws(ChangeQueueError) {
        if let reason = unkeepable(ChangeEdited(id: id, change: change)) { throw .unkeepable(id, reason: reason) }
        try await carryOut { machine throws(ChangeQueueError) in
            let effects = try machine.edit(id, to: change)
            sites[id] = CallSite(fileID, line)
            return effects
        }
    }

    /// Drops a dead letter, or a change that is not in flight. Steps that were sent before may have arrived.
    ///
    /// - Throws: ``ChangeQueueError``.
    public func drop(
        _ id: ChangeID, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws(ChangeQueueError) {
        try await carryOut { machine throws(ChangeQueueError) in
            let effects = try machine.drop(id)
            sites[id] = CallSite(fileID, line)
            return effects
        }
    }
}
