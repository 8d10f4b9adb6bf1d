public import Reactor

/// Values that a server owns, by key: what was read of them, shown to all who look.
///
/// ```swift
/// struct Feed: State {
///     var posts = Queries<Int, Post>("posts")
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
/// A value: who watches, what is due and what is under way is kept beside the state, see ``ServerQuery``. The state may start
/// over at any time; what is watched is then read again.
public struct Queries<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The name of the query.
    public let name: String
    /// Another one after each change of what follows. As ``life``, no part of the value.
    private(set) var revision = Revision()
    /// What is known of each key that was asked for, in the order of asking.
    public private(set) var entries: KeyedRows<Key, QueryEntry<Key, Value>> = [] { didSet { revision = Revision() } }
    private(set) var invalidations = Invalidations() { didSet { revision = Revision() } }
    /// How many keys came by ``seed(_:_:at:version:tags:)`` of which nothing was known.
    private var seeds = 0
    /// Another one after each start of the state, and each fold of it; and after the first event, so that it differs also when the
    /// state starts over with a value that was made once. No part of the value.
    private(set) var life = Revision()
    private var isHeard = false
    /// The type of what reads bring. Kept, since looking up a generic type costs more than all else that an event of the app's
    /// own costs here.
    @usableFromInline let changes: Any.Type = QueryChange<Key, Value>.self

    /// Nothing is known.
    ///
    /// - Parameter name: the name of the query, unlike that of any other in the state.
    public init(_ name: String) { self.name = name }

    /// The value of a key, nil until it was read.
    public subscript(key: Key) -> Value? { entries[id: key]?.value }

    /// Applies what reads of this name bring.
    ///
    /// - Returns: whether the event was for these values alone. False for ``QueriesInvalidated``, which is for all queries of a
    ///   state.
    /// - Complexity: O(1); for an event of the app's own, two comparisons of pointers, of which many queries share one.
    @inlinable
    @inline(__always)
    public mutating func react(to event: any Event) -> Bool {
        // The types alone: room for a change, made and cleared away for each event, costs two hundred instructions. Said to be
        // rare, what follows lies behind all else, and the second comparison is made once for all queries of a state.
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

    /// Changes a value as it is shown: what the app predicts, or learned elsewhere. Does nothing when there is none.
    public mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        if self[key] != nil { entries[id: key]?.update(change) }
    }

    /// Changes every value that there is: of lists that may hold a row, say.
    public mutating func updateAll(_ change: (Key, inout Value) -> Void) {
        for key in Array(entries.ids) { update(key) { change(key, &$0) } }
    }

    /// Whether the value of a key is older than the last invalidation of one of its tags. It is read again when it is watched.
    public func isInvalidated(_ key: Key) -> Bool {
        let entry = entry(key)
        return entry.value != nil && lastInvalidation(of: entry).number > 0
    }

    /// Shows a value that came from elsewhere: in a push, in the answer to a change, in a list.
    ///
    /// ```swift
    /// var posts = Queries<Int, Post>("posts")
    /// posts.seed(7, Post(id: 7, title: "Hello"), version: 12)
    /// ```
    ///
    /// - Parameters:
    ///   - key: what it is known by. A key that is not equal to itself, such as NaN, cannot be stored: nothing changes.
    ///   - value: what is known of it.
    ///   - time: as of when it is; nil for what is held is as old as it was, and a value of a key that had none is stale.
    ///   - version: how new it is, if the server says versions. An older one than is held changes nothing.
    ///   - tags: what it holds, when nothing was held that had tags.
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

    /// Keys among which are all that came by a seed since there were so many, and were not read. O(what came since).
    func seeded(since count: Int) -> [Key] {
        // Of none, a lazy filter would look for the first all the same: among all that was read.
        seeds > count ? entries.lazy.reversed().filter { $0.began == 0 }.prefix(seeds - count).map(\.id) : []
    }

    var signal: QuerySignal { QuerySignal(life: life, invalidations: invalidations.count, seeds: seeds) }

    /// What is known of a key, from nothing on.
    func entry(_ key: Key) -> QueryEntry<Key, Value> { entries[id: key] ?? QueryEntry(id: key) }

    // MARK: Events

    private mutating func apply(_ kind: QueryChange<Key, Value>.Kind) {
        if !isHeard { (isHeard, life) = (true, Revision()) }
        switch kind {
        case .began(let key, let run, let seen, let isMore, let why):
            with(key) { entry in
                guard run > entry.began else { return }
                (entry.began, entry.asked, entry.isMore, entry.why) = (run, seen, isMore, why)
            }
        case .arrived(let key, let run, let value, let tags, let seen, let time, let version, let behind):
            guard behind == nil || entries[id: key] != nil else { return }
            with(key) { entry in
                entry.ended = max(entry.ended, run)
                if let behind {
                    guard entry.shown == behind, let held = entry.value else { return }
                    (entry.value, entry.shown) = (continued(held, by: value), run)
                    return entry.parts.append(QueryPart(tags: tags, seen: seen))
                }
                let isLater = run >= entry.shown
                let isShown = version == nil ? isLater : entry.isOlder(than: version)
                guard isLater || isShown else { return }
                // What came from elsewhere, and is newer, has no tags of its own.
                let held = entry.parts.first ?? QueryPart(tags: [], seen: seen)
                let tags = isShown || held.tags.isEmpty ? tags : held.tags
                entry.parts = [QueryPart(tags: tags, seen: isLater ? seen : held.seen)]
                if isLater { (entry.shown, entry.updatedAt) = (run, time) }
                if isShown { (entry.value, entry.version) = (value, version) }
            }
        case .failed(let key, let run, let message):
            with(key) { entry in
                entry.ended = max(entry.ended, run)
                if run > entry.failed { (entry.failed, entry.message) = (run, message) }
            }
        case .ceased(let key, let run):
            guard let ended = entries[id: key]?.ended, run > ended else { return }
            entries[id: key]?.ended = run
        case .forgotten(let keys, let run):
            for key in keys where entry(key).lastRun <= run { entries[id: key] = nil }
        }
    }

    /// Changes the entry of a key, unless the key is not equal to itself: then no entry can be found again.
    private mutating func with(_ key: Key, _ change: (inout QueryEntry<Key, Value>) -> Void) {
        guard key == key else { return }
        var entry = entry(key)
        change(&entry)
        entries[id: key] = entry
    }

    // MARK: Invalidations

    private mutating func invalidate(_ event: QueriesInvalidated) {
        guard invalidations.name(event.tags) else { return }
        // What may still be older than an invalidation: what is kept, by its tags, and what is being read, whose tags nobody knows.
        var (seen, asked): ([QueryTag: Int], Int) = ([:], invalidations.count)
        for entry in entries {
            if entry.isFetching { asked = min(asked, entry.asked) }
            for part in entry.parts {
                for tag in part.tags.lazy.flatMap(\.covering) { seen[tag] = min(seen[tag] ?? part.seen, part.seen) }
            }
        }
        invalidations.forget(first: asked, but: seen)
    }

    /// The last invalidation that concerns an entry and is newer than what of it has the tag: its number, 0 if there is none,
    /// and the tag. Nobody knows the tags of a value before it was read, so any may.
    func lastInvalidation(of entry: QueryEntry<Key, Value>) -> (number: Int, tag: QueryTag?) {
        guard entry.value != nil else { return (invalidations.count, nil) }
        var last: (number: Int, tag: QueryTag?) = (0, nil)
        // Of a list of a thousand rows the tags are looked up only if something was invalidated at all.
        for part in entry.parts where part.seen < invalidations.count {
            for tag in part.tags.lazy.flatMap(\.covering) where invalidations[tag] > max(part.seen, last.number) {
                last = (invalidations[tag], tag)
            }
        }
        return last
    }
}

