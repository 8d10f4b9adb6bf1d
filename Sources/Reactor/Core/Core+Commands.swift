extension Core {
    /// Fires a command: it takes the next place in the order, and starts on the command executor when the core comes to it.
    ///
    /// - Parameters:
    ///   - command: the work to do, for the state or the part that this core is for.
    ///   - options: in the place of those that the command has; nil for its own.
    ///   - fileID: where it is called, as `line`, for recordings and tests; leave it out.
    /// - Returns: a handle that cancels it and has its outcome. It need not be kept.
    @discardableResult
    public nonisolated func fire<Work: Command>(
        command: Work, options: CommandOptions? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> CommandHandle where Work.StateType == StateType {
        launch(command, options ?? command.options, CallSite(fileID, line))
    }

    /// Fires a command with some of its options changed.
    ///
    /// ```swift
    /// core.fire(command: Search(text: "weights")) { $0.timeout = .seconds(5) }
    /// ```
    @discardableResult
    public nonisolated func fire<Work: Command>(
        command: Work, fileID: StaticString = #fileID, line: UInt = #line, _ change: (inout CommandOptions) -> Void
    ) -> CommandHandle where Work.StateType == StateType {
        var options = command.options
        change(&options)
        return launch(command, options, CallSite(fileID, line))
    }

    private nonisolated func launch<Work: Command>(
        _ command: Work, _ options: consuming CommandOptions, _ place: CallSite
    ) -> CommandHandle where Work.StateType == StateType {
        let launcher = CommandLauncher(path: path, mailbox: engine.mailbox, core: type(of: self))
        let handle = command._launch(by: launcher, options)
        if engine.keepsPlaces { handle.place = place }
        engine.mailbox.post(.launch(handle), cause: owner, part: path.part)
        return handle
    }

    /// Fires a closure as a command. It takes no snapshot of the state; it reads what it needs from the core it is given.
    ///
    /// ```swift
    /// core.perform(options: CommandOptions(id: "total", policy: .restart)) { core in
    ///     let total = await core.read { $0.count }
    ///     core.fire(event: Added(amount: total))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: what it is called in reports, in ``CommandEnded`` and in recordings, `"keep posts"` say; nil for its place in
    ///     the source. Without an id, policies count per name.
    ///   - options: how it is run.
    ///   - body: does the work, on the command executor.
    /// - Returns: a handle that cancels it and has its outcome. It need not be kept.
    @discardableResult
    public nonisolated func perform(
        _ name: String? = nil, options: CommandOptions = .default, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Void
    ) -> CommandHandle {
        let handle = ClosureCommand(
            options: options, path: path, mailbox: engine.mailbox, name: name ?? "perform at \(fileID):\(line)",
            body: body)
        if engine.keepsPlaces { handle.place = CallSite(fileID, line) }
        engine.mailbox.post(.launch(handle), cause: owner, part: path.part)
        return handle
    }

    /// Cancels every command with this id, in its place in the order. Called on a core for a part, those alone that were
    /// fired on cores for that part.
    public nonisolated func cancel(id: CommandID) {
        engine.mailbox.post(.cancel(.id(isWhole ? id : CommandID(id.name, in: path.launchPath))), cause: owner)
    }

    private nonisolated var isWhole: Bool { path.key == .whole && engine.stateType == StateType.self }

    /// Cancels every command that this type owns, in its place in the order.
    public nonisolated func cancel(owner type: Any.Type) {
        engine.mailbox.post(.cancel(.owner(ObjectIdentifier(type))), cause: owner)
    }

    /// Cancels every command, in its place in the order.
    public nonisolated func cancelAll() { engine.mailbox.post(.cancel(.all), cause: owner) }
}
