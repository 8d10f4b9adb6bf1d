/// Names the events that changed nothing: most often a child that its parent forgot to hand events to.
///
/// ```swift
/// let core = Core(state: Counter(), middlewares: [UnhandledEventMiddleware { print("nothing reacted to \($0)") }])
/// ```
///
/// It compares the whole state before and after each event, and keeps a copy of the one before: for debugging.
public struct UnhandledEventMiddleware<StateType: State & Equatable>: Middleware {
    private let before = Guarded<StateType?>(nil)
    private let write: @Sendable (String) -> Void

    /// Calls `write` with the name of each event after which the state is equal to what it was.
    public init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    public func intercept(event: any Event, state: StateType) -> (any Event)? {
        before.withLock { $0 = state }
        return event
    }

    public func process(event: any Event, state: StateType) {
        let earlier = before.withLock { value in
            defer { value = nil }
            return value
        }
        if earlier == state { write(String(reflecting: type(of: event))) }
    }
}
