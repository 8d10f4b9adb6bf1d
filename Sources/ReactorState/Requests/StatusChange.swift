/// What a ``Load`` has come to, applied by ``RequestStatus/react(to:as:)``.
///
/// Only beginnings, progress and answers; how a load failed or was cancelled comes with ``CommandEnded``, which also
/// arrives when the command itself can say no more.
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

    /// Statuses of different names do not know of each other.
    public var _subject: String? { name }
}

extension StatusChange.Kind: Equatable where Value: Equatable {}
extension StatusChange.Kind: Encodable where Value: Encodable {}
extension StatusChange.Kind: Decodable where Value: Decodable {}
extension StatusChange: Equatable where Value: Equatable {}
extension StatusChange: Encodable where Value: Encodable {}
extension StatusChange: Decodable where Value: Decodable {}

/// How a screen says why a load failed. `String` is one: the error's own description.
public protocol RequestFailure: Sendable {
    /// What is kept of the error.
    init(failure: any Error)
}

extension String: RequestFailure {
    public init(failure: any Error) { self = "\(failure)" }
}
