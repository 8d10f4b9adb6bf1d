import Reactor
import ReactorTesting
import Testing

@testable import ReactorQueries

/// A value of which the server may have more pages.
typealias Pages = PageList<Post, Int>

extension QueryCache.Entry where Key == Int, Value == Pages {
    /// Creates an entry with tags, which can be a list with more pages.
    init(tags: [[QueryTag]] = [[]], hasMore: Bool = false) {
        self.init(id: 7)
        value = Pages([], next: hasMore ? 1 : nil)
        parts = tags.map { QueryPart(tags: $0, seen: 0) }
    }
}

extension WatchTable<Int> {
    mutating func begins() -> [Int] { takeBegun() }

    /// Returns the evicted keys for a state that contains every key of the tests.
    mutating func due(now: Duration) -> [Int] {
        var queries = QueryCache<Int, Pages>("lists")
        for key in 0..<10 { queries.seed(key, Pages([], next: nil)) }
        guard case .forgotten(let keys, _)? = due(now: now, in: queries) else { return [] }
        return keys
    }

    /// Returns the first decision for a key that was not invalidated.
    mutating func decide(
        _ key: Int, _ entry: QueryCache<Int, Pages>.Entry, invalidation: Int = 0, wall: Int64 = 0
    ) -> Decision {
        decide(key, entry, (invalidation, nil), now: Timestamp(millisecondsSince1970: wall))
    }
}

@Suite("The table of watches")
struct WatchTableTests {
    typealias Table = WatchTable<Int>

    /// The same decisions with lists, which are scanned for each decision.
    private struct NaiveWatches {
        struct Watch {
            var key: Int
            var number: Int
            var interval: Duration?
            var due: Duration?
        }

        var watches: [Watch] = []
        /// The keys in the order of their first request.
        var keys: [Int] = []
        var wanted: [Int: Int] = [:]
        var more: Set<Int> = []
        /// The keys that wait for a connection.
        var waiting: Set<Int> = []
        var looks: Set<Int> = []
        var reads: [Int: (isMore: Bool, seen: Int)] = [:]
        /// The progress of the state at the last check of each key.
        var known: [Int: Int64] = [:]
        var lastSeen: [Int: Int] = [:]
        var tags: [Int: [QueryTag]] = [:]
        var collections: [Int: Duration] = [:]
        var isOnline = true
        var isForeground = true
        var isPresent = true
        let keep: Duration

        func isWatched(_ key: Int) -> Bool { watches.contains { $0.key == key } }
        var polls: [Duration] { watches.compactMap(\.due) }
        func poll(_ key: Int) -> Duration? { watches.filter { $0.key == key }.compactMap(\.due).min() }

        mutating func come(_ key: Int) { if !keys.contains(key) { keys.append(key) } }

        mutating func forget(_ key: Int) {
            known[key] = nil
            keys.removeAll { $0 == key }
            giveUp(key)
            tags[key] = nil
            collections[key] = nil
        }

        mutating func giveUp(_ key: Int) {
            wanted[key] = nil
            more.remove(key)
            waiting.remove(key)
        }

        mutating func ask(_ key: Int, _ wish: Int) -> Bool {
            come(key)
            waiting.remove(key)
            if reads[key]?.isMore ?? true { wanted[key] = max(wanted[key] ?? 0, wish) }
            return look(key)
        }

        mutating func askMore(_ key: Int) -> Bool {
            come(key)
            waiting.remove(key)
            if reads[key]?.isMore != true { more.insert(key) }
            return look(key)
        }

        mutating func look(_ key: Int) -> Bool {
            isPresent && looks.insert(key).inserted
        }

        mutating func askAll(_ isMeant: (NaiveWatches, Int) -> Bool) -> [Int] {
            let meant = keys.filter { isMeant(self, $0) }
            return meant.filter { ask($0, 1) }
        }

        func concerns(_ named: [QueryTag], _ key: Int) -> Bool {
            guard isWatched(key) else { return false }
            guard let own = tags[key] else { return true }
            return own.contains { tag in
                named.contains { $0 == tag || $0.key == nil && $0.name == tag.name }
            }
        }
    }

