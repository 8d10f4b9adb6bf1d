/// What keeps its place among the events without being one.
enum Operation {
    case launch(CommandHandle)
    case returned(CommandHandle, AttemptResult)
    case cancel(CancelTarget)
    case timer(CommandTimer)
    case attach(Inbox)
    case detach(Inbox)
    case remove(subscriber: ObjectIdentifier)
    /// An event whose maker is called when it had its turn: applied or refused, before anything else has its own.
    case event(any Event, for: Part.Watch?, isOver: @Sendable () -> Void)
    /// Told when everything before it is applied.
    case applied(OneShot)
    /// Happens when everything before it is applied and delivered, but for what is held up by who waits.
    case settle(OneShot, Waiter)
    /// Happens at a moment at which nothing is left to be done.
    case idle(IdleWait)
    /// An update that was waited for has returned.
    case lookAgain(IdleWait)
    /// Told when every body has returned but that of the one given.
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
enum CancelTarget {
    case launch(CommandHandle)
    case id(CommandID)
    case scope(ObjectIdentifier)
    case all
}
