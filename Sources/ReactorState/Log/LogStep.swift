/// A step of a core on its log: the operation, and its events.
///
/// A core performs it, a recorder stores it, a replay performs it again, and tools show it. The steps in their order
/// are sufficient to reproduce a session.
package struct LogStep: Sendable {
    /// The operation on the log, without its events.
    package enum Kind: Hashable, Sendable {
        /// Appends a confirmed event. A Reset contains the predictions that it rolls back.
        case event(withdrawing: [PredictionID] = [])
        /// Begins a prediction. Its first events are at the end of the log until it is resolved.
        case begin(PredictionID)
        /// Adds events to a pending prediction.
        case append(PredictionID)
        /// Commits a prediction in its position.
        case commit(PredictionID)
        /// Replaces the predicted events by the events of this step, if any, and commits the prediction.
        case replace(PredictionID)
        /// Rolls a prediction back. The message for the user follows in the same group, as confirmed events.
        case rollback(PredictionID)
        /// Marks the position at which a read began.
        case mark(MarkID)
        /// Places confirmed events with the progress of a read directly below its mark, which remains.
        case report(asOf: MarkID)
        /// Places confirmed events below the pending predictions, or at a mark, which is used up.
        case place(asOf: MarkID?)
        /// Releases a mark without events, for example because the read failed.
        case release(MarkID)
    }

    /// The operation.
    package let kind: Kind
    package let events: LedgerEvents
    /// The place of the request, or nil if it is unknown.
    package let place: CallSite?
    /// The number of the entry in the log, or nil for the next number of the ledger that performs the step.
    package var number: UInt64?

    package init(_ kind: Kind, _ events: [any Event] = [], at place: CallSite? = nil) {
        self.init(kind, LedgerEvents(events), at: place)
    }

    package init(_ kind: Kind, _ events: LedgerEvents, at place: CallSite? = nil) {
        self.kind = kind
        self.events = events
        self.place = place
    }

    /// Returns a step that appends a confirmed event.
    package static func event(
        _ event: any Event, withdrawing: [PredictionID] = [], at place: CallSite? = nil, number: UInt64? = nil
    ) -> LogStep {
        var step = LogStep(.event(withdrawing: withdrawing), .one(event), at: place)
        step.number = number
        return step
    }

    /// The number of its lines in a recording, and of the numbers that it uses.
    package var lines: Int { max(1, events.count) }
}

/// The outcome of a step on the ledger.
package enum LedgerDecision: Equatable, Sendable {
    /// The step was performed, and the visible state may have changed.
    case notify
    /// The step was performed, and the visible state has not changed.
    case silent
    /// The step was not performed, and the ledger has not changed.
    case refused(LedgerRefusal)
}

/// The reason why the ledger did not perform a requested step.
package enum LedgerRefusal: Error, Hashable, Sendable {
    /// A pending prediction was begun a second time.
    case alreadyBegun(PredictionID)
    /// The prediction was committed or rolled back before, by the program or by a reset of its owner.
    case alreadyResolved(PredictionID)
    /// No prediction with this id was begun on this core.
    case neverBegun(PredictionID)
    /// A mark that is held was taken a second time.
    case alreadyMarked(MarkID)
    /// The mark was used or released before.
    case markAlreadyUsed(MarkID)
    /// No mark with this id was taken on this core.
    case neverMarked(MarkID)
    /// A reset was predicted, or placed below the end of the log. It can only be fired as a plain event.
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
        case .alreadyMarked(let id): "\(id) is already taken. Take each mark once."
        case .markAlreadyUsed(let id):
            "\(id), a read, already has its response, so these events are refused. Call beginRead() for each response."
        case .neverMarked(let id): "\(id) was not taken on this core. Use a mark on the core that took it."
        case .resetOutOfPlace(let type):
            """
            \(type) cannot be predicted, used in commit(with:), or placed: a Reset cancels the commands of its type, and that \
            cannot be rolled back. Call fire(event:) with it. The events that came with it were refused too.
            """
        }
    }
}

/// The command that fired an event or command, for a recording.
package struct LogCause: Sendable, Hashable {
    /// The name of the command type.
    package let command: String
    /// The number of the launch, unique within its core.
    package let launch: UInt64
    /// The launch of the command that fired it, if any.
    package let parent: UInt64?
    /// The time of the launch. Only in the first recorded step of the command.
    package let launchedAt: Timestamp?
    /// The place at which the command was fired.
    package let place: CallSite?
    /// The entry with the event for which a reaction launched the command. Only in the first recorded step of the
    /// command.
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
