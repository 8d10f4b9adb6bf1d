extension ObservableCore {
    /// Fires an event, as ``Core/fire(event:isolation:)`` does.
    ///
    /// Over a core that is pinned to the main actor, what it changes is shown, and its readers are invalidated, before
    /// this returns: an animation around the call animates it.
    public func fire(event: some Event) {
        core.fire(event: event)
        lookAgainIfPinned()
    }

    /// Fires several events as one, as ``Core/fire(events:isolation:)`` does.
    public func fire(events: [any Event]) {
        core.fire(events: events)
        lookAgainIfPinned()
    }

    /// Fires a command, as ``Core/fire(command:options:)`` does.
    @discardableResult
    public func fire<Work: Command>(
        command: Work, options: CommandOptions? = nil
    ) -> CommandHandle where Work.StateType == StateType {
        core.fire(command: command, options: options)
    }

    /// Fires a command with some of its options changed, as ``Core/fire(command:_:)`` does.
    @discardableResult
    public func fire<Work: Command>(
        command: Work, _ change: (inout CommandOptions) -> Void
    ) -> CommandHandle where Work.StateType == StateType {
        core.fire(command: command, change)
    }
}

extension ObservableCore {
    @available(*, unavailable, renamed: "fire(event:)", message: "Events are fired: app.fire(event: Added(amount: 1)).")
    public func send(_ event: some Event) { fatalError() }
}
