import Foundation
import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

private struct InvalidationCount: State {
    var count = 0

    mutating func react(to event: any Event) { if event is QueriesInvalidated { count += 1 } }
}

@Suite("An invalidation on the main actor")
@MainActor
struct InvalidationInCallTests {
    @Test("Is in the state before the call returns")
    func inTheCall() {
        let app = ObservableCore(Core(state: InvalidationCount(), runtime: .main))
        app.core.invalidate("note", "list")
        #expect(app.count == 1)
    }
}

@Suite("Queries as a value")
struct QueryCacheTests {
    typealias Change = QueryChange<Int, String>

    private func queries(_ events: [any Event]) -> QueryCache<Int, String> {
        var queries = QueryCache<Int, String>("notes")
        for event in events { _ = queries.react(to: event) }
        return queries
    }

    private func change(_ kind: Change.Kind) -> Change { Change(name: "notes", kind: kind) }

    private func arrived(_ run: Int64, _ text: String, tags: [QueryTag] = ["note"], seen: Int = 0) -> Change {
        change(.arrived(7, run: run, text, tags: tags, seen: seen, at: Timestamp(millisecondsSince1970: run)))
    }

    @Test("The events of reads lead to the same state in any order", arguments: 0..<40)
    func commutes(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var events: [Change] = []
        for run in 1...Int64(2 + random.below(4)) {
            events.append(change(.began(7, run: run, seen: Int(run))))
            if random.chance(60) { events.append(arrived(run, "\(run)", seen: Int(run))) }
            if random.chance(40) { events.append(change(.failed(7, run: run, message: "\(run)"))) }
        }
        let expected = queries(events).entries
        for _ in 0..<10 {
            random.shuffle(&events)
            #expect(queries(events).entries == expected)
        }
        let entry = expected[id: 7]
        var last: Int64?
        for event in events {
            if case .arrived(_, let run, _, _, _, _, _, _, _) = event.kind { last = max(last ?? 0, run) }
        }
        #expect(entry?.value == last.map { "\($0)" })
    }

    @Test("An invalidation is for all queries of a state, and a change only for the query with its name")
    func claims() {
        var queries = QueryCache<Int, String>("notes")
        let events: [any Event] = [
            arrived(1, "one"), Change(name: "others", kind: .began(7, run: 1, seen: 0)), QueriesInvalidated(["note"]),
        ]
        var taken: [Bool] = []
        for event in events { taken.append(queries.react(to: event)) }
        #expect(taken == [true, false, false])
        #expect(queries.invalidations.count == 1)
    }

    private struct Empty: Event {}
    private struct Large: Event { let words = (1, 2, 3, 4, 5) }
    private enum Some: Event { case one, other(String) }
    private struct Of<Value: Sendable>: Event { let value: Value }
    private final class Shared: Event {}

    @Test("Queries apply only their own events, for every memory layout of an event")
    func types() {
        var queries = QueryCache<Int, String>("notes")
        let others: [any Event] = [
            Empty(), Large(), Some.one, Some.other("other"), Of(value: 7), Of(value: Large()), Shared(), Reset<Feed>(),
            QueryChange<Int, Int>(name: "notes", kind: .ceased(7, run: 1)),
        ]
        for event in others {
            let isTaken = queries.react(to: event)
            #expect(!isTaken && queries == QueryCache("notes"), "\(event)")
            let (found, expected): (Any.Type, Any.Type) = (type(ofEvent: event), type(of: event))
            #expect(ObjectIdentifier(found) == ObjectIdentifier(expected))
        }
        let isTaken = queries.react(to: arrived(1, "one"))
        #expect(isTaken && queries[7] == "one")
    }

