/// Code that runs on the core around each event: before it, to replace or refuse it, and after it, to look.
///
/// A middleware is synchronous and runs on the core, so keep it short. Several run in the order in which the core was
/// given them. Events that it fires go to the end of the order like all others.
public protocol Middleware<StateType>: Sendable {
    /// The state of the cores that this middleware fits.
    associatedtype StateType: State

    /// Called before the event is applied, with the state as it is.
    ///
    /// - Returns: the event to apply: the one given, or another; nil refuses it, which is counted and reported.
    func intercept(event: any Event, state: StateType) -> (any Event)?

    /// Called after the event was applied, with the state that it led to.
    func process(event: any Event, state: StateType)
}

extension Middleware {
    public func intercept(event: any Event, state: StateType) -> (any Event)? { event }
    public func process(event: any Event, state: StateType) {}
}

/// Writes a line for each event through a closure.
///
/// ```swift
/// let log = LogMiddleware<Counter> { print($0) }
/// let edits = LogMiddleware<Counter>(only: [Added.self]) { print($0) }
/// ```
///
/// The line is the event as Swift describes it, with its type. It may hold what the user typed: filter by type what a
/// log must not have.
public struct LogMiddleware<StateType: State>: Middleware {
    private let types: Set<ObjectIdentifier>
    private let write: @Sendable (String) -> Void

    /// A log of every event, or of the types named in `only`.
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
