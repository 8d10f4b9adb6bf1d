/// One step of a core on its log: its kind, and the events that come with it.
///
/// A core performs it, a recorder writes it, a replay performs it again, tools show it. The steps in their order are enough
/// to do everything again.
public struct LogStep: Sendable {
    /// The operation on the log, without its events.
    public enum Kind: Hashable, Sendable {
        /// A certain event at the end. A Reset names the predictions that it withdrew.
        case event(withdrawing: [PredictionID] = [])
        /// A prediction begins: its first events are at the end of the log until it is resolved.
        case begin(PredictionID)
        /// More events join a prediction that is pending.
        case append(PredictionID)
        /// The prediction is certain, at its position.
        case commit(PredictionID)
        /// The events of this step, or no events, replace the predicted events.
        case replace(PredictionID)
        /// A prediction is rolled back. The message for the user follows in the same group, as certain events.
        case rollback(PredictionID)
        /// A read began here.
        case mark(MarkID)
        /// Certain events just below a mark, which stays: how far the read has come.
        case report(asOf: MarkID)
        /// Certain events below what is pending, or at a mark, which is used up.
        case place(asOf: MarkID?)
        /// A mark is given up, and nothing is placed there: the read failed, say.
        case release(MarkID)
    }

    /// The operation.
    package let kind: Kind
    package let events: LedgerEvents
    /// The place of the request, or nil if it is unknown.
    package let place: CallSite?

    package init(_ kind: Kind, _ events: [any Event] = [], at place: CallSite? = nil) {
        self.init(kind, LedgerEvents(events), at: place)
    }

    package init(_ kind: Kind, _ events: LedgerEvents, at place: CallSite? = nil) {
        self.kind = kind
        self.events = events
        self.place = place
    }

    /// A certain event at the end.
    package static func event(
        _ event: any Event, withdrawing: [PredictionID] = [], at place: CallSite? = nil
    ) -> LogStep {
        LogStep(.event(withdrawing: withdrawing), .one(event), at: place)
    }
}

/// The outcome of one step on the ledger.
package enum LedgerDecision: Equatable, Sendable {
    /// The step was applied, and the visible state may have changed: notify the front end once.
    case notify
    /// It was done, and nothing that the front end sees has changed.
    case silent
    /// It was not done, and the ledger is as it was before.
    case refused(LedgerRefusal)
}

/// The reason why the ledger did not perform a requested step.
package enum LedgerRefusal: Error, Hashable, Sendable {
    /// A prediction that is pending was begun a second time.
    case alreadyBegun(PredictionID)
    /// The prediction was committed or rolled back before, by hand or by a reset of its owner.
    case alreadyResolved(PredictionID)
    /// No prediction with this id was begun here.
    case neverBegun(PredictionID)
    /// A mark that is held was taken a second time.
    case alreadyMarked(MarkID)
    /// The mark was used or released before.
    case markAlreadyUsed(MarkID)
    /// No mark with this id was taken here.
    case neverMarked(MarkID)
    /// The named reset was predicted, or meant for a position below the end of the log. It can only be fired plainly.
    case resetOutOfPlace(String)
}

extension LedgerRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .alreadyBegun(let id): "\(id) is already pending. Begin each prediction once."
        case .alreadyResolved(let id):
            "\(id) was already resolved, so this resolution is refused. Resolve each prediction once."
        case .neverBegun(let id):
            "\(id) was not begun on this core. Resolve a prediction on the core that began it."
        case .alreadyMarked(let id): "\(id) is already held. Take each mark once."
        case .markAlreadyUsed(let id):
            "\(id) was already used or released, so its events are refused. Take a mark for each read."
        case .neverMarked(let id): "\(id) was not taken on this core. Use a mark on the core that took it."
        case .resetOutOfPlace(let type):
            """
            \(type) cannot be predicted, used in commit(with:), or placed: a Reset cancels the commands of its type, and that \
            cannot be rolled back. Call fire(event:) with it. The events that came with it were refused too.
            """
        }
    }
}

/// The command that something was fired from.
package struct LogCause: Sendable, Hashable {
    /// The name of its type.
    package let command: String
    /// Its launch, unique within its core.
    package let launch: UInt64
    /// The launch of the command that fired it, if any.
    package let parent: UInt64?
    /// When it was launched, with the first step that is recorded of it.
    package let launchedAt: Timestamp?
    /// Where it was fired.
    package let place: CallSite?
    /// The entry whose event a reaction answered with it, with the first step that is recorded of it.
    package var event: UInt64?

    package init(
        command: String, launch: UInt64, parent: UInt64? = nil, launchedAt: Timestamp? = nil,
        event: UInt64? = nil, at place: CallSite? = nil
    ) {
        self.place = place
        self.event = event
        self.command = command
        self.launch = launch
        self.parent = parent
        self.launchedAt = launchedAt
    }
}
