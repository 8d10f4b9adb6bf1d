extension RequestStatus {
    /// A run has started. Applies unless one is running, so two screens that ask at once load once.
    @discardableResult
    package mutating func start(_ id: RequestID) -> Bool {
        if case .running = activity { return false }
        activity = .running(id, attempt: 1, progress: nil)
        return true
    }

    /// The run starts over after an attempt that failed. Applies when it is running, in an earlier attempt.
    @discardableResult
    package mutating func retry(_ id: RequestID, attempt: Int) -> Bool {
        guard case .running(id, let current, _) = activity, attempt > current else { return false }
        activity = .running(id, attempt: attempt, progress: nil)
        return true
    }

    /// A run of a load has started, or starts again. It replaces an earlier run: one runs at a time, and the end of
    /// the earlier run may be above this beginning in the log, when a pending prediction is older than both.
    package mutating func begin(_ id: RequestID, attempt: Int) {
        if case .running(id, _, _) = activity {
            retry(id, attempt: attempt)
        } else {
            activity = .running(id, attempt: 1, progress: nil)
        }
    }

    /// The run has come so far. Applies when it is running and has not come further already in this attempt.
    @discardableResult
    package mutating func report(_ id: RequestID, _ progress: Progress) -> Bool {
        guard case .running(id, let attempt, let last) = activity else { return false }
        if let last, progress.completed < last.completed { return false }
        activity = .running(id, attempt: attempt, progress: progress)
        return true
    }

    /// The run brought a value. Applies when it is running.
    @discardableResult
    package mutating func succeed(_ id: RequestID, with value: Value, at time: Timestamp) -> Bool {
        guard end(id, .succeeded) else { return false }
        held = Held(value: value, updatedAt: time, source: .server, isStale: false)
        return true
    }

    /// The run failed; what is held stays. Applies when it is running.
    @discardableResult
    package mutating func fail(_ id: RequestID, with failure: Failure) -> Bool { end(id, .failed(failure)) }

    /// The run was given up; what is held stays. Applies when it is running.
    @discardableResult
    package mutating func cancel(_ id: RequestID) -> Bool { end(id, .cancelled) }

    /// Ends the run as cancelled, unless the status is idle. Use it also for a status of an earlier process that was decoded while
    /// it was running.
    @discardableResult
    public mutating func cancel() -> Bool {
        if case .idle = activity { return false }
        activity = .idle
        outcome = .cancelled
        return true
    }

    /// Changes the value in place, as a predicted event does, if there is a value.
    @discardableResult
    public mutating func update(_ change: (inout Value) throws -> Void) rethrows -> Bool {
        try held.mutate { try change(&$0.value) }
    }

    /// Marks the value as stale, if there is one.
    @discardableResult
    public mutating func invalidate() -> Bool {
        guard let isStale = held?.isStale, !isStale else { return false }
        held?.isStale = true
        return true
    }

    /// The user has seen how the last run ended. Applies when one did.
    @discardableResult
    public mutating func dismissOutcome() -> Bool {
        if case .none = outcome { return false }
        outcome = .none
        return true
    }

    private mutating func end(_ id: RequestID, _ outcome: Outcome) -> Bool {
        guard case .running(id, _, _) = activity else { return false }
        activity = .idle
        self.outcome = outcome
        return true
    }
}

extension Optional {
    /// Changes the value in place, without a copy. False when there is none.
    fileprivate mutating func mutate(_ change: (inout Wrapped) throws -> Void) rethrows -> Bool {
        guard var wrapped = take() else { return false }
        defer { self = wrapped }
        try change(&wrapped)
        return true
    }
}
