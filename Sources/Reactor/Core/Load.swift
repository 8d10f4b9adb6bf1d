extension Core {
    /// Runs a request into a ``RequestStatus``, which applies it by ``RequestStatus/react(to:as:)``.
    ///
    /// ```swift
    /// journals.load("records", \.records, now: { now }) { core in
    ///     try await core.dependencies.weights.records()
    /// }
    /// ```
    ///
    /// - Loads when nothing is held or what is held is stale; one at a time, what comes meanwhile is dropped.
    /// - What is held stays until the answer, and on failure or cancellation for good.
    /// - Ends with its scope, its timeout, its attempts, as any command.
    ///
    /// - Parameters:
    ///   - name: the stable name of the status; also the command's id, for ``cancel(id:)``.
    ///   - member: where the status is.
    ///   - scope: the type whose ``Reset`` cancels it; nil takes those of the command it is called from.
    ///   - timeout: how long all attempts together may take.
    ///   - retry: whether a failed attempt is followed by another.
    ///   - now: the time of the answer, since the library reads no clock of the day.
    ///   - body: asks for the value, on the command lane.
    @discardableResult
    public nonisolated func load<Value: Sendable, Failure: RequestFailure>(
        _ name: String, _ member: KeyPath<StateType, RequestStatus<Value, Failure>> & Sendable,
        scope: Any.Type? = nil, timeout: Duration? = nil, retry: RetryPolicy = .never,
        now: @escaping @Sendable () -> Timestamp,
        _ body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Value
    ) -> CommandHandle {
        let options = CommandOptions(
            id: CommandID(name), policy: .drop, scope: scope, timeout: timeout, retry: retry)
        return perform(options: options) { core in
            // The same in each attempt, and no other launch's.
            guard let launch = core.owner?.run.launch else { return }
            let id = RequestID(launch)
            let (needsLoad, attempt) = await core.read { state in
                let status = state[keyPath: member]
                return (status.needsLoad || status.runningID == id, status.runningID == id ? status.attempt : nil)
            }
            guard needsLoad else { return }
            core.fire(event: StatusChange<Value>(name: name, id: id, kind: .started(attempt: (attempt ?? 0) + 1)))
            let value = try await body(core)
            core.fire(event: StatusChange(name: name, id: id, kind: .succeeded(value, at: now())))
        }
    }
}
