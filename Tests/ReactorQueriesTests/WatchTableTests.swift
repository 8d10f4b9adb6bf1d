import Reactor
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("The table of watches")
struct WatchTableTests {
    typealias Table = WatchTable<Int>

    /// Says the same with lists of everything, which it goes through for each question.
    private struct NaiveWatches {
        struct Watch {
            var key: Int
            var number: Int
            var interval: Duration?
            var due: Duration?
        }

        var watches: [Watch] = []
        /// The keys in the order of coming.
        var keys: [Int] = []
        var wanted: [Int: Int] = [:]
        var more: Set<Int> = []
        /// What waits for the connection.
        var waiting: Set<Int> = []
        var looks: Set<Int> = []
        var reads: [Int: (wish: Int, isMore: Bool, seen: Int)] = [:]
        /// What a look found in the state: the last read that began, and whether there was a value.
        var known: [Int: (began: Int64, hasValue: Bool)] = [:]
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

    @Test("It decides as a model does that goes through everything for each question", arguments: 0..<300)
    func agreesWithTheModel(seed: Int) {
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
            switch random.below(14) {
            case 0, 1:
                let interval: Duration? = random.chance(40) ? .seconds(random.below(11)) : nil
                let number = table.watch(key, every: interval, now: now)
                model.come(key)
                model.watches.append(
                    .init(
                        key: key, number: number, interval: interval,
                        due: interval.flatMap { $0 > .zero ? now + $0 : nil }))
                model.collections[key] = nil
                let looks = model.ask(key, 1)
                do {
                    let found = table.ask(key)
                    #expect(found == looks)
                }
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
                let looks = model.ask(key, 2)
                do {
                    let found = table.ask(key, anew: "refresh")
                    #expect(found == looks)
                }
            case 5, 6, 7:
                // A look that is under way asks what to do.
                guard let key = model.looks.filter({ model.reads[$0] == nil }).sorted().randomElement(using: &random)
                else { continue }
                var facts = Table.Facts()
                facts.hasValue = random.chance(70)
                facts.hasFailed = random.chance(20)
                facts.age = facts.hasValue ? .seconds(random.below(40)) : nil
                facts.invalidation = random.below(4)
                if random.chance(30) { facts.invalidation = 0 }
                facts.tags = facts.hasValue ? (0..<random.below(3)).map { _ in someTags() } : []
                facts.isFetching = random.chance(20)
                facts.lastRun = Int64(random.below(50))
                facts.began = Int64(random.below(3))
                facts.hasMore = facts.hasValue && random.chance(60)
                facts.isPageFailed = facts.hasFailed && random.chance(50)
                let isListFailed = facts.hasFailed && !facts.isPageFailed
                var wish = model.wanted[key] ?? 0
                if model.more.contains(key), !facts.hasValue || isListFailed && model.lastSeen[key] == nil {
                    wish = max(wish, 1)
                }
                model.tags[key] = facts.hasValue ? facts.tags.flatMap(\.self) : nil
                let isLost = model.isWatched(key) && facts.began < model.known[key]?.began ?? 0
                let isNeeded =
                    switch wish {
                    case 2: true
                    case 1:
                        !facts.hasValue || facts.hasFailed || facts.invalidation > 0 || isLost
                            || staleAfter.flatMap { stale in facts.age.map { $0 >= stale } } ?? false
                    default:
                        isLost
                            || model.isWatched(key) && model.lastSeen[key].map { facts.invalidation > $0 } ?? false
                    }
                let isNext = !isNeeded && model.more.contains(key) && facts.hasMore && !isListFailed
                let waits = !model.isOnline && (isNeeded || isNext)
                if waits, model.isWatched(key) {
                    model.wanted[key] = max(wish, 1)
                    model.waiting.insert(key)
                } else if waits {
                    model.giveUp(key)
                } else {
                    model.known[key] = (facts.began, facts.hasValue)
                    model.wanted[key] = 0
                    if !isNeeded || !facts.hasMore { model.more.remove(key) }
                }
                switch table.decide(key, facts, wall: Int64(random.below(60))) {
                case .read(let run, let isMore, let why):
                    #expect(!waits && isNeeded != isMore && isNext == isMore && isMore == (why == Occasion.more))
                    #expect(run > lastRun && run > facts.lastRun)
                    lastRun = run
                    model.reads[key] = (max(wish, 1), isMore, facts.invalidation)
                case .done(let ceased):
                    #expect(waits || !isNeeded && !isNext)
                    #expect(table.isWaiting(key) == model.waiting.contains(key))
                    #expect(ceased == (facts.isFetching ? facts.lastRun : nil))
                }
                #expect(table.isReading(key) == (!waits && (isNeeded || isNext)))
            case 8:
                guard let key = model.reads.keys.sorted().randomElement(using: &random), let read = model.reads[key]
                else { continue }
                if random.chance(30) {
                    let again = table.asking(key, lastRun, isAgain: true, seen: read.seen + 1, began: 1, wall: 0)
                    model.known[key] = (1, false)
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
                    model.wanted[key] = max(model.wanted[key] ?? 0, read?.wish ?? 1)
                }
                let isWanted =
                    !model.waiting.contains(key) && ((model.wanted[key] ?? 0) > 0 || model.more.contains(key))
                let looksAgain =
                    (isFinished && isWanted || isCancelled && (isWanted || read != nil)) && model.look(key)
                do {
                    let found = table.ended(key, outcome)
                    #expect(found == looksAgain)
                }
            case 10:
                if random.chance(50) {
                    let named = someTags()
                    let expected = model.askAll { $0.concerns(named, $1) }
                    do {
                        let found = table.invalidated(named)
                        #expect(found == expected)
                    }
                } else {
                    let state = (0..<5).map { _ in (began: Int64(random.below(3)), hasValue: random.chance(50)) }
                    func isLost(_ model: NaiveWatches, _ key: Int) -> Bool {
                        guard model.isWatched(key), let known = model.known[key] else { return false }
                        return state[key].began < known.began || known.hasValue && !state[key].hasValue
                    }
                    for key in model.reads.keys where isLost(model, key) { model.wanted[key] = 2 }
                    let expected = model.askAll(isLost)
                    do {
                        let found = table.startedOver { state[$0] }
                        #expect(found == expected)
                    }
                }
            case 11:
                let (wasOnline, wasForeground) = (model.isOnline, model.isForeground)
                if random.chance(50) { model.isOnline.toggle() } else { model.isForeground.toggle() }
                let isBack = model.isOnline && !wasOnline || model.isForeground && !wasForeground
                let expected =
                    isBack && model.isOnline
                    ? model.askAll { $0.isWatched($1) } : []
                let found = table.follow(
                    Conditions(isOnline: model.isOnline, isForeground: model.isForeground))
                #expect(found == expected)
                guard random.chance(30) else { continue }
                model.isPresent.toggle()
                let back = model.isPresent ? model.askAll { $0.isWatched($1) } : []
                let isThere = table.follow(isPresent: model.isPresent)
                #expect(isThere == back)
            case 12:
                guard model.keys.contains(key) else { continue }
                let looks = model.askMore(key)
                if !model.isWatched(key) { model.collections[key] = now + keep }
                do {
                    let found = table.askMore(key, now: now)
                    #expect(found == looks)
                }
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
                let due = table.due(now: now)
                #expect(due.asked == asked)
                #expect(due.forgotten == forgotten)
                #expect(forgotten.allSatisfy(table.isForgotten))
            }
            let collections = model.collections.filter { !model.looks.contains($0.key) }
            #expect(table.nextDue == (model.polls + Array(collections.values)).min())
        }
    }