    @Test("The table decides like a model that scans all keys for each decision", arguments: 0..<300)
    func agreesWithTheModel(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let keep = Duration.seconds(30)
        let staleAfter: Duration? = seed % 3 == 0 ? nil : .seconds(20)
        var table = Table(staleAfter: staleAfter, keepUnused: keep)
        var model = NaiveWatches(keep: keep)
        var now = Duration.zero
        var lastRun: Int64 = 0
        let names: [QueryTag] = [QueryTag("a"), QueryTag("a", 1), QueryTag("b", 1), QueryTag("b", 2), QueryTag("c")]
        func someTags() -> [QueryTag] { names.filter { _ in random.chance(30) } }
        for _ in 0..<200 {
            let key = random.below(5)
            switch random.below(18) {
            case 0, 1:
                let interval: Duration? = random.chance(40) ? .seconds(random.below(11)) : nil
                let number = table.watch(key, every: interval, now: now)
                model.come(key)
                model.watches.append(
                    .init(
                        key: key, number: number, interval: interval,
                        due: interval.flatMap { $0 > .zero ? now + $0 : nil }))
                model.collections[key] = nil
                let isBegun = model.ask(key, 1)
                table.ask(key)
                #expect(table.begins() == (isBegun ? [key] : []))
            case 2, 3:
                guard let index = model.watches.indices.randomElement(using: &random) else { continue }
                let watch = model.watches.remove(at: index)
                for _ in 0..<(random.chance(10) ? 2 : 1) { table.release(watch.key, watch.number, now: now) }
                if !model.isWatched(watch.key) {
                    model.collections[watch.key] = now + keep
                    if model.waiting.contains(watch.key) { model.giveUp(watch.key) }
                }
            case 4:
                guard model.keys.contains(key) else { continue }
                let isBegun = model.ask(key, 2)
                table.ask(key, anew: "refresh")
                #expect(table.begins() == (isBegun ? [key] : []))
            case 5, 6, 7:
                // A check in progress requests a decision.
                guard let key = model.looks.filter({ model.reads[$0] == nil }).sorted().randomElement(using: &random)
                else { continue }
                let wall = Int64(random.below(60))
                let (hasValue, hasMore) = (random.chance(70), random.chance(60))
                let (hasFailed, isPageFailed) = (random.chance(20), random.chance(50))
                let age = random.below(40)
                let invalidation = random.chance(30) ? 0 : random.below(4)
                var entry = QueryCache<Int, Pages>.Entry(id: key)
                if hasValue {
                    entry = .init(tags: (0..<random.below(3)).map { _ in someTags() }, hasMore: hasMore)
                    entry.updatedAt = Timestamp(millisecondsSince1970: wall - Int64(1_000 * age))
                }
                entry.began = Int64(random.below(3))
                entry.ended = random.chance(20) ? 0 : entry.began + Int64(random.below(48))
                // The last failed read is the last one that began, or an earlier one.
                entry.shown = -2
                entry.isMore = random.chance(30)
                entry.failed = !hasFailed ? -2 : random.chance(70) ? entry.began : -1
                entry.failedMore = isPageFailed ? true : nil
                let isListFailed = hasFailed && !isPageFailed
                var wish = model.wanted[key] ?? 0
                if model.more.contains(key), (!hasValue || isListFailed) && model.lastSeen[key] == nil {
                    wish = max(wish, 1)
                }
                model.tags[key] = hasValue ? entry.parts.flatMap(\.tags) : nil
                let known = hasValue ? max(1, entry.began) : entry.began
                let isLost = model.isWatched(key) && known < model.known[key] ?? 0
                let isNeeded =
                    switch wish {
                    case 2: true
                    case 1:
                        !hasValue || isListFailed || invalidation > 0 || isLost
                            || staleAfter.map { .seconds(age) >= $0 } ?? false
                    default:
                        isLost
                            || model.isWatched(key) && model.lastSeen[key].map { invalidation > $0 } ?? false
                    }
                let isThereMore = hasValue && hasMore
                let isNext = !isNeeded && model.more.contains(key) && isThereMore && !isListFailed
                let waits = !model.isOnline && (isNeeded || isNext)
                if waits, model.isWatched(key) {
                    model.wanted[key] = max(wish, 1)
                    model.waiting.insert(key)
                } else if waits {
                    model.giveUp(key)
                } else {
                    model.known[key] = known
                    model.wanted[key] = 0
                    if !isNeeded || !isThereMore { model.more.remove(key) }
                }
                let time = Timestamp(millisecondsSince1970: wall)
                switch table.decide(key, entry, (invalidation, nil), now: time) {
                case .read(let run, let isMore, let why):
                    #expect(!waits && isNeeded != isMore && isNext == isMore && isMore == (why == Occasion.more))
                    #expect(run > lastRun && run > max(entry.began, entry.ended))
                    lastRun = run
                    model.reads[key] = (isMore, invalidation)
                case .done(let ceased, let isOver):
                    #expect(waits || !isNeeded && !isNext)
                    #expect(isOver == !model.waiting.contains(key))
                    #expect(ceased == (entry.began > entry.ended ? max(entry.began, entry.ended) : nil))
                }
            case 8:
                guard let key = model.reads.keys.sorted().randomElement(using: &random), let read = model.reads[key]
                else { continue }
                if random.chance(30) {
                    // This also happens to a response that was not visible below a prediction.
                    if random.chance(50) { table.finished(key) }
                    let again = table.asking(
                        key, lastRun, isMore: read.isMore, isAgain: true, seen: read.seen + 1, began: 1, wall: 0)
                    model.known[key] = 1
                    #expect(again > lastRun)
                    lastRun = again
                    if !read.isMore { model.reads[key]?.seen += 1 }
                } else {
                    table.finished(key)
                    model.lastSeen[key] = read.seen
                    model.reads[key] = nil
                }
            case 9:
                guard let key = model.looks.sorted().randomElement(using: &random) else { continue }
                let end = random.below(3)
                let (isFinished, isCancelled) = (end == 0, end == 1)
                let outcome: CommandOutcome = isFinished ? .finished : isCancelled ? .cancelled : .dropped
                let read = model.reads.removeValue(forKey: key)
                model.looks.remove(key)
                model.lastSeen[key] = nil
                if isCancelled, model.isWatched(key) {
                    // A read in flight is repeated if it was of the whole value.
                    model.wanted[key] = max(model.wanted[key] ?? 0, read?.isMore == false ? 2 : 1)
                }
                let isWanted =
                    !model.waiting.contains(key) && ((model.wanted[key] ?? 0) > 0 || model.more.contains(key))
                let looksAgain =
                    (isFinished && isWanted || isCancelled && (isWanted || read != nil)) && model.look(key)
                table.ended(key, outcome)
                #expect(table.begins() == (looksAgain ? [key] : []))
            case 10:
                if random.chance(50) {
                    let named = someTags()
                    let expected = model.askAll { $0.concerns(named, $1) }
                    table.invalidated(named)
                    #expect(table.begins() == expected)
                } else {
                    let state = (0..<5).map { key in
                        var entry = QueryCache<Int, Pages>.Entry(id: key)
                        entry.began = Int64(random.below(3))
                        return entry
                    }
                    func isLost(_ model: NaiveWatches, _ key: Int) -> Bool {
                        model.isWatched(key) && state[key].began < model.known[key] ?? 0
                    }
                    for key in model.keys where model.isWatched(key) { model.tags[key] = nil }
                    for key in model.reads.keys where isLost(model, key) { model.wanted[key] = 2 }
                    let expected = model.askAll(isLost)
                    table.startedOver { state[$0] }
                    #expect(table.begins() == expected)
                }
            case 11:
                let (wasOnline, wasForeground) = (model.isOnline, model.isForeground)
                if random.chance(50) { model.isOnline.toggle() } else { model.isForeground.toggle() }
                let isBack = model.isOnline && !wasOnline || model.isForeground && !wasForeground
                let expected =
                    isBack && model.isOnline
                    ? model.askAll { $0.isWatched($1) } : []
                table.follow(Conditions(isOnline: model.isOnline, isForeground: model.isForeground))
                #expect(table.begins() == expected)
                guard random.chance(30) else { continue }
                model.isPresent.toggle()
                let back = model.isPresent ? model.askAll { $0.isWatched($1) } : []
                let nothing: QueryCache<Int, Pages>? = nil
                table.follow(nothing, now: now)
                if model.isPresent { table.follow(QueryCache<Int, Pages>("lists"), now: now) }
                #expect(table.begins() == back)
            case 12, 13, 14, 15, 16:
                // Keys in a check, or with a page in flight, are chosen often.
                let pages = model.reads.filter(\.value.isMore).keys.sorted()
                let isPage = random.chance(50)
                let key = (isPage ? pages : model.looks.sorted()).randomElement(using: &random) ?? key
                guard model.keys.contains(key) else { continue }
                let isBegun = model.askMore(key)
                table.ask(key, more: true)
                #expect(table.begins() == (isBegun ? [key] : []))
            default:
                now += .seconds(random.below(15))
                var (asked, forgotten): ([Int], [Int]) = ([], [])
                for key in model.keys {
                    if let due = model.poll(key), due <= now {
                        for index in model.watches.indices where model.watches[index].key == key {
                            let watch = model.watches[index]
                            if watch.due != nil { model.watches[index].due = watch.interval.map { now + $0 } }
                        }
                        if model.isForeground, model.isOnline, model.ask(key, 2) { asked.append(key) }
                    }
                    guard let due = model.collections[key], due <= now, !model.looks.contains(key) else { continue }
                    forgotten.append(key)
                }
                for key in forgotten { model.forget(key) }
                let found = table.due(now: now)
                #expect(found == forgotten)
                #expect(table.begins() == asked)
            }
            let collections = model.collections.filter { !model.looks.contains($0.key) }
            #expect(table.nextDue == (model.polls + Array(collections.values)).min())
        }
    }

