/// The start, progress or response of a ``Load``, applied by ``RequestStatus/react(to:as:)``.
///
/// The failure or the cancellation of a load arrives as ``CommandEnded``.
public struct StatusChange<Value: Sendable>: Event {
    /// What happened.
    package enum Kind: Sendable {
        /// The run is on its way, in this attempt.
        case started(attempt: Int)
        /// The run has come so far.
        case progressed(Int64, of: Int64?)
        /// The run brought a value. Indirect, since it may be large, and an event is handed on from call to call.
        indirect case succeeded(Value, at: Timestamp)
    }

    /// The stable name of the status that it is meant for.
    package let name: String
    /// The run that it is about.
    package let id: RequestID
    /// What happened.
    package let kind: Kind

    /// A change, for tests and for events that come from a recording.
    package init(name: String, id: RequestID, kind: Kind) {
        self.name = name
        self.id = id
        self.kind = kind
    }

    /// Changes of one status form a group, by its name.
    public var _subject: String? { name }
}

extension StatusChange.Kind: Equatable where Value: Equatable {}
extension StatusChange.Kind: Encodable where Value: Encodable {}
extension StatusChange.Kind: Decodable where Value: Decodable {}
extension StatusChange: Equatable where Value: Equatable {}
extension StatusChange: Encodable where Value: Encodable {}
extension StatusChange: Decodable where Value: Decodable {}

/// A failure that a status stores. `String` is one: the description of the error.
public protocol RequestFailure: Sendable {
    /// Creates the failure from an error.
    init(failure: any Error)
}

extension String: RequestFailure {
    public init(failure: any Error) { self = "\(failure)" }
}
