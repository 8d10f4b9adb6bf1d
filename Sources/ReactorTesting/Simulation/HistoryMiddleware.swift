import Reactor

/// Takes each event that a core accepts into the history. Stands last, so that it sees what the others made of it.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
struct HistoryMiddleware<StateType: State>: Middleware {
    let name: String
    let scheduler: Scheduler

    func intercept(event: any Event, state: StateType) -> (any Event)? {
        scheduler.note("takes \(event)", by: name)
        return event
    }
}
