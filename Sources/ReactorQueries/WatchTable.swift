import Reactor

/// Decides what is read, when, and what is forgotten: who watches what, which reads are under way, what is due.
///
/// A value that knows no core, no task and no clock. Whoever asks the core gives it the time, and what the state says. What it has
/// decided to begin waits in ``takeBegun()``: a look at each of these keys, which asks ``decide(_:_:_:now:)`` until there is
/// nothing left to read, reads what that says, and says when it is over. There is one look at a key at a time: one that was
/// cancelled is over, and does not ask. Keys come in the order in which they were first asked for, so that what follows is the
/// same in each run.
///
/// - Complexity: O(1) for each step of a key, O(log keys) where it has to do with time; for an invalidation O(what is watched
///   and has the tag), however much is watched.
struct WatchTable<Key: Hashable & Sendable> {
    /// What a look is to do.
    enum Decision: Equatable {
        /// Read it, or the page behind what is held, under this number, and what for.
        case read(Int64, isMore: Bool, why: String)
        /// Nothing is left to do, or it waits for the connection and is not over. A read that shows as under way is not, and ends.
        case done(ceased: Int64?, isOver: Bool)
    }

    /// The number of the last invalidation that concerns a value and is newer, 0 if there is none, and the tag, if it is known.
    typealias Invalidation = (number: Int, tag: QueryTag?)

    private struct Place {
        let number: Int
        var watches: Set<Int> = []
        /// Of the watches that poll: how often, and when next.
        var polls: [Int: (every: Duration, due: Duration)] = [:]
        /// Whether it is wanted if what is held is no good, what it is wanted for in any case, and whether one more page is.
        var isAsked = false
        var anew: String?
        var wantsMore = false
        /// Whether what is wanted waits for the connection.
        var isWaiting = false
        /// Whether a look is under way, whether it reads a page alone or the whole, and how many invalidations there were when it
        /// asked for what it read last.
        var isLookedAt = false
        var readsMore: Bool?
        var seen: Int?
        /// How much the state knew when it was last looked at.
        var known: Int64 = 0
        /// Those of each part. Of what is as it was, they lie where they lay, so that it costs nothing to see that. nil while there
        /// is no value: then nobody knows them.
        var tags: [[QueryTag]]?
        /// What was found of its invalidation, and of what: as long as that is so, it is known.
        var found: (parts: [QueryPart], signal: QuerySignal, invalidation: Invalidation)?
        /// When it is polled; when it is forgotten if nobody watches, but what is being looked at is forgotten behind that.
        var due: Duration?

        var isWatched: Bool { !watches.isEmpty }
        var isWanted: Bool { !isWaiting && (isAsked || anew != nil || wantsMore) }
        var wakes: Duration? { isLookedAt && !isWatched ? nil : due }

        /// Nothing is wanted any more.
        mutating func giveUp() { (isAsked, anew, wantsMore, isWaiting) = (false, nil, false, false) }
    }

    private let staleAfter: Duration?
    private let keepUnused: Duration?
    private var places: [Key: Place] = [:]
    private var begun: [Key] = []
    /// The last number of a place, a watch and a read.
    private var last = (place: 0, watch: 0, run: Int64(0))
    /// The watched keys by each tag whose invalidation concerns them; under nil those of which no tags are known.
    private var watched: [QueryTag?: Set<Key>] = [:]
    private var dues = DeadlineHeap<Key, Duration>()
    private var conditions = Conditions()
    /// Whether the part of the state is there, and what it said when it was looked at last. While it is not, nothing is begun.
    private(set) var isPresent = true
    private var signal: QuerySignal?

    init(staleAfter: Duration?, keepUnused: Duration?) {
        self.staleAfter = staleAfter
        self.keepUnused = keepUnused
    }

    // MARK: Watching

    /// Somebody watches.
    ///
    /// - Returns: the number of the watch, for ``release(_:_:now:)``.
    mutating func watch(_ key: Key, every interval: Duration?, now: Duration) -> Int {
        last.watch += 1
        let number = last.watch
        if !isWatched(key) { index(key, places[key]?.tags) }
        change(key) { place in
            if !place.isWatched { place.due = nil }
            place.watches.insert(number)
            guard let interval, interval > .zero else { return }
            place.polls[number] = (interval, now + interval)
            // Of several watches the shortest counts.
            place.due = min(place.due ?? now + interval, now + interval)
        }
        return number
    }

