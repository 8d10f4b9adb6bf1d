import Reactor
import ReactorQueries
import ReactorTesting
import Testing

@Suite("Entries of queries that a test expects")
struct QueryStatusTests {
    private let core = TestCore(state: Shop())

    private typealias PriceChange = QueryChange<Int, Int>
    private typealias ListChange = QueryChange<String, PageList<Row, Int>>

    @Test("A read begins, arrives, is invalidated, fails and is read again")
    func read() async throws {
        let watch = core.core.watch(Shop.price, 7)
        try await core.receive(PriceChange.self) {
            $0.prices.expect(7, nil, isFetching: true, in: core.actualState.prices)
        }
        try await core.receive(PriceChange.self) { $0.prices.expect(7, 70, in: core.actualState.prices) }
        try await core.fire(event: Offline(isOn: true)) { $0.isOffline = true }
        core.core.invalidate("price")
        try await core.receive(QueriesInvalidated.self) { $0 = core.actualState }
        try await core.receive(PriceChange.self) {
            $0.prices.expect(7, 70, isFetching: true, in: core.actualState.prices)
        }
        try await core.receive(PriceChange.self) {
            $0.prices.expect(7, 70, failure: "Broken()", in: core.actualState.prices)
        }
        try await core.fire(event: Offline(isOn: false)) { $0.isOffline = false }
        core.core.prefetch(Shop.price, 7)
        try await core.receive(PriceChange.self) {
            $0.prices.expect(7, 70, isFetching: true, failure: "Broken()", in: core.actualState.prices)
        }
        try await core.receive(PriceChange.self) { $0.prices.expect(7, 70, in: core.actualState.prices) }
        watch.cancel()
        try await core.finish()
    }

    @Test("A wrong value, activity or failure, and another entry that changed, are differences")
    func differences() async throws {
        let wrong: [(inout QueryCache<Int, Int>, QueryCache<Int, Int>) -> Void] = [
            { $0.expect(7, 71, in: $1) }, { $0.expect(7, nil, in: $1) }, { $0.expect(7, 70, isFetching: true, in: $1) },
            { $0.expect(7, 70, failure: "a", in: $1) }, { $0.expect(8, 70, in: $1) },
            { $0.expect(8, nil, in: $1) },
        ]
        for (index, expect) in wrong.enumerated() {
            let core = TestCore(state: Shop())
            let watch = core.core.watch(Shop.price, 7)
            try await core.receive(PriceChange.self) {
                $0.prices.expect(7, nil, isFetching: true, in: core.actualState.prices)
            }
            let text = await failure {
                try await core.receive(PriceChange.self) { expect(&$0.prices, core.actualState.prices) }
            }
            #expect(text.contains("prices.entries["), "\(index): \(text)")
            #expect(!text.contains("no visible member"), "\(index): \(text)")
            watch.cancel()
        }
    }

    @Test("An evicted entry is expected without a value")
    func evicted() async throws {
        core.core.prefetch(Shop.price, 7)
        try await core.receive(PriceChange.self) {
            $0.prices.expect(7, nil, isFetching: true, in: core.actualState.prices)
        }
        try await core.receive(PriceChange.self) { $0.prices.expect(7, 70, in: core.actualState.prices) }
        await core.advance(by: .seconds(120))
        try await core.receive(PriceChange.self) { $0.prices.expect(7, nil, in: core.actualState.prices) }
        try await core.finish()
    }

    @Test("A list with two pages is expected as its pages, and a circular list as its failure")
    func pages() async throws {
        let watch = core.core.watch(Shop.list, "all")
        let first = PageList([Row(id: 0), Row(id: 1)], next: 2)
        let second = PageList([Row(id: 2), Row(id: 3)], next: 2)
        try await core.receive(ListChange.self) {
            $0.lists.expect("all", nil, isFetching: true, in: core.actualState.lists)
        }
        try await core.receive(ListChange.self) { $0.lists.expect("all", first, in: core.actualState.lists) }
        core.core.loadMore(Shop.list, "all")
        try await core.receive(ListChange.self) {
            $0.lists.expect("all", first, isFetching: true, in: core.actualState.lists)
        }
        let text = await failure {
            try await core.receive(ListChange.self) {
                $0.lists.expect("all", first.appending(second), in: core.actualState.lists)
            }
        }
        #expect(text.contains("lists.entries[id: \"all\"].failure:"), "\(text)")
        watch.cancel()
    }
}

private struct Shop: State, Equatable {
    var prices = QueryCache<Int, Int>("prices")
    var lists = QueryCache<String, PageList<Row, Int>>("lists")

    var isOffline = false

    mutating func react(to event: any Event) {
        if prices.react(to: event) || lists.react(to: event) { return }
        if let event = event as? Offline { isOffline = event.isOn }
    }

    static let price = ServerQuery("prices", \Shop.prices, tags: { _, _ in ["price"] }) { id, core in
        if await core.read({ $0.isOffline }) { throw Broken() }
        return id * 10
    }

    /// The server returns the cursor of the second page again.
    static let list = ServerQuery(pages: "lists", \Shop.lists) { _, cursor, _ in
        PageList([Row(id: cursor ?? 0), Row(id: (cursor ?? 0) + 1)], next: 2)
    }
}

private struct Offline: Event { var isOn: Bool }
private struct Row: Equatable, Identifiable { var id: Int }