    @Test("What was read while the clock was ahead is stale")
    func clockSetBack() {
        var table = Table(staleAfter: .seconds(30), keepUnused: .seconds(60))
        _ = table.watch(7, every: nil, now: .zero)
        _ = table.ask(7)
        let decision = table.decide(7, Table.Facts(hasValue: true, age: .seconds(-1)), wall: 1)
        #expect(decision == .read(1, isMore: false, why: Occasion.stale))
    }

    @Test("A tag among 100,000 watched keys finds its keys without going through the others")
    func index() {
        var table = Table(staleAfter: nil, keepUnused: .seconds(60))
        for key in 0..<100_000 {
            _ = table.watch(key, every: nil, now: .zero)
            _ = table.ask(key)
            var facts = Table.Facts(hasValue: true, tags: [[QueryTag("post", key), QueryTag("page", key / 10)]])
            facts.age = .zero
            _ = table.decide(key, facts, wall: 0)
            _ = table.ended(key, .finished)
        }
        #expect(table.concerned(by: [QueryTag("page", 5)]) == Set(50..<60))
        #expect(table.concerned(by: [QueryTag("post", 5), QueryTag("nobody")]) == [5])
        do {
            let found = table.invalidated([QueryTag("page", 5)])
            #expect(found == Array(50..<60))
        }
        #expect(table.concerned(by: ["post"]).count == 100_000)
    }

    @Test("An invalidation concerns a value without tags no more than any other that has not the tag")
    func untagged() {
        var table = Table(staleAfter: nil, keepUnused: .seconds(60))
        for key in 0..<400 {
            _ = table.watch(key, every: nil, now: .zero)
            _ = table.ask(key)
            // Of 7 nothing is known yet.
            if key != 7 { _ = table.decide(key, Table.Facts(hasValue: true), wall: 0) }
            _ = table.ended(key, .finished)
        }
        #expect(table.concerned(by: [QueryTag("other", 1)]) == [7])
    }
}