    /// A watch is over. The value is kept for a while after the last.
    mutating func release(_ key: Key, _ watch: Int, now: Duration) {
        guard places[key]?.watches.contains(watch) == true else { return }
        let due = keepUnused.map { now + $0 }
        change(key) { place in
            place.watches.remove(watch)
            if place.polls.removeValue(forKey: watch) != nil { place.due = place.polls.values.map(\.due).min() }
            guard !place.isWatched else { return }
            place.due = due
            // What waits for the connection is read for those who wait too.
            if place.isWaiting { place.giveUp() }
        }
        if let place = places[key], !place.isWatched { unindex(key, place.tags) }
    }

    /// A value is wanted: anew on an occasion that is named, or if what is held is no good; or one more page of it is.
    mutating func ask(_ key: Key, anew occasion: String? = nil, more: Bool = false) {
        change(key) { place in
            // What is under way is enough, but a page alone for the whole, or the whole for one more page.
            guard place.readsMore != more else { return }
            place.isWaiting = false
            if more { return place.wantsMore = true }
            (place.isAsked, place.anew) = (true, occasion ?? place.anew)
        }
        begin(key)
    }

    // MARK: A look

    private mutating func begin(_ key: Key) {
        guard isPresent, places[key]?.isLookedAt == false else { return }
        change(key) { $0.isLookedAt = true }
        begun.append(key)
    }

    /// The keys at which a look is to be begun since the last call.
    mutating func takeBegun() -> [Key] {
        defer { begun = [] }
        return begun
    }

