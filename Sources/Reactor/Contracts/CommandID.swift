/// The name that commands are grouped by. A string literal is one.
public struct CommandID: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The name.
    public let name: String

    /// An id with this name; two with equal names are the same.
    public init(_ name: String) { self.name = name }

    public init(stringLiteral value: String) { self.init(value) }

    public var description: String { name }
}
