import Reactor
import ReactorQueries
import Workloads

/// Queries: observing, reading, invalidating and evicting them.
extension Growing {
    static let queries = [
        Growing("watch(_:_:), and its read", "keys") { n, span in
            let core = Core(state: Shelf())
            var kept: [Subscription] = []
            kept.reserveCapacity(n)
            await span {
                for key in 0..<n { kept.append(core.watch(Shelf.books, key)) }
                await core.idle()
            }
            try check(await core.read { $0.books.entries.allSatisfy { $0.value == $0.id } }, "not all were read")
            withExtendedLifetime(kept) {}
        },
        Growing("watch(_:_:) of one key", "watchers") { n, span in
            let core = Core(state: Shelf(books: 1))
            let first = core.watch(Shelf.books, 0)
            await core.idle()
            var kept: [Subscription] = []
            kept.reserveCapacity(n)
            await span {
                for _ in 0..<n { kept.append(core.watch(Shelf.books, 0)) }
                await core.idle()
            }
            withExtendedLifetime((first, kept)) {}
        },
        Growing("the end of a watch", "watched keys") { n, span in
            let (core, watches) = await watched(n)
            await span {
                for watch in watches { watch.cancel() }
                await core.settled()
            }
        },
        Growing("the end of a watch of one key", "watchers") { n, span in
            let core = Core(state: Shelf(books: 1))
            let watches = (0..<n).map { _ in core.watch(Shelf.books, 0) }
            await core.idle()
            await span {
                for watch in watches { watch.cancel() }
                await core.settled()
            }
        },
        Growing("watch(_:_:every:), and its end", "keys and as many that are polled") { n, span in
            let core = Core(state: Shelf(books: 2 * n))
            let polled = (0..<n).map { core.watch(Shelf.books, $0, every: .seconds(3_600)) }
            await core.idle()
            await span {
                for key in n..<2 * n { core.watch(Shelf.books, key, every: .seconds(1_800)).cancel() }
                await core.idle()
            }
            withExtendedLifetime(polled) {}
        },
        Growing("fire(event:) with n watched keys", "events and watched keys") { n, span in
            let (core, watches) = await watched(n)
            await span {
                for _ in 0..<n {
                    core.fire(event: Raised())
                    await core.settled()
                }
            }
            try check(await core.read { $0.count } == n, "not all were applied")
            withExtendedLifetime(watches) {}
        },
        Growing("fetch(_:_:) of fresh data", "watched keys") { n, span in
            let (core, watches) = await watched(n)
            var sum = 0
            try await span { for key in 0..<n { sum += try await core.fetch(Shelf.books, key) } }
            try check(sum == n * (n - 1) / 2, "not all were there")
            withExtendedLifetime(watches) {}
        },
        Growing("refresh(_:_:)", "watched keys") { n, span in
            let (core, watches) = await watched(n)
            await span { for key in 0..<n { await core.refresh(Shelf.books, key) } }
            try check(await core.read { $0.books.entries.allSatisfy { $0.updatedAt != nil } }, "not all were read")
            withExtendedLifetime(watches) {}
        },
        Growing("invalidate(_:) of a tag that one of n watched keys has", "watched keys") { n, span in
            let (core, watches) = await watched(n, areRead: true)
            await span {
                for key in 0..<n {
                    core.invalidate(QueryTag("book", key))
                    await core.idle()
                }
            }
            try check(await core.read { !(0..<n).contains(where: $0.books.isInvalidated) }, "not all were read")
            withExtendedLifetime(watches) {}
        },
        Growing("invalidate(_:) of a tag without keys, of n watched keys", "watched keys", count: 400) { n, span in
            let (core, watches) = await watched(n, areRead: true)
            await span {
                for key in 0..<n {
                    core.invalidate(QueryTag("shelf", key))
                    await core.idle()
                }
            }
            withExtendedLifetime(watches) {}
        },
        Growing("invalidate(_:) of a tag that n watched keys have", "watched keys") { n, span in
            let (core, watches) = await watched(n, areRead: true)
            await span {
                core.invalidate("book")
                await core.idle()
            }
            try check(await core.read { !(0..<n).contains(where: $0.books.isInvalidated) }, "not all were read")
            withExtendedLifetime(watches) {}
        },
        // The first 64 tags are stored individually, so 200 and 800 keys both exceed that.
        Growing("commit() of a prediction from before an invalidation", "watched keys", count: 200) { n, span in
            let (core, watches) = await watched(n, areRead: true)
            await span {
                for key in 0..<n {
                    let prediction = core.predict(Raised())
                    core.invalidate(QueryTag("shelf", key))
                    await core.idle()
                    prediction.commit()
                    await core.idle()
                }
            }
            withExtendedLifetime(watches) {}
        },
        Growing("loadMore(_:_:)", "watched lists") { n, span in
            let core = Core(state: Shelf())
            let watches = (0..<n).map { core.watch(Shelf.rows, $0) }
            await core.idle()
            await span {
                for key in 0..<n {
                    core.loadMore(Shelf.rows, key)
                    await core.idle()
                }
            }
            try check(await core.read { $0.rows.entries.allSatisfy { $0.value?.pages == 2 } }, "not all were read")
            withExtendedLifetime(watches) {}
        },
        Growing("loadMore(_:_:), n pages of one list", "pages", count: 25) { n, span in
            let core = Core(state: Shelf())
            let watch = core.watch(Shelf.rows, 0)
            await core.idle()
            await span {
                for _ in 0..<n {
                    core.loadMore(Shelf.rows, 0)
                    await core.idle()
                }
            }
            try check(await core.read { $0.rows[0]?.pages } == n + 1, "not all were read")
            withExtendedLifetime(watch) {}
        },
        Growing("refresh(_:_:) of a list of n pages", "pages", count: 25) { n, span in
            let core = Core(state: Shelf())
            let watch = core.watch(Shelf.rows, 0)
            await core.idle()
            for _ in 0..<n {
                core.loadMore(Shelf.rows, 0)
                await core.idle()
            }
            await span { await core.refresh(Shelf.rows, 0) }
            try check(await core.read { $0.rows[0]?.pages } == n + 1, "not all were read")
            withExtendedLifetime(watch) {}
        },
    ]

    /// A core with n watched values that were read, or set by the app and have no tags.
    private static func watched(_ n: Int, areRead: Bool = false) async -> (Core<Shelf>, [Subscription]) {
        let core = Core(state: Shelf(books: areRead ? 0 : n))
        let watches = (0..<n).map { core.watch(Shelf.books, $0) }
        await core.idle()
        return (core, watches)
    }
}

/// A state that shows data of a server.
private struct Shelf: State {
    struct Row: Identifiable { let id: Int }

    static let books = ServerQuery<Shelf, Int, Int>(
        "books", \Shelf.books, tags: { key, _ in [QueryTag("book", key)] }
    ) { key, _ in key }

    static let rows = ServerQuery<Shelf, Int, PageList<Row, Int>>(
        pages: "rows", \Shelf.rows, tags: { _, list in list.items.map { QueryTag("row", $0.id) } }
    ) { _, cursor, _ in
        let first = cursor ?? 0
        return PageList((first..<first + 20).map { Row(id: $0) }, next: first + 20)
    }

    var count = 0
    var books = QueryCache<Int, Int>("books")
    var rows = QueryCache<Int, PageList<Row, Int>>("rows")

    init(books count: Int = 0) { for key in 0..<count { books.seed(key, key) } }

    mutating func react(to event: any Event) {
        if books.react(to: event) || rows.react(to: event) { return }
        if event is Raised { count += 1 }
    }
}
