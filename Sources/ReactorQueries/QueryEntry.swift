public import Reactor

/// The state of one value that a server owns: the value, its age, and its reads.
///
/// ```swift
/// if let entry = await feed.read({ $0.posts.entries[id: 7] }) {
///     print(entry.value?.title ?? "…", entry.isFetching, entry.failure ?? "")
/// }
/// ```
public struct QueryEntry<Key: Hashable & Sendable, Value: Sendable>: Identifiable, Sendable {
    /// The key of the value.
    public let id: Key
    /// The value as it is shown, or nil before the first read.
    public package(set) var value: Value?
    /// The time at which the response arrived.
    public internal(set) var updatedAt: Timestamp?
    /// The last read that began, the read of the shown value, the last read that ended, and the last that failed.
    /// Maxima, so that the order of the events does not matter.
    package var began: Int64 = 0
    package var shown: Int64 = 0
    package var ended: Int64 = 0
    package var failed: Int64 = 0
    package var message = ""
    /// The number of invalidations when the last read began.
    var asked = 0
    /// The reads of which the value consists: several for a list of pages.
    var parts: [QueryPart] = []
    /// Whether the last read that began is of one more page.
    var isMore = false
    /// The reason of the last read that began, in words for a recording.
    var why: String?
    var version: Int?
    /// Whether the value was shown until the next response of the read, which a local change overlapped. nil means no, as
    /// in older recordings.
    var isProvisional: Bool?

    /// Creates an empty entry.
    public init(id: Key) { self.id = id }

    /// The description of the error of the last read, a message if the pages of a list form a circle, or nil.
    public var failure: String? {
        if failed > shown { return message }
        guard (value as? any ContinuedValue)?.isCircular == true else { return nil }
        return
            "Infinite loop: the server has returned the cursor of an earlier page of this list, so no further page is read. "
            + "Check the cursor that the query's read returns; nil ends a list."
    }

    /// Whether a read is in flight.
    public var isFetching: Bool { began > ended }

    /// Whether the first read is in flight, so that there is no value to show yet.
    public var isFirstLoad: Bool { isFetching && value == nil }

    /// Whether the next page of a list is being read, for a spinner at the end of the list. False while the whole list
    /// is refetched.
    public var isLoadingMore: Bool { isFetching && isMore }

    var lastRun: Int64 { max(began, ended) }

    /// A lower bound of the state's progress: the last read that began, or 1 if there is a value. It decreases only if
    /// the state was reset.
    var known: Int64 { value == nil ? began : max(began, 1) }

    /// Whether the last read of the whole value failed.
    var isListFailed: Bool { failed > shown && !(isMore && failed == began) }

    /// Changes the value, if there is one, in place.
    mutating func update(_ change: (inout Value) -> Void) {
        guard var taken = value.take() else { return }
        change(&taken)
        value = taken
    }

    /// Whether a value of this version is at least as new as the stored value.
    func isOlder(than version: Int?) -> Bool { (version ?? .max) >= (self.version ?? .min) }
}

/// The tags of one read, and the number of invalidations when it began.
struct QueryPart: Hashable, Codable, Sendable {
    let tags: [QueryTag]
    let seen: Int
}

extension QueryEntry: CustomReflectable {
    /// The properties of the screen come first, then the numbers of the reads.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "id": id, "value": value as Any, "isFetching": isFetching, "failure": failure as Any,
                "updatedAt": updatedAt as Any, "version": version as Any, "isMore": isMore, "why": why as Any,
                "parts": parts,
            ], displayStyle: .struct)
    }
}

extension QueryEntry: Equatable where Value: Equatable {}
extension QueryEntry: Hashable where Value: Hashable {}
extension QueryEntry: Encodable where Key: Encodable, Value: Encodable {}
extension QueryEntry: Decodable where Key: Decodable, Value: Decodable {}
