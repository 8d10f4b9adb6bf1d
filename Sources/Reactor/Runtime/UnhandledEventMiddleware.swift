/// A middleware that reports events that changed nothing. The most frequent cause is a parent state that does not
/// forward events to a child state.
///
/// ```swift
/// let core = Core(state: Counter(), middlewares: [UnhandledEventMiddleware { print("nothing reacted to \($0)") }])
/// ```
///
/// Each type of event is reported once. The middleware compares the whole state before and after each event, and
/// retains a copy of the state before it, so use it for debugging only.
public struct UnhandledEventMiddleware<StateType: State & Equatable>: Middleware {
    /// The events that are not applied yet. A ``Reset`` remains in this list while it ends commands, which causes
    /// further events. A refused event remains until another event of its type arrives.
    private let underWay = Guarded<[(type: ObjectIdentifier, before: StateType)]>([])
    private let named = Guarded<Set<ObjectIdentifier>>([])
    private let write: @Sendable (String) -> Void

    /// Creates the middleware. `write` receives the name of the type of each event that leaves the state unchanged.
    public init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    public func intercept(event: any Event, state: StateType) -> (any Event)? {
        let type = ObjectIdentifier(Swift.type(of: event))
        underWay.withLock { underWay in
            underWay.removeAll { $0.type == type }
            underWay.append((type, state))
        }
        return event
    }

    public func process(event: any Event, state: StateType) {
        let type = ObjectIdentifier(Swift.type(of: event))
        let before: StateType? = underWay.withLock { underWay in
            guard let index = underWay.lastIndex(where: { $0.type == type }) else { return nil }
            // The change of this event must not count as a change of the events around it.
            for outer in 0..<index { underWay[outer].before = state }
            return underWay.remove(at: index).before
        }
        guard let before, isUnchanged(before, state) else { return }
        if named.withLock({ $0.insert(type).inserted }) {
            write(String(reflecting: Swift.type(of: event)))
        }
    }
}
