/// What a recorder does about an event that the catalog does not list.
public enum UnregisteredEvents: Hashable, Sendable {
    /// The program ends at once where it is built for debugging, with the line to add; otherwise as ``mark``.
    case stopInDebug
    /// The event is recorded by the name of its type, marked as one that cannot be replayed, counted and reported. A
    /// replay ends before it.
    case mark

    /// Whether the program is to end.
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
