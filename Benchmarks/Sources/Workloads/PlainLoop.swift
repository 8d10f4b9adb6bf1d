import Reactor

/// No design at all: the reducer is called for each event. What everything else is measured against.
public struct PlainLoop<StateType: Workload>: EventSink {
    /// The state.
    public var state = StateType()

    /// A loop over a new state.
    public init() {}

    @inlinable
    public mutating func take(_ event: some Event) { state.react(to: event) }
}
