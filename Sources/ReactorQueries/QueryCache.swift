public import Reactor

/// A cache of values that a server owns, by key, as a part of your state.
///
/// ```swift
/// struct Feed: State {
///     var posts = QueryCache<Int, Post>("posts")
///
///     mutating func react(to event: any Event) {
///         if posts.react(to: event) { return }
///         switch event {
///         case let event as Renamed: posts.update(event.id) { $0.title = event.title }
///         case is Reset<Feed>: self = Feed()
///         default: break
///         }
///     }
/// }
/// ```
///
/// ``ServerQuery`` describes how values are read. Watches and reads in flight are not part of the state. The state can
/// be reset at any time, and watched values are then refetched.
public struct QueryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The name of the query.
    public let name: String
    /// A revision that changes with the properties below. Not compared or encoded, like ``life``.
    private(set) var revision = Revision()
    /// The entries of the keys that were requested, in the order of the requests.
    public package(set) var entries: KeyedRows<Key, Entry> = [] { didSet { revision = Revision() } }
    private(set) var invalidations = Invalidations() { didSet { revision = Revision() } }
    /// The number of entries that ``seed(_:_:at:version:tags:)`` created.
    private var seeds = 0
    /// A revision that changes with each start and each replay of the state, and after the first event, so that it also
    /// changes when the state is reset to a shared initial value. Not compared or encoded.
    private(set) var life = Revision()
    private var isHeard = false
    /// The type of the query's events. It is stored because the lookup of a generic type takes longer than the rest of
    /// ``react(to:)`` for an unrelated event.
    @usableFromInline let changes: Any.Type = QueryChange<Key, Value>.self

    /// Creates an empty cache.
    ///
    /// - Parameter name: The name of the query, which is unique within the state.
    public init(_ name: String) { self.name = name }

    /// The value of a key, or nil if it has not been read.
    public subscript(key: Key) -> Value? { entries[id: key]?.value }

    /// Applies the events of this query.
    ///
    /// - Returns: Whether the event was only for this property. False for ``QueriesInvalidated``, which is for all
    ///   queries of a state.
    /// - Complexity: O(1). Unrelated events take two pointer comparisons, of which several queries share one.
    @inlinable
    @inline(__always)
    public mutating func react(to event: any Event) -> Bool {
        // Only types are compared, because initializing and destroying a change for each event takes 200 instructions.
        // `_slowPath` moves the rest out of line, so that the second comparison is made once for all queries of a
        // state.
        let type = type(ofEvent: event)
        guard _slowPath(type == QueriesInvalidated.self || type == changes) else { return false }
        return take(event)
    }

    @usableFromInline
    mutating func take(_ event: any Event) -> Bool {
        if let event = event.as(QueriesInvalidated.self) { invalidate(event) }
        guard let change = event.as(QueryChange<Key, Value>.self), change.name == name else { return false }
        apply(change.kind)
        return true
    }

    /// Changes a stored value, for example for a prediction. Does nothing if there is no value.
    public mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        if self[key] != nil { entries[id: key]?.update(change) }
    }

    /// Changes every stored value, for example all lists that may contain a row.
    public mutating func updateAll(_ change: (Key, inout Value) -> Void) {
        for key in Array(entries.ids) { update(key) { change(key, &$0) } }
    }

    /// Whether the value of a key is older than the last invalidation of one of its tags. An invalidated value is
    /// refetched when it is watched.
    public func isInvalidated(_ key: Key) -> Bool {
        let entry = entry(key)
        return entry.value != nil && lastInvalidation(of: entry).number > 0
    }

    /// Stores a value from another source: a push message, the response to a change, or a list.
    ///
    /// ```swift
    /// var posts = QueryCache<Int, Post>("posts")
    /// posts.seed(7, Post(id: 7, title: "Hello"), version: 12)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key. A key that is not equal to itself, such as NaN, cannot be stored, and the call does nothing.
    ///   - value: The value.
    ///   - time: The time at which the value was current. nil preserves the time of a stored value, and makes a new
    ///     value stale.
    ///   - version: The version, if the server provides one. A version older than the stored one changes nothing.
    ///   - tags: The tags of the value, if no value with tags was stored.
    public mutating func seed(
        _ key: Key, _ value: Value, at time: Timestamp? = nil, version: Int? = nil, tags: [QueryTag] = []
    ) {
        guard key == key else { return }
        let now = invalidations.count
        if entries[id: key] == nil { seeds += 1 }
        with(key) { entry in
            guard entry.isOlder(than: version) else { return }
            if entry.value == nil { entry.parts = [QueryPart(tags: tags, seen: now)] }
            (entry.value, entry.version) = (value, version ?? entry.version)
            entry.updatedAt = time ?? entry.updatedAt
        }
    }

    /// Returns keys that include all keys that were seeded after the first `count`, and not read since. O(keys added
    /// since).
    func seeded(since count: Int) -> [Key] {
        // The guard avoids a lazy filter that would search all entries for its first element.
        seeds > count ? entries.lazy.reversed().filter { $0.began == 0 }.prefix(seeds - count).map(\.id) : []
    }

    var signal: QuerySignal { QuerySignal(life: life, invalidations: invalidations.count, seeds: seeds) }

    func entry(_ key: Key) -> Entry { entries[id: key] ?? .init(id: key) }

    // MARK: Events

    private mutating func apply(_ kind: QueryChange<Key, Value>.Kind) {
        if !isHeard { (isHeard, life) = (true, Revision()) }
        switch kind {
        case .began(let key, let run, let seen, let isMore, let why):
            with(key) { entry in
                guard run > entry.began else { return }
                (entry.began, entry.asked, entry.isMore, entry.why) = (run, seen, isMore, why)
            }
        case .arrived(
            let key, let run, let value, let tags, let seen, let time, let version, let behind, let isProvisional):
            guard behind == nil || entries[id: key] != nil else { return }
            with(key) { entry in
                if isProvisional != true { entry.ended = max(entry.ended, run) }
                if let behind {
                    guard entry.shown == behind, let held = entry.value else { return }
                    (entry.value, entry.shown) = (continued(held, by: value), run)
                    return entry.parts.append(QueryPart(tags: tags, seen: seen))
                }
                let isLater = run >= entry.shown
                let isShown = version == nil ? isLater : entry.isOlder(than: version)
                guard isLater || isShown else { return }
                // A newer value from another source has no tags.
                let held = entry.parts.first ?? QueryPart(tags: [], seen: seen)
                let tags = isShown || held.tags.isEmpty ? tags : held.tags
                entry.parts = [QueryPart(tags: tags, seen: isLater ? seen : held.seen)]
                if isLater { (entry.shown, entry.updatedAt, entry.isProvisional) = (run, time, isProvisional) }
                if isShown { (entry.value, entry.version) = (value, version) }
            }
        case .failed(let key, let run, let message, let isMore):
            with(key) { entry in
                entry.ended = max(entry.ended, run)
                if run > entry.failed { (entry.failed, entry.message, entry.failedMore) = (run, message, isMore) }
            }
        case .ceased(let key, let run):
            guard let ended = entries[id: key]?.ended, run > ended else { return }
            entries[id: key]?.ended = run
        case .forgotten(let keys, let run):
            for key in keys where entry(key).lastRun <= run { entries[id: key] = nil }
        }
    }

    /// Changes the entry of a key, unless the key is not equal to itself, because its entry could not be found again.
    private mutating func with(_ key: Key, _ change: (inout Entry) -> Void) {
        guard key == key else { return }
        var entry = entry(key)
        change(&entry)
        entries[id: key] = entry
    }

    // MARK: Invalidations

    private mutating func invalidate(_ event: QueriesInvalidated) {
        guard invalidations.name(event.tags) else { return }
        // Tags are retained if an entry with the tag, or a read in flight, whose tags are unknown, can be older.
        var (seen, asked): ([QueryTag: Int], Int) = ([:], invalidations.count)
        for entry in entries {
            if entry.isFetching { asked = min(asked, entry.asked) }
            for part in entry.parts {
                for tag in part.tags.lazy.flatMap(\.covering) { seen[tag] = min(seen[tag] ?? part.seen, part.seen) }
            }
        }
        invalidations.forget(first: asked, but: seen)
    }

    /// Returns the number and tag of the last invalidation that is newer than the entry's value, or 0. Before the first
    /// read the tags are unknown, so every invalidation counts.
    func lastInvalidation(of entry: Entry) -> (number: Int, tag: QueryTag?) {
        guard entry.value != nil else { return (invalidations.count, nil) }
        var last: (number: Int, tag: QueryTag?) = (0, nil)
        // The tags of a list with many rows are looked up only if an invalidation happened since.
        for part in entry.parts where part.seen < invalidations.count {
            for tag in part.tags.lazy.flatMap(\.covering) where invalidations[tag] > max(part.seen, last.number) {
                last = (invalidations[tag], tag)
            }
        }
        return last
    }
}

