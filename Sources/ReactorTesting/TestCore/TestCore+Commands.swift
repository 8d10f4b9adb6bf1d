import Reactor

extension TestCore {
    /// Fires a command, and returns when the core is idle: the command has ended, or it waits for time, a gate, or a call that
    /// left the core.
    ///
    /// Check the events of the command afterwards.
    ///
    /// - Throws: ``TestFailure`` if an earlier event was not checked, unless `exhaustive` is false.
    @discardableResult
    public nonisolated(nonsending) func fire<Work: Command>(
        command: Work, options: CommandOptions? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> CommandHandle where Work.StateType == StateType {
        try await launch("\(Work.self)", TestSite(fileID, line)) {
            $0.fire(command: command, options: options, fileID: fileID, line: line)
        }
    }

    /// Fires a command with some of its options changed, and returns when the core is idle.
    @discardableResult
    public nonisolated(nonsending) func fire<Work: Command>(
        command: Work, fileID: StaticString = #fileID, line: UInt = #line, _ change: (inout CommandOptions) -> Void
    ) async throws -> CommandHandle where Work.StateType == StateType {
        try await launch("\(Work.self)", TestSite(fileID, line)) {
            $0.fire(command: command, fileID: fileID, line: line, change)
        }
    }

    /// Fires a closure as a command, and returns when the core is idle.
    @discardableResult
    public nonisolated(nonsending) func perform(
        options: CommandOptions = .default, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Void
    ) async throws -> CommandHandle {
        try await launch("a closure", TestSite(fileID, line)) {
            $0.perform(options: options, fileID: fileID, line: line, body)
        }
    }

    private nonisolated(nonsending) func launch(
        _ what: String, _ site: TestSite, _ launch: (Core<StateType>) -> CommandHandle
    ) async throws -> CommandHandle {
        _ = try await begin("\(what) is fired", site)
        let count = recorder.withLock { $0.launches.count }
        var handle: CommandHandle?
        await rest { handle = launch(core) }
        try checkOpen(site)
        recorder.withLock { content in
            if content.launches.indices.contains(count) { content.launches[count].isOwn = true }
        }
        guard let handle else { throw fail("\(what) was fired and not launched.", nil, site) }
        return handle
    }

    /// Checks that a command of this type was launched, by the test, a reaction, or another command. Takes the earliest launch
    /// that was not checked.
    ///
    /// - Returns: The command.
    @discardableResult
    public nonisolated(nonsending) func launched<Work: Command>(
        _ type: Work.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> Work {
        await rest()
        try checkOpen(TestSite(fileID, line))
        let found = recorder.withLock { content -> Work? in
            for (index, seen) in content.launches.enumerated() {
                guard let command = seen.launch.command as? Work else { continue }
                content.launches.remove(at: index)
                return command
            }
            return nil
        }
        guard let found else {
            let names = recorder.withLock { $0.launches.map(\.launch.name) }
            let instead =
                names.isEmpty
                ? "No command was launched since the last assertion." : "These were launched instead:\(indented(names))"
            throw fail("The test expects \(Work.self) to be launched. \(instead)", nil, TestSite(fileID, line))
        }
        return found
    }

    /// Checks that no unchecked command was launched, except by the test itself.
    public nonisolated(nonsending) func launchedNone(fileID: StaticString = #fileID, line: UInt = #line) async throws {
        await rest()
        try checkOpen(TestSite(fileID, line))
        let unwanted = recorder.withLock { content in
            content.launches.filter { !$0.isOwn }.map { content.describe($0.launch) }
        }
        guard unwanted.isEmpty else {
            throw fail(
                "The test expects no command to be launched. These were launched; assert them with launched(_:):"
                    + indented(unwanted), nil, TestSite(fileID, line))
        }
    }

    // MARK: Stubs

    /// Replaces the work of all commands of a type from now on. Their options still apply.
    ///
    /// ```swift
    /// let core = TestCore(state: Counter())
    /// core.stub(Search.self) { search, core in core.fire(event: Added(amount: search.text.count)) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the commands.
    ///   - body: The replacement, which receives the command and its core. An error that it throws fails the command. By default
    ///     it does nothing.
    public func stub<Work: Command>(
        _ type: Work.Type,
        _ body: nonisolated(nonsending) @escaping @Sendable (Work, Core<Work.StateType>) async throws -> Void = {
            _, _ in
        }
    ) {
        recorder.withLock { $0.stubs[ObjectIdentifier(type)] = CommandStub<Work>(body: body) }
    }

    /// Makes all commands of a type fail with this error from now on.
    public func stub<Work: Command>(_ type: Work.Type, failingWith error: any Error) {
        stub(type) { _, _ in throw error }
    }

    package func unstub<Work: Command>(_ type: Work.Type) {
        recorder.withLock { $0.stubs[ObjectIdentifier(type)] = nil }
    }
}
