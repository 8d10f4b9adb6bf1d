import Reactor

/// The decisions about watches, reads and evictions of one query.
///
/// A pure value without a core, a task or a clock. Its owner passes the time and the state, and starts a check for each
/// key of ``takeBegun()``. A check calls ``decide(_:_:_:now:)``, carries out the read, and repeats this until no read
/// is needed. Each key has at most one check at a time; a cancelled check has ended and decides nothing. Keys are
/// processed in the order in which they were first requested, so that each run has the same order.
///
/// - Complexity: O(1) for each step of a key, O(log keys) for steps that involve time, and O(watched values with the
///   tag) for an invalidation.
struct WatchTable<Key: Hashable & Sendable> {
    enum Decision: Equatable {
        /// Read the value, or its next page, with this number and for this reason.
        case read(Int64, isMore: Bool, why: String)
        /// End the check, because no read is needed or the device is offline. `ceased` is a read that the state shows
        /// as in flight, and that is not.
        case done(ceased: Int64?, isOver: Bool)
    }

    /// The number of the last invalidation that is newer than a value, or 0, and its tag, if it is known.
    typealias Invalidation = (number: Int, tag: QueryTag?)

    private struct Place {
        let number: Int
        var watches: Set<Int> = []
        /// The intervals and next due times of polling watches.
        var polls: [Int: (every: Duration, due: Duration)] = [:]
        /// The pending requests: for a usable value, for a refetch with its reason, and for one more page.
        var isAsked = false
        var anew: String?
        var wantsMore = false
        /// Whether the request waits for a connection.
        var isWaiting = false
        /// The check in progress: whether it exists, whether it reads one page or the whole value, and the number of
        /// invalidations when it last called the server.
        var isLookedAt = false
        var readsMore: Bool?
        var seen: Int?
        /// The progress of the state (``QueryCache/Entry/known``) at the last check.
        var known: Int64 = 0
        /// The tags of each part, or nil if there is no value and the tags are unknown. Unchanged tags share their
        /// storage, so that comparing them is free.
        var tags: [[QueryTag]]?
        /// The last result of a search for invalidations, and its input.
        var found: (parts: [QueryPart], signal: QuerySignal, invalidation: Invalidation)?
        /// The time of the next poll, or of the eviction if there is no watch. A value is not evicted during a check.
        var due: Duration?

        var isWatched: Bool { !watches.isEmpty }
        var isWanted: Bool { !isWaiting && (isAsked || anew != nil || wantsMore) }
        var wakes: Duration? { isLookedAt && !isWatched ? nil : due }

        mutating func giveUp() { (isAsked, anew, wantsMore, isWaiting) = (false, nil, false, false) }
    }

    private let staleAfter: Duration?
    private let keepUnused: Duration?
    private var places: [Key: Place] = [:]
    private var begun: [Key] = []
    /// The last numbers of a place, a watch and a read.
    private var last = (place: 0, watch: 0, run: Int64(0))
    /// The watched keys by each tag whose invalidation affects them. Keys with unknown tags are stored for nil.
    private var watched: [QueryTag?: Set<Key>] = [:]
    private var dues = DeadlineHeap<Key, Duration>()
    private var conditions = Conditions()
    /// Whether the part of the state exists. If it does not, no check starts.
    private(set) var isPresent = true
    private var signal: QuerySignal?

    init(staleAfter: Duration?, keepUnused: Duration?) {
        self.staleAfter = staleAfter
        self.keepUnused = keepUnused
    }

    // MARK: Watching

    /// Adds a watch.
    ///
    /// - Returns: The number of the watch, for ``release(_:_:now:)``.
    mutating func watch(_ key: Key, every interval: Duration?, now: Duration) -> Int {
        last.watch += 1
        let number = last.watch
        if !isWatched(key) { index(key, places[key]?.tags) }
        change(key) { place in
            if !place.isWatched { place.due = nil }
            place.watches.insert(number)
            guard let interval, interval > .zero else { return }
            place.polls[number] = (interval, now + interval)
            place.due = min(place.due ?? now + interval, now + interval)
        }
        return number
    }

    /// Ends a watch. The value is evicted some time after the last watch.
    mutating func release(_ key: Key, _ watch: Int, now: Duration) {
        guard places[key]?.watches.contains(watch) == true else { return }
        let due = keepUnused.map { now + $0 }
        change(key) { place in
            place.watches.remove(watch)
            if place.polls.removeValue(forKey: watch) != nil { place.due = place.polls.values.map(\.due).min() }
            guard !place.isWatched else { return }
            place.due = due
            // A read that waits for a connection also needs a watch.
            if place.isWaiting { place.giveUp() }
        }
        if let place = places[key], !place.isWatched { unindex(key, place.tags) }
    }

