public import Reactor

/// What is known of one value that a server owns: the value, when it was read, and what is being done about it.
///
/// ```swift
/// if let entry = await feed.read({ $0.posts.entries[id: 7] }) {
///     print(entry.value?.title ?? "…", entry.isFetching, entry.failure ?? "")
/// }
/// ```
public struct QueryEntry<Key: Hashable & Sendable, Value: Sendable>: Identifiable, Sendable {
    /// What it was asked for by.
    public let id: Key
    /// The value as it is shown, nil until it was read once.
    public internal(set) var value: Value?
    /// When the answer came.
    public internal(set) var updatedAt: Timestamp?
    /// The last read that began, the one that the value is of, the last that is over, and the last that failed. Maxima, so
    /// that it does not matter in which order a fold meets the events.
    var began: Int64 = 0
    var shown: Int64 = 0
    var ended: Int64 = 0
    var failed: Int64 = 0
    var message = ""
    /// How many invalidations there were when the last read began, and when the one began that the value is of.
    var asked = 0
    var seen = 0
    var tags: [QueryTag] = []
    /// Whether the last read that began is of one more page.
    var isMore = false
    /// What the last read that began was asked for by, in words: a recording shows it where the read begins.
    var why: String?
    /// What was read behind the value, of a list of pages.
    var more: [QueryPart]?
    /// What the server says of how new the value is.
    var version: Int?

    /// Nothing is known yet.
    public init(id: Key) { self.id = id }

    /// Why the last read failed, in the error's own words; nil when it did not.
    public var failure: String? { failed > shown ? message : nil }

    /// Whether it is being read.
    public var isFetching: Bool { began > ended }

    /// Whether it is being read for the first time: there is nothing to show yet.
    public var isFirstLoad: Bool { isFetching && value == nil }

    /// Whether one more page is being read, to be put behind those that are held: what the end of a list shows. While the whole
    /// list is read anew, it is not.
    public var isLoadingMore: Bool { isFetching && isMore }

    /// The last read that was heard of.
    var lastRun: Int64 { max(began, ended) }

    var parts: [QueryPart] { [QueryPart(tags: tags, seen: seen)] + (more ?? []) }
}

/// What was read at one time: its tags, and how many invalidations there were.
struct QueryPart: Hashable, Codable, Sendable {
    let tags: [QueryTag]
    let seen: Int
}

extension QueryEntry: Equatable where Value: Equatable {}
extension QueryEntry: Hashable where Value: Hashable {}
extension QueryEntry: Encodable where Key: Encodable, Value: Encodable {}
extension QueryEntry: Decodable where Key: Decodable, Value: Decodable {}
