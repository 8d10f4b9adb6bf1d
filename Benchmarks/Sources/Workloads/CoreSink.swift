import Reactor

/// Fires each event at a core.
public struct CoreSink<StateType: State>: EventSink {
    @usableFromInline let core: Core<StateType>

    /// A sink that fires at `core`.
    public init(_ core: Core<StateType>) { self.core = core }

    @inlinable
    public mutating func take(_ event: some Event) { core.fire(event: event) }
}
