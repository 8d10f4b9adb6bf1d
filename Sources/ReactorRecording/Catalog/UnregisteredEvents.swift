/// The behavior of a recorder for an event that is not listed in the catalog.
public enum UnregisteredEvents: Hashable, Sendable {
    /// Debug builds end the process with the line to add. Other builds behave as ``mark``.
    case stopInDebug
    /// The event is recorded by the name of its type, marked as not replayable, counted and reported. A replay ends before it.
    case mark

    /// Whether the process ends.
    package var stops: Bool {
        guard self == .stopInDebug else { return false }
        var isDebug = false
        assert(
            {
                isDebug = true; return true
            }())
        return isDebug
    }
}