    @Test(
        "The recorded invalidations equal those of a list that discards none",
        arguments: 0..<Loops.rounds(of: 300))
    func named(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var (invalidations, copies) = (Invalidations(), [Invalidations]())
        var list: [(number: Int, tag: QueryTag)] = []
        var forgotten = 0
        var kept: [QueryTag: Int] = [:]
        func isKept(_ number: Int, _ tag: QueryTag) -> Bool { number > min(forgotten, kept[tag] ?? forgotten) }
        for number in 1...600 {
            let tags = (0..<random.below(3)).map { _ in QueryTag("note", random.below(seed % 2 == 0 ? 40 : 2_000)) }
            list += tags.map { (number, $0) }
            let isTime = invalidations.name(tags)
            if isTime, random.chance(70) {
                forgotten = max(forgotten, number - random.below(80))
                // Older values have some of the tags. Discarded tags do not return.
                let held = list.filter { isKept($0.number, $0.tag) && random.chance(30) }.map(\.tag)
                kept = Dictionary(held.map { ($0, kept[$0] ?? random.below(forgotten + 1)) }) { first, _ in first }
                invalidations.forget(first: forgotten, but: kept)
                list.removeAll { named in !isKept(named.number, named.tag) }
            }
            // A copy, such as that of a core with a prediction, contains the tags up to its creation.
            if random.chance(5) { copies.append(invalidations) }
            let since = max(forgotten, number - random.below(120))
            let expected = Set(list.filter { $0.number > since }.map(\.tag))
            let found = invalidations.tags(since: since)
            #expect(Set(found) == expected && invalidations.count == number)
            for tag in expected.union(kept.keys.prefix(5)) {
                #expect(invalidations[tag] == list.last { $0.tag == tag }?.number ?? 0)
            }
        }
        for copy in copies {
            let found = copy.tags(since: copy.count - 1)
            let named = list.filter { $0.number == copy.count }.map(\.tag)
            #expect(Set(named).isSubset(of: found))
        }
        let last = list.suffix(200).filter { $0.number > forgotten }
        #expect(last.allSatisfy { invalidations[$0.tag] > 0 })
    }

    @Test(
        "The number of stored tags is bounded, and no relevant tag is discarded",
        arguments: 0..<Loops.rounds(of: 100))
    func forgetsTags(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var queries = QueryCache<Int, String>("notes")
        var last: [QueryTag: Int] = [:]
        var seen: [Int: (seen: Int, tags: [QueryTag])] = [:]
        var asked: [Int: (run: Int64, seen: Int)] = [:]
        for number in 1...2_000 {
            // Most tags are new, and some are repeated.
            let tag = random.chance(80) ? QueryTag("note", number) : QueryTag("note", random.below(number))
            _ = queries.react(to: QueriesInvalidated([tag]))
            last[tag] = number
            if random.chance(30) {
                // Tags that are invalidated during a read are stored until its response, even without a stored value.
                let key = random.below(10)
                if asked[key] == nil {
                    asked[key] = (Int64(number), number)
                    _ = queries.react(to: change(.began(key, run: Int64(number), seen: number)))
                }
            }
            if random.chance(10), let (key, read) = asked.min(by: { $0.value.run < $1.value.run }) {
                asked[key] = nil
                let tags = (0..<3).map { _ in QueryTag("note", max(0, number - random.below(60))) }
                _ = queries.react(
                    to: change(
                        .arrived(
                            key, run: read.run, "n", tags: tags, seen: read.seen,
                            at: Timestamp(millisecondsSince1970: 0))))
                seen[key] = (read.seen, tags)
            }
            for (key, value) in seen {
                #expect(queries.isInvalidated(key) == value.tags.contains { last[$0, default: 0] > value.seen })
            }
        }
        // Of about 1,700 tags. The oldest stored value is about 300 invalidations old.
        #expect(queries.invalidations.remembered < 1_000)
    }

    @Test("The number of stored tags depends on the stored values, not on their age", arguments: [2_000, 8_000])
    func forgetsBesideAnOldValue(count: Int) throws {
        var queries = queries([arrived(7, "one", tags: [QueryTag("note", 7)])])
        for number in 1...count {
            _ = queries.react(to: QueriesInvalidated([QueryTag("comment", number)]))
            if number == 500 { _ = queries.react(to: QueriesInvalidated([QueryTag("note", 7)])) }
        }
        #expect(queries.isInvalidated(7))
        #expect(queries.invalidations.remembered < 200)
        #expect(try JSONEncoder().encode(queries).count < 12_000)
    }

    @Test("Encoding includes everything, and a reset state differs only for subscribers")
    func encoded() throws {
        let queries = queries([
            change(.began(7, run: 1, seen: 0)), arrived(1, "one"), QueriesInvalidated(["note"]),
            change(.began(8, run: 2, seen: 1)),
        ])
        let decoded = try JSONDecoder().decode(QueryCache<Int, String>.self, from: JSONEncoder().encode(queries))
        #expect(decoded == queries)
        #expect(decoded.isInvalidated(7) && decoded.entries[id: 8]?.isFetching == true)
        #expect(decoded.life != queries.life)
    }

    @Test("A change is made in place, of one value or of all")
    func updates() {
        var queries = queries([arrived(1, "one")])
        queries.update(7) { $0 += "!" }
        queries.update(8) { $0 += "!" }
        #expect(queries[7] == "one!")
        queries.updateAll { key, text in text += "\(key)" }
        #expect(queries[7] == "one!7")
        #expect(queries.entries.count == 1)
    }
}

