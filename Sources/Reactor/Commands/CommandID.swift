/// The name that commands are grouped by. A string literal is one.
public struct CommandID: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The name.
    public let name: String
    /// The part of the state whose commands are counted together; nil for what a caller names.
    let place: CommandPlace?

    /// An id with this name; two with equal names are the same.
    public init(_ name: String) { self.init(name, in: nil) }

    init(_ name: String, in place: CommandPlace?) {
        self.name = name
        self.place = place
    }

    public init(stringLiteral value: String) { self.init(value) }

    public var description: String { name }
}
