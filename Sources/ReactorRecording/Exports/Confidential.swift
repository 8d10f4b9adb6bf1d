/// A value that the app keeps and shows to nobody: what a person typed as a password, a key of an API.
///
/// A member of this type is declared secret where it is declared, and nowhere else. Printed, dumped or reflected it is
/// `<confidential>`. Recorded it is an object of one member, `confidential`, which ``Redactor/Path/confidential`` names
/// wherever it stands, in states, in events and in assignments:
///
/// ```swift
/// struct Account: State, Codable {
///     var name = ""
///     var password = Confidential("")
///
///     mutating func react(to event: any Event) {}
/// }
///
/// let page = Redactor.confidential.state(try JSON(encoding: Account()))
/// ```
///
/// It is in the app's own journal as it is, since an app that goes on needs it; the files are for their owner alone. What
/// may not even be there is given to `Core.open` as `redactor:`, or kept in the system's store of keys.
public struct Confidential<Value> {
    /// The value itself.
    public var revealed: Value

    /// Keeps this value to itself.
    public init(_ value: Value) { revealed = value }

    private enum CodingKeys: String, CodingKey { case revealed = "confidential" }
}

extension Confidential: Sendable where Value: Sendable {}
extension Confidential: Equatable where Value: Equatable {}
extension Confidential: Hashable where Value: Hashable {}
extension Confidential: Encodable where Value: Encodable {}
extension Confidential: Decodable where Value: Decodable {}

extension Confidential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<confidential>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Redactor.Path {
    /// The way to every ``Confidential`` value.
    public static let confidential: Redactor.Path = [.anywhere, "confidential"]
}

extension Redactor {
    /// Blots out every ``Confidential`` value, in the state and in all events.
    public static let confidential = Redactor(state: [.confidential], events: ["*": [.confidential]])
}
