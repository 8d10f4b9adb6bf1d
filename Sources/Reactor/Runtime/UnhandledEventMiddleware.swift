/// Names the events that changed nothing: most often a child that its parent forgot to hand events to.
///
/// ```swift
/// let core = Core(state: Counter(), middlewares: [UnhandledEventMiddleware { print("nothing reacted to \($0)") }])
/// ```
///
/// Each type of event is named once. It compares the whole state before and after each event, and keeps a copy of the one
/// before: for debugging.
public struct UnhandledEventMiddleware<StateType: State & Equatable>: Middleware {
    /// The events that are not applied yet: a Reset remains in this list while it ends commands, and these commands
    /// fire events about that. A refused event remains until another of its type arrives.
    private let underWay = Guarded<[(type: ObjectIdentifier, before: StateType)]>([])
    private let named = Guarded<Set<ObjectIdentifier>>([])
    private let write: @Sendable (String) -> Void

    /// Calls `write` with the name of the type of each event that leaves the state unchanged.
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
            // What this event changed is not the doing of the events that it came in between of.
            for outer in 0..<index { underWay[outer].before = state }
            return underWay.remove(at: index).before
        }
        guard let before, isUnchanged(before, state) else { return }
        if named.withLock({ $0.insert(type).inserted }) {
            write(String(reflecting: Swift.type(of: event)))
        }
    }
}
