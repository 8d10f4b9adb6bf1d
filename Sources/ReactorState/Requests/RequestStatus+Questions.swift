extension RequestStatus {
    /// The stored value, also while it is loaded again and after the last run failed.
    public var value: Value? { held?.value }

    /// The time at which the source sent the stored value.
    package var updatedAt: Timestamp? { held?.updatedAt }

    /// Where what is held is from.
    package var source: Source? { held?.source }

    /// Whether a value is stored that should be reloaded.
    public var isStale: Bool { held?.isStale ?? false }

    /// True while a run is on its way.
    public var isLoading: Bool { activity != .idle }

    /// True while something is loaded and nothing is held: the moment for a placeholder.
    public var isFirstLoad: Bool { isLoading && held == nil }

    /// True when nothing is held, or it is stale, and nothing is on its way.
    package var needsLoad: Bool { !isLoading && (held?.isStale ?? true) }

    /// The run that is on its way.
    package var runningID: RequestID? { if case .running(let id, _, _) = activity { id } else { nil } }

    /// The attempt of the run that is on its way, 1 for the first.
    package var attempt: Int? { if case .running(_, let attempt, _) = activity { attempt } else { nil } }

    /// The progress of the run in progress, if any.
    public var progress: Progress? { if case .running(_, _, let progress) = activity { progress } else { nil } }

    /// The error of the last run, also while the next one is on its way.
    public var error: Failure? { if case .failed(let failure) = outcome { failure } else { nil } }
}

extension RequestStatus where Value: Collection {
    /// True when something is held and there is nothing in it: the moment for "no entries". False while nothing was
    /// loaded yet.
    public var isEmpty: Bool { held?.value.isEmpty ?? false }
}
