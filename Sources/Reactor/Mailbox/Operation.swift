/// An operation that the core performs in order with the events.
enum Operation {
    case launch(CommandHandle)
    case returned(CommandHandle, AttemptResult)
    case cancel(CancelTarget)
    case timer(CommandTimer)
    /// A load has fired the event that shows its run in its status.
    case loadBegan(CommandHandle, name: String)
    case attach(Inbox)
    case detach(Inbox)
    case detachMirror(MirrorEntry)
    case remove(subscriber: ObjectIdentifier)
    /// An event with a closure that is called after the event was applied or refused, before the next entry.
    case event(any Event, for: Part.Watch?, at: CallSite?, isOver: @Sendable (Refusal?) -> Void)
    /// Fires when everything before it is applied and delivered, except for updates that the waiting caller itself
    /// blocks.
    case settle(Signal, DeliveryQueue?)
    /// Fires at a moment at which the core has no work left.
    case idle(IdleWait)
    /// An update that an idle wait had to wait for has returned.
    case lookAgain(IdleWait)
    /// Fires when every body has returned, except that of a command, and those of commands that wait for the same.
    case returnedAll(Signal, besides: CommandHandle?)
    case ledger(LedgerRequest)
    case read(ServerRead, ServerRead.Step)
    /// Code of another module that decides in the loop.
    case turn(@Sendable () -> Void)
    /// A change without a prediction begins or ends.
    case change(UnpredictedChange, begins: Bool)
    /// Sets the owners and entities of a prediction that was resumed.
    case describe(PendingPrediction)
    /// Replaces the state by that of another writer, and fires afterwards.
    case rebase(@Sendable () -> RebaseResult, Signal)
    case startReactions
    case close
    /// Ends every subscription after the last state was delivered.
    case end(Signal)
}

/// The numbers in a state that other writers have changed.
struct RebaseResult {
    /// The last numbers that were assigned there.
    let lastPrediction: PredictionID
    let lastMark: MarkID
    let lastLaunch: UInt64
    /// The reasons for the steps that were not replayed.
    let refusals: [LedgerRefusal]
}

extension Operation {
    /// The name of the event or command that the operation fires; nil if it changes no state and starts nothing.
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

/// A wait for a moment at which the core has no work left.
final class IdleWait: @unchecked Sendable {
    // Sendable: `isAdded` is used only on the core's executor; everything else never changes.
    let signal = Signal()
    /// The queue of the update that contains the call, if any.
    let waiting: DeliveryQueue?
    /// The command that makes the call, if any.
    let command: CommandHandle?
    /// The ids of the commands that the wait excludes.
    let spared: Set<CommandID>
    /// Whether the wait will be checked again after the current deliveries.
    var isAdded = false

    init(_ waiting: DeliveryQueue?, command: CommandHandle?, sparing spared: Set<CommandID>) {
        self.waiting = waiting
        self.command = command
        self.spared = spared
    }
}
