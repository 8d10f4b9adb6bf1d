extension RequestStatus {
    /// The stored value. It remains while it is loaded again, and after the last run failed.
    public var value: Value? { held?.value }

    /// The date of the response with the stored value; nil for an initial value.
    package var updatedAt: Timestamp? { held?.updatedAt }

    /// The source of the stored value.
    package var source: Source? { held?.source }

    /// Whether a value is stored that should be reloaded.
    public var isStale: Bool { held?.isStale ?? false }

    /// Whether a run is in progress.
    public var isLoading: Bool { activity != .idle }

    /// Whether a run is in progress and no value is stored, for a placeholder.
    public var isFirstLoad: Bool { isLoading && held == nil }

    /// Whether no run is in progress, and the value is missing or stale.
    package var needsLoad: Bool { !isLoading && (held?.isStale ?? true) }

    /// The run in progress, if any.
    package var runningID: RequestID? { if case .running(let id, _, _, _) = activity { id } else { nil } }

    /// The attempt of the run in progress, 1 for the first.
    package var attempt: Int? { if case .running(_, let attempt, _, _) = activity { attempt } else { nil } }

    /// The progress of the run in progress, if any.
    public var progress: Progress? { if case .running(_, _, let progress, _) = activity { progress } else { nil } }

    /// The error of the last run. It remains while the next run is in progress.
    public var error: Failure? { if case .failed(let failure) = outcome { failure } else { nil } }
}

extension RequestStatus where Value: Collection {
    /// Whether a stored collection is empty, for a text such as "no entries". False while no value was loaded.
    public var isEmpty: Bool { held?.value.isEmpty ?? false }
}
