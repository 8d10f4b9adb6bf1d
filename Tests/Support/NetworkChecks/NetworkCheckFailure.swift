/// A behavior of an adapter that a ``NetworkCheck`` does not allow.
public struct NetworkCheckFailure: Error, CustomStringConvertible, Sendable {
    let summary: String

    /// The check, and the behavior that was found.
    public var description: String { summary }
}
