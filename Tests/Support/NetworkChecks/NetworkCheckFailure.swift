/// What an adapter does otherwise than a ``NetworkCheck`` demands.
public struct NetworkCheckFailure: Error, CustomStringConvertible, Sendable {
    let summary: String

    /// The check, and what was found.
    public var description: String { summary }
}
