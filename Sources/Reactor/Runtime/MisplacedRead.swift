/// The error of a read whose response can never be shown, because it waits for a change that its own command has made.
public struct MisplacedRead: Error, CustomStringConvertible {
    /// The place of the call.
    let site: CallSite

    public var description: String {
        """
        Deadlock: the read at \(site) would wait for an unresolved change of the same command. Read after \
        optimistically(_:perform:onFailure:) returns, not inside it.
        """
    }
}