    /// Requests a usable value, a refetch for the reason `occasion`, or one more page.
    mutating func ask(_ key: Key, anew occasion: String? = nil, more: Bool = false) {
        change(key) { place in
            // A read in flight is sufficient, unless it is of one page and the whole value is requested, or the
            // reverse. A request for a usable value is decided after the read of a page: see the table in Queries.md.
            guard place.readsMore != more else { return }
            place.isWaiting = false
            if more { return place.wantsMore = true }
            (place.isAsked, place.anew) = (true, occasion ?? place.anew)
        }
        begin(key)
    }

    // MARK: Checks

    private mutating func begin(_ key: Key) {
        guard isPresent, places[key]?.isLookedAt == false else { return }
        change(key) { $0.isLookedAt = true }
        begun.append(key)
    }

    /// Returns the keys whose checks must be started since the last call.
    mutating func takeBegun() -> [Key] {
        defer { begun = [] }
        return begun
    }

    mutating func decide<Value>(
        _ key: Key, _ entry: QueryCache<Key, Value>.Entry, _ invalidation: Invalidation, now: Timestamp
    ) -> Decision {
        retag(key, entry)
        guard var place = places[key] else { return .done(ceased: nil, isOver: false) }
        defer { places[key] = place }
        let fault = whyWhole(place, entry, invalidation, now)
        // A page is not read after the read of the list failed, because its success would hide the failure.
        let hasMore = (entry.value as? any ContinuedValue)?.hasMore ?? false
        let wantsMore = place.wantsMore && hasMore && (fault != nil || !entry.isListFailed)
        let why = fault ?? (wantsMore ? Occasion.more : nil)
        let ceased = entry.isFetching ? entry.lastRun : nil
        if why != nil, !conditions.isOnline {
            if place.isWatched { (place.isAsked, place.isWaiting) = (true, true) } else { place.giveUp() }
            return .done(ceased: ceased, isOver: !place.isWaiting)
        }
        place.known = entry.known
        (place.isAsked, place.anew, place.wantsMore) = (false, nil, wantsMore && fault != nil)
        guard let why else { return .done(ceased: ceased, isOver: !place.isWaiting) }
        last.run = max(now.millisecondsSince1970, Self.next(last.run), Self.next(entry.lastRun))
        (place.readsMore, place.seen) = (fault == nil, invalidation.number)
        return .read(last.run, isMore: fault == nil, why: why)
    }

    /// Uses a value for a call that returns it immediately: the time until its eviction begins again.
    ///
    /// - Returns: Whether the value requires no read, and none is requested or in flight.
    mutating func use<Value>(
        _ key: Key, _ entry: QueryCache<Key, Value>.Entry, _ invalidation: Invalidation, now: Timestamp, clock: Duration
    ) -> Bool {
        var place = places[key] ?? Place(number: 0)
        guard isPresent, !place.isLookedAt, !place.isWanted, !entry.isFetching else { return false }
        place.isAsked = true
        guard whyWhole(place, entry, invalidation, now) == nil else { return false }
        if let due = keepUnused.map({ clock + $0 }), !place.isWatched { change(key) { $0.due = due } }
        return true
    }

    /// Returns the reason to read the whole value, or nil.
    private func whyWhole<Value>(
        _ place: Place, _ entry: QueryCache<Key, Value>.Entry, _ invalidation: Invalidation, _ now: Timestamp
    ) -> String? {
        if let anew = place.anew { return anew }
        // For an empty list, the next page is the first. A failed list is refetched before its next page, once.
        let isFirst = (entry.value == nil || entry.isListFailed) && place.seen == nil
        if place.isAsked || place.wantsMore && isFirst {
            if entry.value == nil { return entry.failure == nil ? Occasion.missing : Occasion.failed }
            if invalidation.number > 0 { return Occasion.invalidated(by: invalidation.tag) }
            // The read that showed it was to be repeated, and ended before.
            if entry.isProvisional == true { return Occasion.crossed }
            // A page that failed is not a part of the list.
            if entry.isListFailed { return Occasion.failed }
            // A value from the future was read while the clock was ahead.
            let age = entry.updatedAt?.duration(to: now)
            if let staleAfter, age.map({ $0 >= staleAfter || $0 < .zero }) ?? true { return Occasion.stale }
        }
        // After a read, a watched value is refetched if it was invalidated in the meantime.
        guard place.isWatched else { return nil }
        if entry.known < place.known { return Occasion.startedOver }
        guard let seen = place.seen, invalidation.number > seen else { return nil }
        return Occasion.invalidated(by: invalidation.tag)
    }