/// The type of an event, read once for all queries of a state. Asked for in any other way, its value is looked for first: 25
/// instructions for each query and event, and not three.
@inlinable
@inline(__always)
func type(ofEvent event: any Event) -> Any.Type {
    // Safe: Swift's ABI lays an `any P` out as three words for the value and its type behind them, which debug builds check. Of a
    // class it is the type that it was made an event as.
    let type = withUnsafePointer(to: event) {
        UnsafeRawPointer($0).load(fromByteOffset: 3 * MemoryLayout<UnsafeRawPointer>.stride, as: Any.Type.self)
    }
    assert(type == Swift.type(of: event) || type is AnyClass, "an event's type lies behind three words")
    return type
}

/// What changes whenever a query has to be looked at: it was invalidated or seeded, or the state has started over.
struct QuerySignal: Hashable, Sendable {
    let life: Revision
    let invalidations: Int
    let seeds: Int
}

extension Queries: Equatable where Value: Equatable {
    /// Whether they hold the same.
    public static func == (left: Queries, right: Queries) -> Bool {
        left.name == right.name && left.invalidations == right.invalidations && left.entries == right.entries
    }
}

extension Queries {
    /// What was being read shows as being read until the query is used.
    private enum CodingKeys: CodingKey { case name, entries, invalidations }
}

extension Queries: Encodable where Key: Encodable, Value: Encodable {}
extension Queries: Decodable where Key: Decodable, Value: Decodable {}

extension Queries: PartWithEvents {
    package static var eventsOfPart: (any (Event & Codable).Type)? {
        QueryChange<Key, Value>.self as? any (Event & Codable).Type
    }
    package static var contents: Any.Type { (Key.self as? any Codable.Type) == nil ? Key.self : Value.self }
}