@Suite("Queries with server versions")
struct VersionedQueriesTests {
    typealias Change = QueryChange<Int, String>

    @Test(
        "The newest version is shown for any order and repetition of responses, pushes and failures", arguments: 0..<40
    )
    func newest(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var changes: [(version: Int?, apply: (inout QueryCache<Int, String>) -> Void)] = []
        for run in 1...Int64(2 + random.below(6)) {
            let version = random.below(10)
            func fire(_ kind: Change.Kind) -> (inout QueryCache<Int, String>) -> Void {
                { _ = $0.react(to: Change(name: "notes", kind: kind)) }
            }
            changes.append((nil, fire(.began(7, run: run, seen: 0))))
            switch random.below(4) {
            case 0: changes.append((nil, fire(.failed(7, run: run, message: "no"))))
            case 1: changes.append((version, { $0.seed(7, "\(version)", version: version) }))
            default:
                let kind = Change.Kind.arrived(
                    7, run: run, "\(version)", tags: [], seen: 0, at: Timestamp(millisecondsSince1970: run),
                    version: version)
                changes.append((version, fire(kind)))
            }
        }
        // The model is the largest version.
        let expected = changes.compactMap(\.version).max().map { "\($0)" }
        for _ in 0..<10 {
            random.shuffle(&changes)
            var queries = QueryCache<Int, String>("notes")
            for change in changes + changes.prefix(random.below(4)) { change.apply(&queries) }
            #expect(queries[7] == expected)
        }
    }

    @Test(
        "A seeded value has the given tags, is stale without a time, and preserves known members"
    )
    func seeded() {
        var queries = QueryCache<Int, String>("notes")
        queries.seed(7, "one", tags: [QueryTag("note", 7)])
        #expect(queries[7] == "one" && queries.entries[id: 7]?.updatedAt == nil && !queries.isInvalidated(7))
        let time = Timestamp(millisecondsSince1970: 5)
        queries.seed(7, "two", at: time)
        queries.seed(7, "three")
        #expect(queries[7] == "three" && queries.entries[id: 7]?.updatedAt == time)
        _ = queries.react(to: QueriesInvalidated(["note"]))
        #expect(queries.isInvalidated(7))
        queries.seed(7, "four", version: 4)
        queries.seed(7, "mine")
        queries.seed(7, "two", version: 2)
        #expect(queries[7] == "mine")
    }

    @Test("A seeded value takes its tags from the first response, even if that is older")
    func tagsOfAnOlderAnswer() {
        var queries = QueryCache<Int, String>("notes")
        queries.seed(7, "five", version: 5)
        func answer(_ run: Int64, _ version: Int, _ tag: Int) -> Change {
            Change(
                name: "notes",
                kind: .arrived(
                    7, run: run, "\(version)", tags: [QueryTag("note", tag)], seen: 0,
                    at: Timestamp(millisecondsSince1970: 0), version: version))
        }
        _ = queries.react(to: answer(1, 4, 7))
        #expect(queries[7] == "five")
        _ = queries.react(to: QueriesInvalidated([QueryTag("note", 7)]))
        #expect(queries.isInvalidated(7))
        _ = queries.react(to: answer(2, 3, 8))
        #expect(queries.entries[id: 7]?.parts == [QueryPart(tags: [QueryTag("note", 7)], seen: 0)])
    }

    @Test("With versions no change overlaps with a read, and a response older than a change is not shown")
    func uncrossed() async {
        let bench = Bench()
        let query = ServerQuery<Feed, Int, Post>(
            "drafts", \Feed.drafts, tags: { id, _ in [QueryTag("post", id)] }, version: { Int($0.title) ?? 0 }
        ) { id, core in
            Post(id: id, title: try await core.dependencies.server.posts.wait())
        }
        let watch = bench.core.watch(query, 7)
        await bench.answered(1, "1")
        bench.core.invalidate("post")
        await bench.server.posts.arrived(2)
        let prediction = bench.core.predict(Drafted(title: "9"), about: [QueryTag("post", 7)])
        await bench.answered(2, "2")
        #expect(await bench.core.read { $0.drafts[7]?.title } == "9")
        bench.core.invalidate("post")
        await bench.server.posts.arrived(3)
        prediction.commit(with: [DraftSaved(title: "5")], then: [])
        await bench.answered(3, "4")
        #expect(await bench.core.read { $0.drafts[7]?.title } == "5")
        #expect(bench.requests == 3)
        withExtendedLifetime(watch) {}
    }
}
