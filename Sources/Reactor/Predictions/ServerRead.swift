/// The owner of a read between changes, which follows its decisions with the state at hand. Called in the loop.
package protocol ServerReadOwner: AnyObject, Sendable {
    /// A request is about to be sent.
    func asks()
    /// A response that needs no further request is about to become visible.
    func shows()
    /// Whether the state shows a response that was placed below the pending predictions. It does not if the state was
    /// reset, or the child state was opened, above that position. Then the response is also placed at the end.
    func isSeen() -> Bool
    /// The read has ended, and its response is in the log.
    func shown()
}

/// A read from the server between local changes, from its first request to its end.
package final class ServerRead: @unchecked Sendable {
    // Sendable: `launch`, `about`, `phase`, the counts and the flags next to them belong to the table and the loop, and
    // are used only on the core's executor. Everything else is guarded or never changes.

    /// The decision about a request or a response.
    package enum Decision: Sendable {
        /// The response is shown, and the read ends.
        case show
        /// The response, if there is one, is dropped, and the request is sent again.
        case ask
        /// The response, if there is one, is dropped, and the request is sent again when no change is pending.
        case wait
        /// The first response is shown, and the request is sent again when no change is pending.
        case showAndWait
        /// A deadlock: the reading command waits for a change that it has made itself.
        case own
        /// The response is not shown: the reading command is late, the core is closed, or a middleware refused the
        /// response.
        case refused
    }

    /// A step of a read, in order with the events.
    enum Step: Sendable {
        case begin
        case answered(ServerAnswer)
        case limitPassed
        case end
    }

    /// The phase of a read.
    enum Phase {
        /// The read waits until no relevant change is pending.
        case waits
        /// The request was sent. `isCrossed` is whether a relevant change has ended since then, and `ended` contains
        /// the entities of all changes that have ended since then.
        case asked(isCrossed: Bool, ended: Set<LedgerEntity>)
    }

    let id: UInt64
    let entities: [LedgerEntity]
    /// Whether the responses can name more entities.
    let learns: Bool
    /// The longest time to wait for changes.
    let limit: Duration?
    /// The place of the call.
    let site: CallSite
    private let owner: (any ServerReadOwner)?
    private let pass = Handoff<Decision>()
    /// Whether the caller of a step is waiting for its decision in the loop, and the decision.
    private var isDeciding = false
    private var decided: Decision?

    // MARK: For the table

    /// The launch of the reading command, if any.
    var launch: UInt64?
    /// The entities of the read and of its responses. An empty set means everything.
    var about: Set<LedgerEntity>
    var phase = Phase.asked(isCrossed: false, ended: [])
    /// The entities of the changes that were pending when the read began. Only for a first read whose responses can
    /// name more entities.
    var older: Set<LedgerEntity> = []
    /// Whether nothing of the content is shown yet: neither before the read nor by a change that has ended since.
    var isFirst: Bool
    /// The number of relevant pending changes, and the number of these that the reading command has made.
    var pending = 0
    var own = 0
    /// Whether the limit has passed, so that the read no longer waits for pending changes.
    var isOverLimit = false

    init(
        id: UInt64, about entities: [LedgerEntity], isFirst: Bool, learns: Bool, limit: Duration?, at site: CallSite,
        owner: (any ServerReadOwner)? = nil
    ) {
        self.id = id
        self.entities = entities
        about = Set(entities)
        self.isFirst = isFirst
        self.learns = learns
        self.limit = limit
        self.site = site
        self.owner = owner
    }

    var waits: Bool { if case .waits = phase { true } else { false } }

    /// Whether a change is relevant for the read.
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

    /// Passes a decision to the caller. Called in the loop.
    func decide(_ decision: Decision) {
        guard isDeciding else { return pass.put(decision) }
        if case .ask = decision { willAsk() }
        decided = decision
    }

    /// Performs a step in the loop.
    ///
    /// - Returns: The decision, or nil if the read has to wait for ``decision()``.
    func decision(about step: () -> Void) -> Decision? {
        isDeciding = true
        step()
        isDeciding = false
        return decided.take()
    }

    /// Waits for a decision.
    nonisolated(nonsending) func decision() async -> Decision { await pass.take() }

    /// Whether the owner, if there is one, sees a response in the state.
    var isSeen: Bool { owner?.isSeen() ?? true }
    func willAsk() { owner?.asks() }
    func willShow() { owner?.shows() }
    func hasShown() { owner?.shown() }
}

/// A response to a read between changes.
package struct ServerAnswer: Sendable {
    /// The events that show the response.
    let events: [any Event]
    /// The events that show the response until the next one, which is requested again; nil if they are the same.
    let provisional: [any Event]?
    /// The ids that only the response contains, for example those of the rows in a list.
    let about: [any Hashable & Sendable]

    package init(
        events: [any Event], provisional: [any Event]? = nil, about: [any Hashable & Sendable] = []
    ) {
        self.events = events
        self.provisional = provisional
        self.about = about
    }
}

/// A channel for one value at a time between two tasks. A value that is put before the previous one was taken is
/// dropped.
package final class Handoff<Value: Sendable>: Sendable {
    private enum Progress {
        case nothing
        case waiting(CheckedContinuation<Value, Never>)
        case put(Value)
    }

    private let progress = Guarded(Progress.nothing)

    package init() {}

    package func put(_ value: Value) {
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

    package nonisolated(nonsending) func take() async -> Value {
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
