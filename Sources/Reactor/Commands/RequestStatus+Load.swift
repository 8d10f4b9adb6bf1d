extension RequestStatus where Value: Sendable, Failure: RequestFailure {
    /// Applies what a ``Load`` of this name fires, and how it ended.
    ///
    /// ```swift
    /// struct Shelf: State {
    ///     var records = RequestStatus<[Double], String>()
    ///
    ///     mutating func react(to event: any Event) {
    ///         if records.react(to: event, as: "records") { return }
    ///     }
    /// }
    /// ```
    ///
    /// - Returns: whether the event was meant for this status, also when it did not apply any more.
    public mutating func react(to event: any Event, as name: String) -> Bool {
        if let change = event.as(StatusChange<Value>.self), change.name == name {
            switch change.kind {
            case .started(let attempt): begin(change.id, attempt: attempt)
            case .progressed(let completed, let total):
                report(change.id, Progress(completed, of: total))
            case .succeeded(let value, let time):
                succeed(change.id, with: value, at: time)
            }
            return true
        }
        guard let ended = event.as(CommandEnded.self), ended.id == CommandID(name) else { return false }
        let id = RequestID(ended.launch)
        if case .failed(let error) = ended.outcome { fail(id, with: Failure(failure: error)) } else { cancel(id) }
        return true
    }
}