    /// Records that a read calls the server, again if a change overlapped with its response.
    ///
    /// - Parameter began: The last read that the state contains.
    /// - Returns: The number of the read, which is new for a repeated call.
    mutating func asking(
        _ key: Key, _ run: Int64, isMore: Bool, isAgain: Bool, seen: Int, began: Int64, wall: Int64
    ) -> Int64 {
        places[key]?.known = began
        // A response that was not visible below a prediction is requested again.
        places[key]?.readsMore = isMore
        // A page does not cover invalidations of the pages before it.
        if !isMore { places[key]?.seen = seen }
        guard isAgain else { return run }
        last.run = max(wall, Self.next(last.run))
        return last.run
    }

    /// Returns the next number. The maximum, which only a damaged state contains, has no successor and is repeated.
    private static func next(_ run: Int64) -> Int64 { run == .max ? run : run + 1 }

    /// Records that a read ended, before its result is visible.
    mutating func finished(_ key: Key) { places[key]?.readsMore = nil }

    /// Ends a check that is complete, was cancelled, for example by a reset, or did not start.
    mutating func ended(_ key: Key, _ outcome: CommandOutcome) {
        guard let before = places[key] else { return }
        change(key) { place in
            (place.isLookedAt, place.readsMore, place.seen) = (false, nil, nil)
            guard case .cancelled = outcome, place.isWatched else { return }
            place.isAsked = true
            if before.readsMore == false { place.anew = place.anew ?? Occasion.cancelled }
        }
        switch outcome {
        // The part of the state is missing or was. Watched values are requested when the state is followed again.
        case .dropped: signal = nil
        // A check without a watch ends the read that the state shows as in flight.
        case .cancelled where before.readsMore != nil: begin(key)
        default: if places[key]?.isWanted == true { begin(key) }
        }
    }

    // MARK: Changes of many keys

    /// Checks a new state after an invalidation, a seed or a reset, or when its part is missing.
    mutating func follow<Value>(_ queries: QueryCache<Key, Value>?, now: Duration) {
        let last = signal
        (isPresent, signal) = (queries != nil, queries?.signal)
        guard let queries, let signal else { return }
        guard let last else {
            // An earlier process, or an earlier part, may have left values without a watch, and reads that are no
            // longer in flight.
            found(queries.entries.ids, now: now)
            ask(places.filter { $0.value.isWatched }.keys)
            for entry in queries.entries where entry.isFetching { begin(entry.id) }
            return
        }
        if last.life == signal.life, last.seeds <= signal.seeds {
            found(queries.seeded(since: last.seeds), now: now)
        } else {
            found(queries.entries.ids, now: now)
            startedOver(queries.entry)
        }
        let (before, count) = (last.invalidations, signal.invalidations)
        if before != count { invalidated(queries.invalidations.tags(since: before < count ? before : 0)) }
    }

    mutating func invalidated(_ tags: [QueryTag]) { ask(concerned(by: tags)) }

    /// Returns the watched keys with one of these tags, and those with unknown tags.
    func concerned(by tags: [QueryTag]) -> Set<Key> {
        tags.reduce(into: watched[nil] ?? []) { $0.formUnion(watched[$1] ?? []) }
    }

    /// Handles a possible reset of the state. Watched values that no longer exist are read. A read in flight is
    /// repeated, because its response is for the previous state.
    mutating func startedOver<Value>(_ entry: (Key) -> QueryCache<Key, Value>.Entry) {
        // Values that still exist can have other tags.
        for key in places.keys where isWatched(key) { retag(key, entry(key)) }
        let lost = places.filter { $0.value.isWatched && entry($0.key).known < $0.value.known }
        for (key, place) in lost where place.readsMore != nil { places[key]?.anew = Occasion.startedOver }
        ask(lost.keys)
    }

    /// Sets the conditions. Offline, no value is read, and in the background, no value is polled.
    mutating func follow(_ conditions: Conditions) {
        let before = self.conditions
        self.conditions = conditions
        let isBack = conditions.isOnline && !before.isOnline || conditions.isForeground && !before.isForeground
        if isBack, conditions.isOnline { ask(places.filter { $0.value.isWatched }.keys) }
    }