/// Returns the type of an event. It is read once for all queries of a state. `type(of:)` projects the value first,
/// which takes 25 instructions for each query and event instead of 3.
@inlinable
@inline(__always)
func type(ofEvent event: any Event) -> Any.Type {
    // Safe: in Swift's ABI, an `any P` has three words for the value, followed by its type, which debug builds check.
    // For a class it is the static type at the conversion to `any Event`.
    let type = withUnsafePointer(to: event) {
        UnsafeRawPointer($0).load(fromByteOffset: 3 * MemoryLayout<UnsafeRawPointer>.stride, as: Any.Type.self)
    }
    assert(
        type == Swift.type(of: event) || type is AnyClass, "The type of an event must follow its three words.")
    return type
}

/// A value that changes whenever a query must be checked: after an invalidation or a seed, or when the state was reset.
struct QuerySignal: Hashable, Sendable {
    let life: Revision
    let invalidations: Int
    let seeds: Int
}

extension QueryCache: Equatable where Value: Equatable {
    /// Whether two caches have the same name, entries and invalidations.
    public static func == (left: QueryCache, right: QueryCache) -> Bool {
        left.name == right.name && left.invalidations == right.invalidations && left.entries == right.entries
    }
}

extension QueryCache: CustomReflectable {
    /// The properties that are compared.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["name": name, "entries": entries, "invalidations": invalidations], displayStyle: .struct)
    }
}