    /// What is to be done now.
    mutating func decide<Value>(
        _ key: Key, _ entry: QueryEntry<Key, Value>, _ invalidation: Invalidation, now: Timestamp
    ) -> Decision {
        retag(key, entry)
        guard var place = places[key] else { return .done(ceased: nil, isOver: false) }
        defer { places[key] = place }
        let fault = whyWhole(place, entry, invalidation, now)
        // A page is asked for when the list is read, and would hide that this has failed.
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

    /// What for the whole is to be read, in words; nil if it is not.
    private func whyWhole<Value>(
        _ place: Place, _ entry: QueryEntry<Key, Value>, _ invalidation: Invalidation, _ now: Timestamp
    ) -> String? {
        if let anew = place.anew { return anew }
        // Of a list of which nothing is held, the first page is the next one. A list of which the read failed comes before a page.
        let isFirst = entry.value == nil || entry.isListFailed && place.seen == nil
        if place.isAsked || place.wantsMore && isFirst {
            if entry.value == nil { return entry.failure == nil ? Occasion.missing : Occasion.failed }
            if invalidation.number > 0 { return Occasion.invalidated(by: invalidation.tag) }
            if entry.failure != nil { return Occasion.failed }
            // Read in the future, it was read while the clock was ahead.
            let age = entry.updatedAt?.duration(to: now)
            if let staleAfter, age.map({ $0 >= staleAfter || $0 < .zero }) ?? true { return Occasion.stale }
        }
        // Behind a read: once more for what was invalidated meanwhile, if anybody is still there.
        guard place.isWatched else { return nil }
        if entry.known < place.known { return Occasion.startedOver }
        guard let seen = place.seen, invalidation.number > seen else { return nil }
        return Occasion.invalidated(by: invalidation.tag)
    }

    /// The server is about to be asked, in a look that reads; again, if an answer was crossed.
    ///
    /// - Parameter began: the last read that began, as the state knows. It is of this state that the answer will be.
    /// - Returns: the number of the read from here on.
    mutating func asking(
        _ key: Key, _ run: Int64, isMore: Bool, isAgain: Bool, seen: Int, began: Int64, wall: Int64
    ) -> Int64 {
        places[key]?.known = began
        // Shown below what is pending, and then not seen, it is asked again.
        places[key]?.readsMore = isMore
        // A page says nothing of those before it: what was invalidated of them is invalidated still.
        if !isMore { places[key]?.seen = seen }
        guard isAgain else { return run }
        last.run = max(wall, Self.next(last.run))
        return last.run
    }

    /// The number after another; the greatest, which only a damaged state contains, is followed by itself.
    private static func next(_ run: Int64) -> Int64 { run == .max ? run : run + 1 }

    /// The read is over, with an answer or without, and nobody has seen that yet.
    mutating func finished(_ key: Key) { places[key]?.readsMore = nil }

    /// The look is over: there was nothing left to do, it was cancelled, by a reset perhaps, or it was not begun.
    mutating func ended(_ key: Key, _ outcome: CommandOutcome) {
        guard let before = places[key] else { return }
        change(key) { place in
            (place.isLookedAt, place.readsMore, place.seen) = (false, nil, nil)
            guard case .cancelled = outcome, place.isWatched else { return }
            place.isAsked = true
            if before.readsMore == false { place.anew = place.anew ?? Occasion.cancelled }
        }
        switch outcome {
        // Its part is absent, or was: what is watched is asked for when the state is followed anew.
        case .dropped: signal = nil
        // Also for nobody, so that it does not show as being read.
        case .cancelled where before.readsMore != nil: begin(key)
        default: if places[key]?.isWanted == true { begin(key) }
        }
    }

    // MARK: What happens to many

    /// The state was looked at: it was invalidated or seeded, it may have started over, or its part is absent.
    mutating func follow<Value>(_ queries: Queries<Key, Value>?, now: Duration) {
        let last = signal
        (isPresent, signal) = (queries != nil, queries?.signal)
        guard let queries, let signal else { return }
        guard let last else {
            // What an earlier process left, or a part that was away: values that nobody watches, and reads that are not under way.
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

    /// These tags were named by an invalidation.
    mutating func invalidated(_ tags: [QueryTag]) { ask(concerned(by: tags)) }

    /// The watched keys that have one of these tags, by the index; and those of which nobody knows the tags.
    func concerned(by tags: [QueryTag]) -> Set<Key> {
        tags.reduce(into: watched[nil] ?? []) { $0.formUnion(watched[$1] ?? []) }
    }

    /// The state may have started over. What is watched and was known is read, if it is not known any more; a read that was asked
    /// before brings an answer of then, and is not enough.
    mutating func startedOver<Value>(_ entry: (Key) -> QueryEntry<Key, Value>) {
        // Also what is known still may have other tags.
        for key in places.keys where isWatched(key) { retag(key, entry(key)) }
        let lost = places.filter { $0.value.isWatched && entry($0.key).known < $0.value.known }
        for (key, place) in lost where place.readsMore != nil { places[key]?.anew = Occasion.startedOver }
        ask(lost.keys)
    }

    /// There is a connection, or none: then nothing is asked. The app is in front, or not: then nothing is polled.
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

    /// When something is to be done next.
    var nextDue: Duration? { dues.first }

    /// Asks for what is to be polled by now.
    ///
    /// - Returns: what is said of what is forgotten to a state that holds any of it.
    mutating func due<Value>(now: Duration, in queries: Queries<Key, Value>) -> QueryChange<Key, Value>.Kind? {
        var forgotten: [QueryEntry<Key, Value>] = []
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
        // What is read from now on is read after it.
        last.run = max(last.run, run)
        return .forgotten(forgotten.map(\.id), run: run)
    }

    /// What the state holds that nobody asked for, of another process or from elsewhere, is forgotten too if nobody wants it.
    mutating func found(_ keys: some Sequence<Key>, now: Duration) {
        let due = keepUnused.map { now + $0 }
        for key in keys where places[key] == nil { change(key) { $0.due = due } }
    }

    /// Whether anybody watches.
    func isWatched(_ key: Key) -> Bool { places[key]?.isWatched == true }

    private mutating func change(_ key: Key, _ change: (inout Place) -> Void) {
        if places[key] == nil { last.place += 1 }
        let (number, due) = (last.place, places[key]?.wakes)
        // Where it lies: changing a copy would copy the numbers of all that watch the key.
        change(&places[key, default: Place(number: number)])
        let newDue = places[key]?.wakes
        if newDue != due { dues.set(newDue, for: key) }
    }

    // MARK: Tags

    /// The last invalidation of a value, searched for among all its tags only if it may be another than the last time.
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

    private mutating func retag<Value>(_ key: Key, _ entry: QueryEntry<Key, Value>) {
        let (held, tags) = (places[key]?.tags, entry.value == nil ? nil : entry.parts.map(\.tags))
        guard held != tags else { return }
        places[key]?.tags = tags
        guard isWatched(key) else { return }
        // One more page: what the pages before it hold is in the index.
        if let held, let tags, tags.starts(with: held) { return index(key, Array(tags[held.count...])) }
        unindex(key, held)
        index(key, tags)
    }
}

/// What a read was asked for by, as a recording says it.
enum Occasion {
    static let missing = "missing"
    static let stale = "stale"
    static let failed = "the last read failed"
    static let refresh = "refresh"
    static let poll = "poll"
    static let more = "one more page"
    /// An answer was not shown, since a change of the app's own had crossed it.
    static let crossed = "crossed by a change"
    static let startedOver = "the state started over"
    static let cancelled = "the read before was cancelled"

    static func invalidated(by tag: QueryTag?) -> String { tag.map { "invalidated by \($0)" } ?? "invalidated" }
}
