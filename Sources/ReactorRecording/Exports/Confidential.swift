/// A secret value of the app, such as a password or an API key.
///
/// The declaration of the member is the only one that is needed. Printed, dumped or reflected, the value is `<confidential>`.
/// Recorded, it is an object with the member `confidential`, which ``Redactor/Path/confidential`` matches everywhere in states,
/// events and assignments:
///
/// ```swift
/// struct Account: State, Codable {
///     var name = ""
///     var password = Confidential("")
///
///     mutating func react(to event: any Event) {}
/// }
/// ```
///
/// The app's own journal contains the value, because the app needs it after a launch. Only the owner of the files can read them.
/// To keep a value out of the journal, use the system's keychain.
public struct Confidential<Value> {
    /// The value.
    public var revealed: Value

    /// Wraps a value.
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
    /// The path of every ``Confidential`` value.
    public static let confidential: Redactor.Path = [.anywhere, "confidential"]
}

extension Redactor {
    /// A redactor that redacts every ``Confidential`` value, in the state and in all events.
    public static let confidential = Redactor(state: [.confidential], events: ["*": [.confidential]])
}
