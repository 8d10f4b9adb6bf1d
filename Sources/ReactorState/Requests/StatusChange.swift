/// The start, progress or response of a ``Load``, applied by ``RequestStatus/react(to:as:row:)``.
///
/// The failure or the cancellation of a load arrives as ``CommandEnded``.
public struct StatusChange<Value: Sendable>: Event {
    /// The kind of the change.
    package enum Kind: Sendable {
        /// The run is in progress, in this attempt.
        case started(attempt: Int)
        /// The run has made progress.
        case progressed(Int64, of: Int64?)
        /// The run has a value. Indirect, because the value can be large, and an event is passed through many calls.
        indirect case succeeded(Value, at: Timestamp)
        /// A response that a local change overlaps is shown until the next response.
        indirect case shown(Value, at: Timestamp)
    }

    /// The stable name of the status.
    package let name: String
    /// The id of the row that contains the status, as text; nil if it is not in a row.
    package let row: String?
    /// The run.
    package let id: RequestID
    /// The kind of the change.
    package let kind: Kind

    /// Creates a change, for tests and recordings.
    package init(name: String, row: String? = nil, id: RequestID, kind: Kind) {
        self.name = name
        self.row = row
        self.id = id
        self.kind = kind
    }

    /// The name of the status. Changes of different statuses commute.
    public var _subject: String? { row.map { "\(name) of \($0)" } ?? name }
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
