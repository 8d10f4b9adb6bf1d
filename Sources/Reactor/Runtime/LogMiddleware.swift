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
