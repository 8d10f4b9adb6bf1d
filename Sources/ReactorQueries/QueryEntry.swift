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
    /// How many invalidations there were when the last read began.
    var asked = 0
    /// What the value was read in: several of a list of pages.
    var parts: [QueryPart] = []
    /// Whether the last read that began is of one more page.
    var isMore = false
    /// What the last read that began was asked for by, in words: a recording shows it where the read begins.
    var why: String?
    /// What the server says of how new the value is.
    var version: Int?

    /// Nothing is known yet.
    public init(id: Key) { self.id = id }

    /// The description of the error of the last read, a message if the pages of a list form a circle, or nil.
    public var failure: String? {
        if failed > shown { return message }
        guard (value as? any ContinuedValue)?.isCircular == true else { return nil }
        return
            "Infinite loop: the server has returned the cursor of an earlier page of this list, so no further page is read. "
            + "Check the cursor that the query's read returns; nil ends a list."
    }

    /// Whether it is being read.
    public var isFetching: Bool { began > ended }

    /// Whether it is being read for the first time: there is nothing to show yet.
    public var isFirstLoad: Bool { isFetching && value == nil }

    /// Whether one more page is being read, to be put behind those that are held: what the end of a list shows. While the whole
    /// list is read anew, it is not.
    public var isLoadingMore: Bool { isFetching && isMore }

    /// The last read that was heard of.
    var lastRun: Int64 { max(began, ended) }

    /// How much is known: the last read that began, or that there is a value. A state that knows less has started over.
    var known: Int64 { value == nil ? began : max(began, 1) }

    /// Whether the last read failed, and not one of a page alone.
    var isListFailed: Bool { failed > shown && !(isMore && failed == began) }

    /// Changes the value, if there is one: taken out, so that a large one is changed where it lies.
    mutating func update(_ change: (inout Value) -> Void) {
        guard var taken = value.take() else { return }
        change(&taken)
        value = taken
    }

    /// Whether a value of this version is as new as the one that is held, or newer.
    func isOlder(than version: Int?) -> Bool { (version ?? .max) >= (self.version ?? .min) }
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
