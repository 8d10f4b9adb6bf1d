/// A read between the app's own changes, from its first asking to its end.
final class Reading: Sendable {
    /// The decision about an answer.
    enum Decision: Sendable {
        /// It is shown.
        case shown
        /// It is placed below what is pending, and out of sight if the state started over above that. It may be placed once more.
        case below
        /// The read is to be asked again.
        case ask
        /// It is not shown, since what reads it is late, the core is closed, or a middleware refused it.
        case refused
        /// The command that reads waits for a change of its own.
        case own
    }

    /// A step of a read, in the order of everything else.
    enum Step: Sendable {
        case begin
        /// - Parameter about: of what more the answer is.
        case answered(LedgerRequest, about: [LedgerEntity])
        case limitPassed
        case end
    }

    private enum Progress {
        case nothing
        case waiting(CheckedContinuation<Decision, Never>)
        case decided(Decision)
    }

    let id: UInt64
    let entities: [LedgerEntity]
    let isFirst: Bool
    /// Whether its answers say more of what it is about.
    let learns: Bool
    /// How long it waits for changes.
    let limit: Duration?
    /// Where it was called.
    let site: CallSite
    /// Called before anybody can see the answer that is shown and not asked for again.
    let onShown: @Sendable () -> Void
    private let progress = Guarded(Progress.nothing)

    init(
        id: UInt64, about entities: [LedgerEntity], isFirst: Bool, learns: Bool, limit: Duration?, at site: CallSite,
        onShown: @escaping @Sendable () -> Void
    ) {
        self.id = id
        self.entities = entities
        self.isFirst = isFirst
        self.learns = learns
        self.limit = limit
        self.site = site
        self.onShown = onShown
    }

    /// Says what was decided. The first decision about an answer counts.
    func decide(_ decision: Decision) {
        let waiting = progress.withLock { progress -> CheckedContinuation<Decision, Never>? in
            switch progress {
            case .nothing: progress = .decided(decision)
            case .waiting(let continuation):
                progress = .nothing
                return continuation
            case .decided: break
            }
            return nil
        }
        waiting?.resume(returning: decision)
    }

    /// The decision about the step that was handed in last.
    nonisolated(nonsending) func decision() async -> Decision {
        await withCheckedContinuation { continuation in
            let decided = progress.withLock { progress -> Decision? in
                guard case .decided(let decision) = progress else {
                    progress = .waiting(continuation)
                    return nil
                }
                progress = .nothing
                return decision
            }
            if let decided { continuation.resume(returning: decided) }
        }
    }
}

/// A change of the app's own that is saved without a prediction.
final class Save: Sendable {
    let entities: [LedgerEntity]
    /// Where it was called.
    let site: CallSite

    init(about entities: [LedgerEntity], at site: CallSite) {
        self.entities = entities
        self.site = site
    }
}

/// A read was called where it can never be shown.
public struct MisplacedRead: Error, CustomStringConvertible {
    /// Where it was called.
    let site: CallSite

    public var description: String { Errors.readInsideChange(at: "\(site)") }
}
