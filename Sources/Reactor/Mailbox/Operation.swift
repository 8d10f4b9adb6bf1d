/// What keeps its place among the events without being one.
enum Operation {
    case launch(CommandHandle)
    case returned(CommandHandle, AttemptResult)
    case cancel(CancelTarget)
    case timer(CommandTimer)
    case attach(Member)
    case detach(Member)
    case remove(subscriber: ObjectIdentifier)
    /// An event whose maker is called when it had its turn: applied or refused, before anything else has its own.
    case event(any Event, for: Part.Watch?, isOver: @Sendable () -> Void)
    /// Told when everything before it is applied.
    case applied(OneShot)
    /// Told when everything before it is applied and told.
    case settle(OneShot)
    /// Told when no command is in flight but the one given.
    case quiet(OneShot, besides: CommandHandle?)
    /// Told when every body has returned but that of the one given, and of those that wait for this too.
    case returnedAll(OneShot, besides: CommandHandle?)
    case ledger(LedgerOperation)
    case startReactions
    case close
    /// Ends every subscription after the last state was told.
    case end(OneShot)
}

/// What one attempt of a command came to.
enum AttemptResult {
    case returned
    case threw(any Error)
}

/// Which commands are meant.
enum CancelTarget: CustomStringConvertible {
    case launch(CommandHandle)
    case id(CommandID)
    case owner(ObjectIdentifier)
    case all

    /// The call that asks for it.
    var description: String {
        switch self {
        case .launch: "cancel()"
        case .id(let id): "cancel(id: \"\(id)\")"
        case .owner: "cancel(owner:)"
        case .all: "cancelAll()"
        }
    }
}
