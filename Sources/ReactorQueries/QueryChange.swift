public import Reactor

/// What a read of a ``ServerQuery`` has come to, applied by ``Queries/react(to:)``.
///
/// A read has a number, the milliseconds of the wall clock at least. By it these events commute: a state makes the same of
/// them in any order, as it may meet them while predictions are pending.
public struct QueryChange<Key: Hashable & Sendable, Value: Sendable>: Event, AnnouncedEvent {
    /// What happened.
    package enum Kind: Sendable {
        /// A read is on its way, of what is as old as so many invalidations, or of one more page; `why` says in words what it was
        /// asked for by.
        case began(Key, run: Int64, seen: Int, isMore: Bool = false, why: String? = nil)
        /// It brought a value, or what comes `behind` the one that an earlier read had brought.
        indirect case arrived(
            Key, run: Int64, Value, tags: [QueryTag], seen: Int, at: Timestamp, version: Int? = nil,
            behind: Int64? = nil)
        /// It brought none.
        case failed(Key, run: Int64, message: String)
        /// It is over without an answer: it was cancelled, or its process is gone.
        case ceased(Key, run: Int64)
        /// Nobody has looked at them for a while: forgotten, but those that were read after this read.
        case forgotten([Key], run: Int64)
    }

    /// The name of the queries that it is meant for.
    package let name: String
    /// What happened.
    package let kind: Kind

    /// A change, for tests and for events that come from a recording.
    package init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }
}

extension QueryChange.Kind: Equatable where Value: Equatable {}
extension QueryChange.Kind: Encodable where Key: Encodable, Value: Encodable {}
extension QueryChange.Kind: Decodable where Key: Decodable, Value: Decodable {}
extension QueryChange: Equatable where Value: Equatable {}
extension QueryChange: Encodable where Key: Encodable, Value: Encodable {}
extension QueryChange: Decodable where Key: Decodable, Value: Decodable {}

extension QueryChange: PartEvent {
    package var partName: String { name }
}
