extension Core {
    /// Fires a command: adds it to the end of the core's order, and starts it on the command executor when its turn
    /// comes.
    ///
    /// ```swift
    /// let search = core.fire(command: Search(text: "weights"))
    /// let outcome = await search.outcome
    /// ```
    ///
    /// On a core that is pinned to the main actor, a call on the main actor runs the command up to its first suspension
    /// before it returns, unless its options or earlier commands delay the start. Commands that this command fires then
    /// start after its first suspension, before the call returns.
    ///
    /// - Parameters:
    ///   - command: The command, for the state or the child state of this core.
    ///   - options: The options that replace those of the command. The default, nil, keeps the command's options.
    ///   - fileID: The file of the call, for recordings and tests. Use the default.
    ///   - isolation: The actor of the caller. Use the default.
    /// - Returns: A handle that cancels the command and contains its outcome. You can discard it.
    @discardableResult
    public nonisolated func fire<Work: Command>(
        command: Work, options: CommandOptions? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        isolation: (any Actor)? = #isolation
    ) -> CommandHandle where Work.StateType == StateType {
        // A branch, because `??` would copy the missing options.
        if let options { return launch(command, options, fileID, line, isolation) }
        return launch(command, command.options, fileID, line, isolation)
    }

    /// Fires a command with some of its options changed.
    ///
    /// ```swift
    /// core.fire(command: Search(text: "weights")) { $0.timeout = .seconds(5) }
    /// ```
    @discardableResult
    public nonisolated func fire<Work: Command>(
        command: Work, fileID: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation,
        _ change: (inout CommandOptions) -> Void
    ) -> CommandHandle where Work.StateType == StateType {
        var options = command.options
        change(&options)
        return launch(command, options, fileID, line, isolation)
    }

    private nonisolated func launch<Work: Command>(
        _ command: Work, _ options: consuming CommandOptions, _ fileID: StaticString, _ line: UInt,
        _ isolation: (any Actor)?
    ) -> CommandHandle where Work.StateType == StateType {
        let launcher = _CommandLauncher(path: path, mailbox: engine.mailbox, core: type(of: self))
        let handle = command._launch(by: launcher, options)
        if engine.keepsPlaces { handle.state.place = CallSite(fileID, line) }
        engine.post(handle, cause: owner, part: path.part)
        engine.finishCall(on: isolation)
        return handle
    }

    /// Fires a closure as a command. The closure takes no snapshot of the state; it reads from the core that it
    /// receives.
    ///
    /// ```swift
    /// core.perform(options: CommandOptions(id: "total", policy: .restart)) { core in
    ///     let total = await core.read { $0.count }
    ///     core.fire(event: Added(amount: total))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name in reports, in ``CommandEnded`` and in recordings, for example `"keep posts"`. The default,
    ///     nil, means the place in the source. Policies without an id count per name.
    ///   - options: The options of the command.
    ///   - isolation: The actor of the caller. Use the default.
    ///   - body: The work. It runs on the command executor.
    /// - Returns: A handle that cancels the command and contains its outcome. You can discard it.
    @discardableResult
    public nonisolated func perform(
        _ name: String? = nil, options: CommandOptions = .default, fileID: StaticString = #fileID, line: UInt = #line,
        isolation: (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Void
    ) -> CommandHandle {
        let handle = ClosureCommand(
            options: options, path: path, mailbox: engine.mailbox, name: name ?? "perform at \(fileID):\(line)",
            body: body)
        if engine.keepsPlaces { handle.state.place = CallSite(fileID, line) }
        engine.post(handle, cause: owner, part: path.part)
        engine.finishCall(on: isolation)
        return handle
    }

    /// Cancels every command with this id. The cancellation is enqueued: it takes effect after everything fired before.
    ///
    /// A core for a child state cancels only the commands that were fired on cores for this child state.
    public nonisolated func cancel(id: CommandID) {
        engine.mailbox.post(.cancel(.id(isWhole ? id : CommandID(id.name, in: path.launchPath))), cause: owner)
    }

    private nonisolated var isWhole: Bool { path.key == .whole && engine.stateType == StateType.self }

    /// Cancels every command that a type owns. The cancellation is enqueued: it takes effect after everything fired
    /// before.
    public nonisolated func cancel(owner type: Any.Type) {
        engine.mailbox.post(.cancel(.owner(ObjectIdentifier(type))), cause: owner)
    }

    /// Cancels every command of the whole core. The cancellation is enqueued: it takes effect after everything fired
    /// before.
    public nonisolated func cancelAll() { engine.mailbox.post(.cancel(.all), cause: owner) }
}
