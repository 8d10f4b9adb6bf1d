/// A read from the server between local changes, from its first request to its end.
final class ServerRead: @unchecked Sendable {
    // Sendable: `launch`, `about`, `phase` and the counts belong to the table and are touched on the core's executor alone.
    // Everything else is guarded or never changes.

    /// The decision about a request or a response.
    enum Decision: Sendable {
        /// The response is shown, and the read is over unless the caller does not see the response.
        case show
        /// The response, if there is one, is dropped, and the caller requests it again.
        case ask
        /// The response, if there is one, is dropped, and requested again when nothing is pending.
        case wait
        /// The first response is shown, and requested again when nothing is pending.
        case showAndWait
        /// The response was placed below a pending change. If the state was reset above that, the response is not
        /// visible, and may be placed a second time.
        case below
        /// Deadlock: the command that reads waits for its own change.
        case own
        /// The response is not shown: the reading command is late, the core is closed, or a middleware refused it.
        case refused
    }

    /// A step of a read, in the order of everything else.
    enum Step: Sendable {
        case begin
        /// - Parameter about: the entities that the response contains in addition.
        case answered(LedgerRequest, about: [LedgerEntity])
        case limitPassed
        case end
    }

    /// Whether the server is being asked.
    enum Phase {
        /// The read waits until no change that matters is pending.
        case waits
        /// The request was sent. Holds whether a change that matters has ended since, and the entities of all
        /// changes that ended.
        case asked(isCrossed: Bool, ended: Set<LedgerEntity>)
    }

    let id: UInt64
    let entities: [LedgerEntity]
    /// Whether its responses contain more entities.
    let learns: Bool
    /// The longest wait for changes.
    let limit: Duration?
    /// The place of the call.
    let site: CallSite
    /// Called before a subscriber can see the response that is shown and not requested again.
    let onShown: @Sendable () -> Void
    private let pass = HandOver<Decision>()

    // MARK: For the table

    /// The launch of the command that reads, if any.
    var launch: UInt64?
    /// The entities that are read, with those of the responses. An empty set is everything.
    var about: Set<LedgerEntity>
    var phase = Phase.asked(isCrossed: false, ended: [])
    /// The entities of the changes that were pending when it began, if it learns and is the first.
    var older: Set<LedgerEntity> = []
    /// Whether nothing of it is shown yet: neither when it began, nor by a change that has ended since.
    var isFirst: Bool
    /// How many changes that matter are pending, and how many of them the reading command has made.
    var pending = 0
    var own = 0
    /// Whether it does not wait for pending changes any longer.
    var isOverLimit = false

    init(
        id: UInt64, about entities: [LedgerEntity], isFirst: Bool, learns: Bool, limit: Duration?, at site: CallSite,
        onShown: @escaping @Sendable () -> Void = {}
    ) {
        self.id = id
        self.entities = entities
        about = Set(entities)
        self.isFirst = isFirst
        self.learns = learns
        self.limit = limit
        self.site = site
        self.onShown = onShown
    }

    var waits: Bool { if case .waits = phase { true } else { false } }

    /// Whether the change matters to this read.
    func isCrossed(by change: ServerReadTable.Change) -> Bool {
        about.isEmpty || change.entities.contains { about.contains($0) }
    }

    func isOwn(_ change: ServerReadTable.Change) -> Bool { launch != nil && change.launch == launch }

    func recount(_ changes: [ServerReadTable.Change]) {
        (pending, own) = (0, 0)
        for change in changes { count(change) }
    }

    func count(_ change: ServerReadTable.Change) {
        guard isCrossed(by: change) else { return }
        pending += 1
        if isOwn(change) { own += 1 }
    }

    // MARK: For the caller

    /// Passes a decision to the caller.
    func decide(_ decision: Decision) { pass.put(decision) }

    /// The decision about the last step.
    nonisolated(nonsending) func decision() async -> Decision { await pass.take() }
}

/// Passes values from one task to another, which takes one at a time. A value that is put before the previous one was taken is
/// dropped.
final class HandOver<Value: Sendable>: Sendable {
    private enum Progress {
        case nothing
        case waiting(CheckedContinuation<Value, Never>)
        case put(Value)
    }

    private let progress = Guarded(Progress.nothing)

    func put(_ value: Value) {
        let waiting = progress.withLock { progress -> CheckedContinuation<Value, Never>? in
            switch progress {
            case .nothing: progress = .put(value)
            case .waiting(let continuation):
                progress = .nothing
                return continuation
            case .put: break
            }
            return nil
        }
        waiting?.resume(returning: value)
    }

    nonisolated(nonsending) func take() async -> Value {
        await withCheckedContinuation { continuation in
            let value = progress.withLock { progress -> Value? in
                guard case .put(let value) = progress else {
                    progress = .waiting(continuation)
                    return nil
                }
                progress = .nothing
                return value
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}

/// A local change that is saved without a prediction.
final class UnpredictedChange: Sendable {
    let entities: [LedgerEntity]
    /// The place of the call.
    let site: CallSite

    init(about entities: [LedgerEntity], at site: CallSite) {
        self.entities = entities
        self.site = site
    }
}
