public import Reactor

/// The progress of a read of a ``ServerQuery``, which ``QueryCache/react(to:)`` applies.
///
/// Reads are numbered by at least the milliseconds of the wall clock. With the numbers these events commute: their
/// order, which can change while predictions are pending, does not affect the state.
public struct QueryChange<Key: Hashable & Sendable, Value: Sendable>: Event, AnnouncedEvent {
    package enum Kind: Sendable {
        /// A read of a value or of one more page began. `seen` is the number of invalidations at that time, and `why`
        /// is its reason in words.
        case began(Key, run: Int64, seen: Int, isMore: Bool = false, why: String? = nil)
        /// The read returned a value, or the page after the value that the read `behind` had returned. If a local change
        /// overlaps the value, it is provisional, and the read continues.
        indirect case arrived(
            Key, run: Int64, Value, tags: [QueryTag], seen: Int, at: Timestamp, version: Int? = nil,
            behind: Int64? = nil, isProvisional: Bool? = nil)
        /// The read failed. `isMore` is true if it was of one more page, and otherwise nil.
        case failed(Key, run: Int64, message: String, isMore: Bool? = nil)
        /// The read ended without a response: it was cancelled, or its process ended.
        case ceased(Key, run: Int64)
        /// Unused values were evicted, except values that were read after this read.
        case forgotten([Key], run: Int64)
    }

    /// The name of the ``QueryCache`` that apply this event.
    package let name: String
    package let kind: Kind

    /// Creates a change, for tests and for events of a recording.
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
