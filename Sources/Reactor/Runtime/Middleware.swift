/// Code that runs on the core before and after each event. It can replace or refuse events, or observe them.
///
/// ```swift
/// struct OnlyPositive: Middleware {
///     func intercept(event: any Event, state: Counter) -> (any Event)? {
///         if let added = event as? Added, added.amount < 0 { return nil }
///         return event
///     }
/// }
///
/// let counter = Core(state: Counter(), middlewares: [OnlyPositive()])
/// ```
///
/// A middleware is synchronous and blocks the core, so keep it short. Middlewares run in the order in which they were
/// passed to the core. Events that a middleware fires are appended to the end of the order, like all others.
public protocol Middleware<StateType>: Sendable {
    /// The state of the cores that can use the middleware.
    associatedtype StateType: State

    /// Called before an event is applied, with the current state.
    ///
    /// - Returns: The event to apply, which can be another one. If it is nil, the event is refused, counted and
    ///   reported.
    func intercept(event: any Event, state: StateType) -> (any Event)?

    /// Called after an event was applied, with the new state.
    func process(event: any Event, state: StateType)
}

extension Middleware {
    public func intercept(event: any Event, state: StateType) -> (any Event)? { event }
    public func process(event: any Event, state: StateType) {}
}

/// A middleware that passes one line per event to a closure.
///
/// ```swift
/// let log = LogMiddleware<Counter> { print($0) }
/// let edits = LogMiddleware<Counter>(only: [Added.self]) { print($0) }
/// ```
///
/// The line contains the type of the event and its description. It can contain user input: use `only` to exclude events
/// that must not be in a log.
public struct LogMiddleware<StateType: State>: Middleware {
    private let types: Set<ObjectIdentifier>
    private let write: @Sendable (String) -> Void

    /// Creates a log of every event, or only of the listed types.
    public init(only types: [any Event.Type] = [], write: @escaping @Sendable (String) -> Void) {
        self.types = Set(types.map { ObjectIdentifier($0) })
        self.write = write
    }

    public func process(event: any Event, state: StateType) {
        let type = type(of: event)
        guard types.isEmpty || types.contains(ObjectIdentifier(type)) else { return }
        write("\(type): \(event)")
    }
}
