/// Holds the state and runs the program's own synchronous code on it: reducer, middleware, reactions.
///
/// Without the state's type, so that what keeps the order need not be generic. Touched on the core's executor alone.
class StateStore {
    /// The whole state.
    let memory: UnsafeMutableRawPointer
    /// Whether events must be looked at one by one by ``intercept(_:)`` and ``process(_:)``.
    let hasMiddleware: Bool

    /// Whether there are reactions to look for after each event.
    let hasReactions: Bool

    init(memory: UnsafeMutableRawPointer, hasMiddleware: Bool, hasReactions: Bool) {
        self.memory = memory
        self.hasMiddleware = hasMiddleware
        self.hasReactions = hasReactions
    }

    /// Applies events in order, and moves them out of the buffer.
    func apply(_ events: UnsafeMutableBufferPointer<any Event>) {}

    /// Applies one event.
    func apply(_ event: any Event) {}

    /// Asks every middleware about an event.
    func intercept(_ event: any Event) -> (any Event)? { event }

    /// Tells every middleware of an event that was applied.
    func process(_ event: any Event) {}

    /// What reactions ask for after an event that was applied, or, without one, at the beginning.
    func react(to event: (any Event)?, _ mailbox: Mailbox) -> [ReactionStep] { [] }
}
