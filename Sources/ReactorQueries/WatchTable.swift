import Reactor

/// Decides what is read, when, and what is forgotten: who watches what, which reads are under way, what is due.
///
/// A value that knows no core, no task and no clock. Whoever asks the core gives it the time, and what the state holds of a key.
/// It answers with keys of which a look is to be begun: something that asks ``decide(_:_:wall:)`` until there is nothing
/// left to read, reads what that says, and says when it is over. Keys come in the order in which they were first asked for, so
/// that what follows is the same in each run.
///
/// - Complexity: O(1) for each step of a key, O(log keys) where it has to do with time; for an invalidation O(what is watched
///   and has the tag), however much is watched.
struct WatchTable<Key: Hashable & Sendable> {
    /// What the state holds of a key.
    struct Facts: Equatable {
        var hasValue = false
        var hasFailed = false
        /// How long ago the value was read.
        var age: Duration?
        /// The number of the last invalidation that concerns it and is newer than the value, and the tag that was named, if known.
        var invalidation = 0
        var invalidatedBy: QueryTag?
        /// Those of each part. Of what is as it was, they lie where they lay, so that it costs nothing to see that.
        var tags: [[QueryTag]] = []
        /// Whether there is a page behind those that are held, and whether it was a page whose read failed.
        var hasMore = false
        var isPageFailed = false
        /// The last read that was heard of, and whether it shows as being under way.
        var lastRun: Int64 = 0
        var isFetching = false
        /// The last read that began.
        var began: Int64 = 0
    }

    /// What a look is to do.
    enum Decision: Equatable {
        /// Read it, or the page behind what is held, under this number, and what for.
        case read(Int64, isMore: Bool, why: String)
        /// Nothing is left to do, or there is no connection. A read that shows as under way is not, and ends.
        case done(ceased: Int64?)
    }

    typealias Invalidation = (number: Int, tag: QueryTag?)

    /// Of what an invalidation was found.
    struct Found: Equatable {
        let parts: [QueryPart]
        let invalidations: Int
        let life: Revision
        let firstRun: Int64
    }

    private struct Read {
        let isMore: Bool
        let isAnew: Bool
        /// How many invalidations there were when it was asked.
        var seen: Int
    }

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
        /// Whether a look is under way, what it reads, and how many invalidations there were when it asked for what it read before.
        var isLooking = false
        var read: Read?
        var lastSeen: Int?
        /// What the state knew when it was last looked at: the last read that began, and whether there was a value. A state that
        /// knows less has started over.
        var began: Int64 = 0
        var hasValue = false
        /// nil while there is no value: then nobody knows them.
        var tags: [[QueryTag]]?
        /// What was found of its invalidation, and of what: as long as that is so, it is known.
        var found: (of: Found, invalidation: Invalidation)?
        var pollDue: Duration?
        var collectDue: Duration?

        var isWatched: Bool { !watches.isEmpty }
        var isWanted: Bool { !isWaiting && (isAsked || anew != nil || wantsMore) }
        var due: Duration? {
            // What is being looked at is forgotten behind that.
            let collectDue = isLooking ? nil : collectDue
            guard let pollDue, let collectDue else { return pollDue ?? collectDue }
            return min(pollDue, collectDue)
        }