extension QueryCache {
    /// An encoded read in flight remains in flight until the query is used.
    private enum CodingKeys: CodingKey { case name, entries, invalidations }
}

extension QueryCache: Encodable where Key: Encodable, Value: Encodable {}
extension QueryCache: Decodable where Key: Decodable, Value: Decodable {
    /// Decodes a cache. Only its name is required, so that an upcaster can add a query to a recorded state.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try members.decode(String.self, forKey: .name))
        entries = try members.decodeIfPresent(KeyedRows<Key, Entry>.self, forKey: .entries) ?? []
        invalidations = try members.decodeIfPresent(Invalidations.self, forKey: .invalidations) ?? Invalidations()
    }
}

extension QueryCache: PartWithEvents {
    package static var eventsOfPart: (any (Event & Codable).Type)? {
        QueryChange<Key, Value>.self as? any (Event & Codable).Type
    }
    package static var contents: Any.Type { (Key.self as? any Codable.Type) == nil ? Key.self : Value.self }
}

extension QueryCache {
    /// The state of one value that a server owns: the value, its age, and its reads.
    ///
    /// ```swift
    /// if let entry = await feed.read({ $0.posts.entries[id: 7] }) {
    ///     print(entry.value?.title ?? "…", entry.isFetching, entry.failure ?? "")
    /// }
    /// ```
    public struct Entry: Identifiable, Sendable {
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
        /// Whether the last read that failed was of one more page. nil means no.
        var failedMore: Bool?
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
        var isListFailed: Bool { failed > shown && failedMore != true }

        /// Changes the value, if there is one, in place.
        mutating func update(_ change: (inout Value) -> Void) {
            guard var taken = value.take() else { return }
            change(&taken)
            value = taken
        }

        /// Whether a value of this version is at least as new as the stored value.
        func isOlder(than version: Int?) -> Bool { (version ?? .max) >= (self.version ?? .min) }
    }
}

/// The tags of one read, and the number of invalidations when it began.
struct QueryPart: Hashable, Codable, Sendable {
    let tags: [QueryTag]
    let seen: Int
}

extension QueryCache.Entry: CustomReflectable {
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

extension QueryCache.Entry: Equatable where Value: Equatable {}
extension QueryCache.Entry: Hashable where Value: Hashable {}
extension QueryCache.Entry: Encodable where Key: Encodable, Value: Encodable {}
extension QueryCache.Entry: Decodable where Key: Decodable, Value: Decodable {}