    private mutating func ask(_ keys: some Sequence<Key>) { for key in ordered(keys) { ask(key) } }

    private func ordered(_ keys: some Sequence<Key>) -> [Key] {
        keys.compactMap { key in places[key].map { (key, $0.number) } }.sorted { $0.1 < $1.1 }.map { $0.0 }
    }

    // MARK: Time

    var nextDue: Duration? { dues.first }

    /// Requests the values whose poll is due.
    ///
    /// - Returns: The event that evicts unused values, if the state contains any.
    mutating func due<Value>(now: Duration, in queries: QueryCache<Key, Value>) -> QueryChange<Key, Value>.Kind? {
        var forgotten: [QueryCache<Key, Value>.Entry] = []
        for key in ordered(dues.removeAll(until: now)) {
            guard isWatched(key) else {
                places[key] = nil
                if let entry = queries.entries[id: key] { forgotten.append(entry) }
                continue
            }
            change(key) { place in
                place.polls = place.polls.mapValues { ($0.every, now + $0.every) }
                place.due = place.polls.values.map(\.due).min()
            }
            if conditions.isOnline, conditions.isForeground { ask(key, anew: Occasion.poll) }
        }
        guard let run = forgotten.map(\.lastRun).max() else { return nil }
        // Later reads have greater numbers than evicted ones.
        last.run = max(last.run, run)
        return .forgotten(forgotten.map(\.id), run: run)
    }

    /// Schedules the eviction of values without a watch that came from another process or a seed.
    mutating func found(_ keys: some Sequence<Key>, now: Duration) {
        let due = keepUnused.map { now + $0 }
        for key in keys where places[key] == nil { change(key) { $0.due = due } }
    }

    func isWatched(_ key: Key) -> Bool { places[key]?.isWatched == true }

    private mutating func change(_ key: Key, _ change: (inout Place) -> Void) {
        if places[key] == nil { last.place += 1 }
        let (number, due) = (last.place, places[key]?.wakes)
        // Changing the place in its storage avoids a copy of its watches.
        change(&places[key, default: Place(number: number)])
        let newDue = places[key]?.wakes
        if newDue != due { dues.set(newDue, for: key) }
    }

    // MARK: Tags

    /// Returns the last invalidation of a value, which is searched for among all its tags only if the input has
    /// changed.
    mutating func invalidation(
        _ key: Key, of parts: [QueryPart], _ signal: QuerySignal, search: () -> Invalidation
    ) -> Invalidation {
        if let found = places[key]?.found, found.parts == parts, found.signal == signal { return found.invalidation }
        let invalidation = search()
        places[key]?.found = (parts, signal, invalidation)
        return invalidation
    }

    private mutating func index(_ key: Key, _ tags: [[QueryTag]]?) {
        for tag in Self.covering(tags) { watched[tag, default: []].insert(key) }
    }

    private mutating func unindex(_ key: Key, _ tags: [[QueryTag]]?) {
        for tag in Self.covering(tags) {
            watched[tag]?.remove(key)
            if watched[tag]?.isEmpty == true { watched[tag] = nil }
        }
    }

    private static func covering(_ tags: [[QueryTag]]?) -> [QueryTag?] { tags?.joined().flatMap(\.covering) ?? [nil] }

    private mutating func retag<Value>(_ key: Key, _ entry: QueryCache<Key, Value>.Entry) {
        let (held, tags) = (places[key]?.tags, entry.value == nil ? nil : entry.parts.map(\.tags))
        guard held != tags else { return }
        places[key]?.tags = tags
        guard isWatched(key) else { return }
        // After one more page, the tags of the earlier pages are indexed already.
        if let held, let tags, tags.starts(with: held) { return index(key, Array(tags[held.count...])) }
        unindex(key, held)
        index(key, tags)
    }
}

/// The reason of a read, as it is shown in a recording.
enum Occasion {
    static let missing = "missing"
    static let stale = "stale"
    static let failed = "the last read failed"
    static let refresh = "refresh"
    static let poll = "poll"
    static let more = "one more page"
    /// The response was not shown because a local change overlapped with it.
    static let crossed = "overlapped by a change"
    static let startedOver = "the state was reset"
    static let cancelled = "the previous read was cancelled"

    static func invalidated(by tag: QueryTag?) -> String { tag.map { "invalidated by \($0)" } ?? "invalidated" }
}