        /// Nothing is wanted any more.
        mutating func giveUp() { (isAsked, anew, wantsMore, isWaiting) = (false, nil, false, false) }
    }

    private let staleAfter: Duration?
    private let keepUnused: Duration?
    private var places: [Key: Place] = [:]
    private var lastNumber = 0
    private var lastWatch = 0
    private var lastRun: Int64 = 0
    /// The watched keys by each tag whose invalidation concerns them; under nil those of which no tags are known.
    private var watched: [QueryTag?: Set<Key>] = [:]
    private var dues = Dues<Key, Duration>()
    private var conditions = Conditions()
    /// Whether the part of the state is there. While it is not, nothing is begun.
    private(set) var isPresent = true

    init(staleAfter: Duration?, keepUnused: Duration?) {
        self.staleAfter = staleAfter
        self.keepUnused = keepUnused
    }

    // MARK: Watching

    /// Somebody watches.
    ///
    /// - Returns: the number of the watch, for ``release(_:_:now:)``.
    mutating func watch(_ key: Key, every interval: Duration?, now: Duration) -> Int {
        lastWatch += 1
        let number = lastWatch
        if !isWatched(key) { index(key, places[key]?.tags) }
        change(key) { place in
            place.watches.insert(number)
            place.collectDue = nil
            guard let interval, interval > .zero else { return }
            place.polls[number] = (interval, now + interval)
            // Of several watches the shortest counts.
            place.pollDue = min(place.pollDue ?? now + interval, now + interval)
        }
        return number
    }

    /// A watch is over. The value is kept for a while after the last.
    mutating func release(_ key: Key, _ watch: Int, now: Duration) {
        guard places[key]?.watches.contains(watch) == true else { return }
        let collectDue = keepUnused.map { now + $0 }
        change(key) { place in
            place.watches.remove(watch)
            if place.polls.removeValue(forKey: watch) != nil { place.pollDue = place.polls.values.map(\.due).min() }
            guard !place.isWatched else { return }
            place.collectDue = collectDue
            // What waits for the connection is read for those who wait too.
            if place.isWaiting { place.giveUp() }
        }
        if let place = places[key], !place.isWatched { unindex(key, place.tags) }
    }

    /// A value is wanted: anew on an occasion that is named, or if what is held is no good.
    ///
    /// - Returns: whether a look is to be begun.
    mutating func ask(_ key: Key, anew occasion: String? = nil) -> Bool {
        change(key) { place in
            // A read under way is enough, but for one of a page alone.
            guard place.read?.isMore ?? true else { return }
            (place.isAsked, place.isWaiting) = (true, false)
            place.anew = occasion ?? place.anew
        }
        return begin(key)
    }

    /// One more page is wanted.
    ///
    /// - Returns: whether a look is to be begun.
    mutating func askMore(_ key: Key, now: Duration) -> Bool {
        let collectDue = keepUnused.map { now + $0 }
        change(key) { place in
            if !place.isWatched { place.collectDue = collectDue }
            if place.read?.isMore != true { (place.wantsMore, place.isWaiting) = (true, false) }
        }
        return begin(key)
    }

    // MARK: A look

    /// What is to be done now.
    mutating func decide(_ key: Key, _ facts: Facts, wall: Int64) -> Decision {
        guard var place = places[key] else { return .done(ceased: nil) }
        retag(key, facts.hasValue ? facts.tags : nil, &place)
        let why = whyRead(place, facts)
        // A page is asked for when the list is read, and would hide that this has failed.
        let wantsMore = place.wantsMore && facts.hasMore && (why != nil || !facts.hasFailed || facts.isPageFailed)
        let isMore = wantsMore && why == nil
        if isMore || why != nil {
            guard conditions.isOnline else {
                if place.isWatched { (place.isAsked, place.isWaiting) = (true, true) } else { place.giveUp() }
                places[key] = place
                return .done(ceased: facts.isFetching ? facts.lastRun : nil)
            }
            lastRun = max(wall, lastRun + 1, facts.lastRun + 1)
            place.read = Read(
                isMore: isMore, isAnew: place.anew != nil, seen: facts.invalidation)
        }
        (place.began, place.hasValue) = (facts.began, facts.hasValue)
        (place.isAsked, place.anew, place.wantsMore) = (false, nil, wantsMore && !isMore)
        places[key] = place
        guard let why = why ?? (isMore ? Occasion.more : nil) else {
            return .done(ceased: facts.isFetching ? facts.lastRun : nil)
        }
        return .read(lastRun, isMore: isMore, why: why)
    }

    /// What for the whole is to be read, in words; nil if it is not.
    private func whyRead(_ place: Place, _ facts: Facts) -> String? {
        if let anew = place.anew { return anew }
        // Of a list of which nothing is held, the first page is the next one. A list of which the read failed comes before a page.
        let isFirst = !facts.hasValue || facts.hasFailed && !facts.isPageFailed && place.lastSeen == nil
        if place.isAsked || place.wantsMore && isFirst, let fault = fault(of: facts) { return fault }
        // Behind a read: once more for what was invalidated meanwhile, if anybody is still there.
        guard place.isWatched else { return nil }
        if facts.began < place.began { return Occasion.startedOver }
        guard let seen = place.lastSeen, facts.invalidation > seen else { return nil }
        return Occasion.invalidated(by: facts.invalidatedBy)
    }

    /// Why what is held is no good, nil if it is good.
    private func fault(of facts: Facts) -> String? {
        guard facts.hasValue else { return facts.hasFailed ? Occasion.failed : Occasion.missing }
        if facts.invalidation > 0 { return Occasion.invalidated(by: facts.invalidatedBy) }
        if facts.hasFailed { return Occasion.failed }
        // Read in the future, it was read while the clock was ahead.
        guard let staleAfter, facts.age.map({ $0 >= staleAfter || $0 < .zero }) ?? true else { return nil }
        return Occasion.stale
    }

    /// The server is about to be asked, in a look that reads; again, if an answer was crossed.
    ///
    /// - Parameter began: the last read that began, as the state knows. It is of this state that the answer will be.
    /// - Returns: the number of the read from here on.
    mutating func asking(_ key: Key, _ run: Int64, isAgain: Bool, seen: Int, began: Int64, wall: Int64) -> Int64 {
        places[key]?.began = began
        places[key]?.hasValue = false
        // A page says nothing of those before it: what was invalidated of them is invalidated still.
        if places[key]?.read?.isMore == false { places[key]?.read?.seen = seen }
        guard isAgain else { return run }
        lastRun = max(wall, lastRun + 1)
        return lastRun
    }

    /// The read is over, with an answer or without.
    mutating func finished(_ key: Key) {
        guard let read = places[key]?.read else { return }
        places[key]?.read = nil
        places[key]?.lastSeen = read.seen
    }

    /// The look is over: there was nothing left to do, it was cancelled, by a reset perhaps, or it was not begun.
    ///
    /// - Returns: whether another is to be begun.
    mutating func ended(_ key: Key, _ outcome: CommandOutcome) -> Bool {
        guard var place = places[key] else { return false }
        let read = place.read
        (place.isLooking, place.read, place.lastSeen) = (false, nil, nil)
        if case .cancelled = outcome, place.isWatched {
            place.isAsked = true
            if read?.isAnew == true { place.anew = place.anew ?? Occasion.cancelled }
        }
        change(key) { $0 = place }
        switch outcome {
        case .finished, .failed: return place.isWanted && begin(key)
        // Also for nobody, so that it does not show as being read.
        case .cancelled: return (place.isWanted || read != nil) && begin(key)
        case .dropped: return false
        }
    }

    private mutating func begin(_ key: Key) -> Bool {
        guard isPresent, places[key]?.isLooking == false else { return false }
        change(key) { $0.isLooking = true }
        return true
    }

    // MARK: What happens to many

    /// These tags were named by an invalidation.
    ///
    /// - Returns: the keys of which a look is to be begun.
    mutating func invalidated(_ tags: [QueryTag]) -> [Key] { begin(concerned(by: tags)) }

    /// The watched keys that have one of these tags, by the index; and those of which nobody knows the tags.
    func concerned(by tags: [QueryTag]) -> Set<Key> {
        tags.reduce(into: watched[nil] ?? []) { $0.formUnion(watched[$1] ?? []) }
    }

    /// The state may have started over. What is watched and was known is read, if it is not known any more; a read that was asked
    /// before brings an answer of then, and is not enough.
    ///
    /// - Parameter find: the last read of a key that began, and whether there is a value.
    mutating func startedOver(_ find: (Key) -> (began: Int64, hasValue: Bool)) -> [Key] {
        let lost = places.filter { key, place in
            guard place.isWatched else { return false }
            let found = find(key)
            return found.began < place.began || place.hasValue && !found.hasValue
        }
        for (key, place) in lost where place.read != nil { places[key]?.anew = Occasion.startedOver }
        return begin(lost.keys)
    }

    /// The part of the state is absent, or there again: what is watched may have been cancelled with it, or refused.
    mutating func follow(isPresent: Bool) -> [Key] {
        self.isPresent = isPresent
        return isPresent ? begin(places.filter { $0.value.isWatched }.map { $0.key }) : []
    }

    /// There is a connection, or none: then nothing is asked. The app is in front, or not: then nothing is polled.
    mutating func follow(_ conditions: Conditions) -> [Key] {
        let before = self.conditions
        self.conditions = conditions
        let isBack = conditions.isOnline && !before.isOnline || conditions.isForeground && !before.isForeground
        guard isBack, conditions.isOnline else { return [] }
        return begin(places.filter { $0.value.isWatched }.map { $0.key })
    }

    private mutating func begin(_ keys: some Sequence<Key>) -> [Key] { ordered(keys).filter { ask($0) } }

    private func ordered(_ keys: some Sequence<Key>) -> [Key] {
        keys.compactMap { key in places[key].map { (key, $0.number) } }.sorted { $0.1 < $1.1 }.map { $0.0 }
    }

    // MARK: Time

    /// When something is to be done next.
    var nextDue: Duration? { dues.first }

    /// What is to be done by now: a look at the one, and to forget the others.
    mutating func due(now: Duration) -> (asked: [Key], forgotten: [Key]) {
        var (asked, forgotten): ([Key], [Key]) = ([], [])
        for key in ordered(dues.removeAll(until: now)) {
            if let due = places[key]?.pollDue, due <= now {
                change(key) { place in
                    place.polls = place.polls.mapValues { ($0.every, now + $0.every) }
                    place.pollDue = place.polls.values.map(\.due).min()
                }
                if conditions.isOnline, conditions.isForeground, ask(key, anew: Occasion.poll) { asked.append(key) }
            }
            guard let due = places[key]?.collectDue, due <= now else { continue }
            places[key] = nil
            forgotten.append(key)
        }
        return (asked, forgotten)
    }

    /// Whether a key that was to be forgotten is not wanted again by now.
    func isForgotten(_ key: Key) -> Bool { places[key] == nil }

    /// What the state holds that nobody asked for, of another process or from elsewhere, is forgotten too if nobody wants it.
    mutating func found(_ keys: some Sequence<Key>, now: Duration) {
        let due = keepUnused.map { now + $0 }
        for key in keys where places[key] == nil { change(key) { $0.collectDue = due } }
    }

    /// Whether anybody watches.
    func isWatched(_ key: Key) -> Bool { places[key]?.isWatched == true }

    /// Whether what is wanted waits for the connection.
    func isWaiting(_ key: Key) -> Bool { places[key]?.isWaiting == true }

    /// Whether a read is under way.
    func isReading(_ key: Key) -> Bool { places[key]?.read != nil }

    private mutating func change(_ key: Key, _ change: (inout Place) -> Void) {
        if places[key] == nil { lastNumber += 1 }
        let (number, due) = (lastNumber, places[key]?.due)
        // Where it lies: changing a copy would copy the numbers of all that watch the key.
        change(&places[key, default: Place(number: number)])
        let newDue = places[key]?.due
        if newDue != due { dues.set(newDue, for: key) }
    }

    // MARK: Tags

    /// The last invalidation of a value, searched for among all its tags only if it may be another than the last time.
    mutating func invalidation(_ key: Key, of found: Found, search: () -> Invalidation) -> Invalidation {
        if let known = places[key]?.found, known.of == found { return known.invalidation }
        let invalidation = search()
        places[key]?.found = (found, invalidation)
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

    private mutating func retag(_ key: Key, _ tags: [[QueryTag]]?, _ place: inout Place) {
        let held = place.tags
        guard held != tags else { return }
        place.tags = tags
        guard place.isWatched else { return }
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
