/// A thing to do that keeps its place among the events without being one.
enum Operation {
    case launch(CommandHandle)
    case returned(CommandHandle, AttemptResult)
    case cancel(CancelTarget)
    case timer(CommandTimer)
    case attach(Inbox)
    case detach(Inbox)
    case remove(subscriber: ObjectIdentifier)
    /// An event whose maker is called when it was applied or refused, before anything else is.
    case event(any Event, for: Part.Watch?, at: CallSite?, isOver: @Sendable (Refusal?) -> Void)
    /// Happens when everything before it is applied and delivered, except what the waiting caller itself holds up.
    case settle(Signal, DeliveryQueue?)
    /// Happens at a moment at which nothing is left to be done.
    case idle(IdleWait)
    /// An update that was waited for has returned.
    case lookAgain(IdleWait)
    /// Happens when every body has returned but that of the command given, and of commands that wait for this too.
    case returnedAll(Signal, besides: CommandHandle?)
    case ledger(LedgerRequest)
    case read(ServerRead, ServerRead.Step)
    /// A change without a prediction begins or ends.
    case change(UnpredictedChange, begins: Bool)
    /// Names the owners and entities of a prediction that was resumed.
    case describe(PendingPrediction)
    /// Puts the state on another ground, and happens when that is done.
    case rebase(@Sendable () -> NewGround, Signal)
    case startReactions
    case close
    /// Ends every subscription after the last state was delivered.
    case end(Signal)
}

/// The numbers of a state that other writers have changed.
struct NewGround {
    /// The numbers given out last there.
    let lastPrediction: PredictionID
    let lastMark: MarkID
    let lastLaunch: UInt64
    /// The reasons for the steps that were not repeated.
    let refusals: [LedgerRefusal]
}

extension Operation {
    /// The name of the event or command that it fires, nil for an operation that changes no state and starts nothing.
    var firedName: String? {
        switch self {
        case .launch(let handle): handle.commandName
        case .event(let event, _, _, _): "\(type(of: event))"
        case .ledger(let request):
            request.step.events.isEmpty || request.isAbandoned
                ? nil : request.step.events.all.map { "\(type(of: $0))" }.joined(separator: ", ")
        default: nil
        }
    }
}

/// A wait for a moment at which nothing is left to be done.
final class IdleWait: @unchecked Sendable {
    // Sendable: `isAdded` is touched on the core's executor alone; everything else never changes.
    let signal = Signal()
    /// The queue of the update that it waits in, if any.
    let waiting: DeliveryQueue?
    /// The command that it waits in, if any.
    let command: CommandHandle?
    /// Commands with these ids are not waited for.
    let spared: Set<CommandID>
    /// Whether it is looked at again when what is being delivered now was delivered.
    var isAdded = false

    init(_ waiting: DeliveryQueue?, command: CommandHandle?, sparing spared: Set<CommandID>) {
        self.waiting = waiting
        self.command = command
        self.spared = spared
    }
}
