extension RequestStatus {
    /// Starts a run. Applies unless a run is in progress, so two screens that load at the same time send one request.
    @discardableResult
    package mutating func start(_ id: RequestID) -> Bool {
        if case .running = activity { return false }
        activity = .running(id, attempt: 1, progress: nil)
        return true
    }

    /// Starts another attempt of the run. Applies if it is in progress in an earlier attempt.
    @discardableResult
    package mutating func retry(_ id: RequestID, attempt: Int) -> Bool {
        guard case .running(id, let current, _, _) = activity, attempt > current else { return false }
        activity = .running(id, attempt: attempt, progress: nil)
        return true
    }

    /// Starts a run of a load, or another attempt. It replaces an earlier run: one runs at a time, and if a pending
    /// prediction is older than both runs, the end of the earlier run can be above this beginning in the log.
    package mutating func begin(_ id: RequestID, attempt: Int) {
        if case .running(id, _, _, _) = activity {
            retry(id, attempt: attempt)
        } else {
            activity = .running(id, attempt: 1, progress: nil)
        }
    }

    /// Sets the progress of the run. Applies if the run is in progress, and the progress is not lower than the last one
    /// in this attempt.
    @discardableResult
    package mutating func report(_ id: RequestID, _ progress: Progress) -> Bool {
        guard case .running(id, let attempt, let last, let isOutdated) = activity else { return false }
        if let last, progress.completed < last.completed { return false }
        activity = .running(id, attempt: attempt, progress: progress, isOutdated: isOutdated)
        return true
    }

    /// Stores the value of a response, which is stale if the status was invalidated during the run. Applies if the run
    /// is in progress.
    @discardableResult
    package mutating func succeed(_ id: RequestID, with value: Value, at time: Timestamp) -> Bool {
        guard case .running(id, _, _, let isOutdated) = activity else { return false }
        end(id, .succeeded)
        held = CachedValue(value: value, updatedAt: time, source: .server, isStale: isOutdated == true)
        return true
    }

    /// Stores a response that a local change overlaps, until the next response. It is stale, because the process can end
    /// before. Applies if the run is in progress.
    @discardableResult
    package mutating func show(_ id: RequestID, _ value: Value, at time: Timestamp) -> Bool {
        guard case .running(id, _, _, _) = activity else { return false }
        held = CachedValue(value: value, updatedAt: time, source: .server, isStale: true)
        return true
    }

    /// Ends the run with an error and preserves the stored value. Applies if the run is in progress.
    @discardableResult
    package mutating func fail(_ id: RequestID, with failure: Failure) -> Bool { end(id, .failed(failure)) }

    /// Ends the run as canceled and preserves the stored value. Applies if the run is in progress.
    @discardableResult
    package mutating func cancel(_ id: RequestID) -> Bool { end(id, .cancelled) }

    /// Ends the run as canceled, unless the status is idle. Also use it for a status from an earlier process that was
    /// decoded with a run in progress.
    @discardableResult
    public mutating func cancel() -> Bool {
        if case .idle = activity { return false }
        activity = .idle
        outcome = .cancelled
        return true
    }

    /// Changes the stored value in place, for example for a prediction. Does nothing if there is no value.
    /// If the closure throws, the value contains the changes that it has made before.
    @discardableResult
    public mutating func update(_ change: (inout Value) throws -> Void) rethrows -> Bool {
        try held.mutate { try change(&$0.value) }
    }

    /// Marks the stored value as stale, and the value that the run in progress will store. Does nothing if there is
    /// neither, or both are stale already.
    @discardableResult
    public mutating func invalidate() -> Bool {
        var applies = false
        if case .running(let id, let attempt, let progress, nil) = activity {
            activity = .running(id, attempt: attempt, progress: progress, isOutdated: true)
            applies = true
        }
        if held?.isStale == false {
            held?.isStale = true
            applies = true
        }
        return applies
    }

    /// Removes the outcome of the last run, because the user has seen it. Does nothing if there is none.
    @discardableResult
    public mutating func dismissOutcome() -> Bool {
        if case .none = outcome { return false }
        outcome = .none
        return true
    }

    @discardableResult
    private mutating func end(_ id: RequestID, _ outcome: Outcome) -> Bool {
        guard case .running(id, _, _, _) = activity else { return false }
        activity = .idle
        self.outcome = outcome
        return true
    }
}

extension Optional {
    /// Changes the value in place, without a copy. Returns false if there is none.
    fileprivate mutating func mutate(_ change: (inout Wrapped) throws -> Void) rethrows -> Bool {
        guard var wrapped = take() else { return false }
        defer { self = wrapped }
        try change(&wrapped)
        return true
    }
}
