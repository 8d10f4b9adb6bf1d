/// Holds the state and runs the program's own synchronous code on it: reducer, middleware, reactions.
///
/// Without the state's type, so that what keeps the order need not be generic. Touched on the core's executor alone.
class StateStore {
    /// The whole state.
    let memory: UnsafeMutableRawPointer
    /// Whether events must be looked at one by one by ``intercept(_:)`` and ``process(_:)``.
    let hasMiddleware: Bool

    init(memory: UnsafeMutableRawPointer, hasMiddleware: Bool) {
        self.memory = memory
        self.hasMiddleware = hasMiddleware
    }

    /// Whether there are reactions to look for after each event.
    var hasReactions: Bool { false }

    /// Applies events in order.
    func apply(_ events: UnsafeBufferPointer<any Event>) {}

    /// Applies one event.
    func apply(_ event: any Event) {}

    /// Asks every middleware about an event.
    func intercept(_ event: any Event) -> (any Event)? { event }

    /// Tells every middleware of an event that was applied.
    func process(_ event: any Event) {}

    /// What reactions ask for after an event that was applied, or, without one, at the beginning.
    func react(to event: (any Event)?, _ mailbox: Mailbox) -> [ReactionStep] { [] }
}