    /// The list when it is requested. A failed page is not a part of the list.
    enum Held: CaseIterable {
        case missing, fresh, pageFailed, pageFailedBeforeCancel, stale, invalidated, listFailed

        var isUsable: Bool { [.fresh, .pageFailed, .pageFailedBeforeCancel].contains(self) }
        /// Whether a page can be requested before the list.
        var hasPages: Bool { self != .missing && self != .listFailed }
    }

    /// The read that is in flight at the request, and its end.
    enum InFlight: CaseIterable { case none, page, failingPage, list, failingList }

    enum Request: CaseIterable { case fetch, refresh, loadMore }

    /// The table of Docs/Queries.md: the read that the request itself causes, now or after the read in flight.
    private func expected(_ request: Request, _ held: Held, _ inFlight: InFlight) -> String? {
        switch (request, inFlight) {
        case (.fetch, .none), (.fetch, .page), (.fetch, .failingPage): held.isUsable ? nil : "list"
        case (.refresh, .none), (.refresh, .page), (.refresh, .failingPage): "list"
        case (.fetch, _), (.refresh, _): nil
        case (.loadMore, .none): held.hasPages ? "page" : "list"
        case (.loadMore, .list): "page"
        case (.loadMore, _): nil
        }
    }

    @Test(
        "A request joins the read in flight if its response contains what was requested, and is decided after it otherwise",
        arguments: Request.allCases, Held.allCases)
    func joins(_ request: Request, _ held: Held) {
        for inFlight in InFlight.allCases {
            let isPage = inFlight == .page || inFlight == .failingPage
            if isPage && !held.hasPages { continue }
            var table = Table(staleAfter: .seconds(30), keepUnused: nil)
            var entry = held == .missing ? QueryCache<Int, Pages>.Entry(id: 7) : QueryCache.Entry(hasMore: true)
            entry.updatedAt = Timestamp(millisecondsSince1970: held == .stale ? 0 : 40_000)
            (entry.began, entry.ended, entry.shown) = (5, 5, 5)
            switch held {
            case .pageFailed:
                (entry.began, entry.ended, entry.failed, entry.isMore, entry.failedMore) = (6, 6, 6, true, true)
            // A refresh was canceled after the page had failed.
            case .pageFailedBeforeCancel: (entry.began, entry.ended, entry.failed, entry.failedMore) = (7, 7, 6, true)
            case .listFailed: (entry.began, entry.ended, entry.failed) = (6, 6, 6)
            default: break
            }
            var invalidation = held == .invalidated ? 1 : 0
            _ = table.watch(7, every: nil, now: .zero)
            if inFlight != .none {
                if isPage { table.ask(7, more: true) } else { table.ask(7, anew: "refresh") }
                #expect(table.begins() == [7])
                let decision = table.decide(7, entry, invalidation: invalidation, wall: 40_000)
                guard case .read(let run, isPage, _) = decision else {
                    Issue.record("\(decision)")
                    continue
                }
                (entry.began, entry.isMore) = (run, isPage)
            }
            var isAnswered = false
            switch request {
            case .fetch:
                isAnswered = table.use(
                    7, entry, (invalidation, nil), now: Timestamp(millisecondsSince1970: 40_000), clock: .zero)
                if !isAnswered { table.ask(7) }
            case .refresh: table.ask(7, anew: "refresh")
            case .loadMore: table.ask(7, more: true)
            }
            if inFlight != .none {
                #expect(table.begins() == [], "one check at a time")
                table.finished(7)
                entry.ended = entry.began
                switch inFlight {
                case .page: entry.shown = entry.began
                case .list:
                    let run = entry.began
                    entry = QueryCache.Entry(hasMore: true)
                    (entry.began, entry.ended, entry.shown) = (run, run, run)
                    entry.updatedAt = Timestamp(millisecondsSince1970: 40_000)
                    invalidation = 0
                default: (entry.failed, entry.failedMore) = (entry.began, inFlight == .failingPage ? true : nil)
                }
            }
            var read: String?
            if !isAnswered {
                let decision = table.decide(7, entry, invalidation: invalidation, wall: 40_000)
                if case .read(_, let isMore, _) = decision { read = isMore ? "page" : "list" }
            }
            #expect(read == expected(request, held, inFlight), "\(request), \(held), \(inFlight)")
            #expect(isAnswered == (request == .fetch && held.isUsable && inFlight == .none))
        }
    }
}
