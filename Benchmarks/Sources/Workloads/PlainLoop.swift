import Reactor

/// No design: the reducer is called for each event. This is the baseline of every measurement.
public struct PlainLoop<StateType: Workload>: EventSink {
    /// The state.
    public var state = StateType()

    /// A loop over a new state.
    public init() {}

    @inlinable
    public mutating func take(_ event: some Event) { state.react(to: event) }
}
