import Foundation
import Reactor
import ReactorRecording
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Queries in a recording")
struct RecordedQueriesTests {
    private static let catalog = EventCatalog<Feed>(events: [
        .event(QueryChange<Int, Post>.self, as: "post.changed"),
        .event(QueryChange<String, [Int]>.self, as: "list.changed"),
        .event(QueriesInvalidated.self, as: "queries.invalidated"), .event(Renamed.self, as: "post.renamed"),
        .reset(Feed.self, as: "feed.reset"),
    ])

    /// Opens a core that is recorded, with its entries, in a folder.
    private static func open(
        _ folder: ScratchFolder, _ server: Server, catalog: EventCatalog<Feed> = Self.catalog,
        _ configuration: JournalConfiguration = JournalConfiguration(app: "feed")
    ) async throws -> OpenedCore<Feed> {
        try await Core.open(
            journal: "\(folder.path)/feed", initial: Feed(), catalog: catalog, configuration: configuration,
            dependencies: Dependencies { $0.server = server })
    }

    private static func report(of folder: String, _ redactor: Redactor?) throws -> String {
        let report = try BugReport(of: RecordingFile(path: folder), catalog: catalog, redactor: redactor)
        return String(decoding: report.recording, as: UTF8.self)
    }

    @Test(
        "A redacted member is listed once for reads and once for the state, and is missing from bug reports")
    func redacted() async throws {
        func written(_ redactor: Redactor?) async throws -> String {
            let folder = try ScratchFolder()
            let server = Server()
            server.posts.open(with: "s3cret")
            let opened = try await Self.open(
                folder, server, JournalConfiguration(app: "feed", rotation: Rotation(entries: 8)))
            for id in 0..<20 { #expect(try await opened.core.fetch(Feed.posts, id).title == "s3cret") }
            try await opened.close()
            return try Self.report(of: "\(folder.path)/feed", redactor)
        }
        #expect(try await written(nil).contains("s3cret"))
        let path: Redactor.Path = [.anywhere, "title"]
        let redacted = try await written(Redactor(state: [path], events: ["post.changed": [path]]))
        #expect(redacted.contains("post.changed") && !redacted.contains("s3cret"))
    }

    @Test("A key that is redacted in the events of reads is redacted in their names")
    func redactedKeys() async throws {
        func written(_ redactor: Redactor?) async throws -> String {
            let folder = try ScratchFolder()
            let server = Server()
            server.lists.open(with: [1])
            let opened = try await Self.open(folder, server)
            let query = ServerQuery<Feed, String, [Int]>("lists", \Feed.lists) { _, core in
                try await core.dependencies.server.lists.wait()
            }
            _ = try await opened.core.fetch(query, "anna@home")
            await opened.core.idle()
            try await opened.close()
            return try Self.report(of: "\(folder.path)/feed", redactor)
        }
        #expect(try await written(nil).contains("\"lists anna@home\""))
        let redactor = Redactor(state: [["lists"]], events: ["list.changed": [[]]])
        let redacted = try await written(redactor)
        #expect(redacted.contains("lists ‹redacted›") && !redacted.contains("anna@home"))
    }

    @Test("A catalog lists queries with one entry for each child state, and reports the entry of a missing one")
    func parts() async throws {
        let catalog = EventCatalog<Feed>(
            parts: [
                .part(\.drafts, as: "drafts"), .part(\.posts, as: "posts"), .part(\.lists, as: "lists"),
                .part(\.pages, as: "pages"),
            ], events: [.event(Renamed.self, as: "post.renamed")])
        let folder = try ScratchFolder()
        let server = Server()
        server.posts.open(with: "title")
        server.lists.open(with: [4, 2])
        let first = try await Self.open(folder, server, catalog: catalog)
        _ = try await first.core.fetch(Feed.posts, 4)
        _ = try await first.core.fetch(Feed.lists, "new")
        first.core.invalidate("post")
        await first.core.idle()
        let state = await first.core.state
        #expect(state.posts.isInvalidated(4))
        try await first.close()
        let second = try await Self.open(folder, server, catalog: catalog)
        #expect(await second.core.state == state)
        try await second.close()
        // Both child states with the values `Post` share the entry of the first, and the names of both are readable.
        let change = QueryChange<Int, Post>(name: "posts", kind: .ceased(4, run: 1))
        #expect(try catalog.encode(change).name == "drafts.changed")
        var recorded = try catalog.encode(change)
        recorded.name = "posts.changed"
        #expect(try catalog.decode(recorded) as? QueryChange<Int, Post> == change)
    }

    @Test("The message about an unlisted query has its own line for each type")
    func unlisted() throws {
        let catalog = EventCatalog<Feed>(events: [])
        #expect(try catalog.encode(QueriesInvalidated([])).name == "queries.invalidated")
        func message(_ event: any Event) -> String? {
            do { _ = try catalog.encode(event) } catch { return error.description }
            return nil
        }
        let posts = message(QueryChange<Int, Post>(name: "posts", kind: .ceased(1, run: 1)))
        #expect(posts?.contains(".part(\\.posts, as: \"posts\"), in parts:") == true)
        let lists = message(QueryChange<String, [Int]>(name: "lists", kind: .ceased("all", run: 1)))
        #expect(lists?.contains(".part(\\.lists, as: \"lists\"), in parts:") == true)
    }

    private struct Old: State, Codable, UndoableDocument, Equatable {
        struct Item: Codable, Equatable { var title: String }
        var text = ""
        mutating func react(to event: any Event) { if event is Renamed { text += "x" } }
    }

    private struct New: State, Codable, UndoableDocument, Equatable {
        struct Item: Codable, Equatable { var headline: String }
        var body = ""
        mutating func react(to event: any Event) { if event is Renamed { body += "x" } }
    }

    private struct Both<Document: State & Codable & UndoableDocument, Item: Codable & Sendable & Equatable>: State,
        Codable
    {
        var note: Undoable<Document>
        var posts = QueryCache<Int, Item>("posts")
        mutating func react(to event: any Event) { if !posts.react(to: event) { note.react(to: event) } }
    }

    @Test("Values of queries and earlier documents are renamed in the state and in the events of a query")
    func renamed() async throws {
        typealias Before = Both<Old, Old.Item>
        typealias After = Both<New, New.Item>
        let rename: Upcaster = { $0.forEachQueryValue { $0.rename("title", to: "headline") } }
        let folder = try ScratchFolder()
        let old = EventCatalog<Before>(
            parts: [.part(\.note, as: "note"), .part(\.posts, as: "posts")],
            events: [.event(Renamed.self, as: "post.renamed")])
        let new = EventCatalog<After>(
            version: 2,
            upcasting: [
                1: { state in
                    state["note"]?.forEachDocument { $0.rename("text", to: "body") }
                    state["posts"]?.forEachQueryValue { $0.rename("title", to: "headline") }
                }
            ],
            parts: [.part(\.note, as: "note"), .part(\.posts, as: "posts", version: 2, upcasting: [1: rename])],
            events: [.event(Renamed.self, as: "post.renamed")])
        func arrived<Item>(_ id: Int, _ item: Item) -> [QueryChange<Int, Item>] {
            [
                QueryChange(name: "posts", kind: .began(id, run: 1, seen: 0)),
                QueryChange(
                    name: "posts",
                    kind: .arrived(id, run: 1, item, tags: [], seen: 0, at: Timestamp(millisecondsSince1970: 0))),
            ]
        }
        // One value is in the state of the last segment, and one in its events.
        let rotation = JournalConfiguration(app: "tests", durability: .process, rotation: Rotation(entries: 6))
        let first = try await Core.open(
            journal: folder.path, initial: Before(note: Undoable(Old())), catalog: old, configuration: rotation)
        for change in arrived(1, Old.Item(title: "one")) { first.core.fire(event: change) }
        for _ in 0..<3 { first.core.fire(event: Renamed(id: 1, title: "")) }
        if let undo = await first.core.state.note.undoEvent { first.core.fire(event: undo) }
        try await first.journal.durable()
        await first.core.settled()
        for change in arrived(2, Old.Item(title: "two")) { first.core.fire(event: change) }
        try await first.close()
        let second = try await Core.open(
            journal: folder.path, initial: After(note: Undoable(New())), catalog: new, configuration: rotation)
        let state = await second.core.state
        #expect(state.posts[1] == New.Item(headline: "one") && state.posts[2] == New.Item(headline: "two"))
        var note = state.note
        #expect(note.document.body == "xx" && note.undoCount == 2 && note.redoCount == 1)
        note.redoEvent.map { note.react(to: $0) }
        #expect(note.document.body == "xxx")
        try await second.close()
    }

    @Test("A query that is added to a recorded state needs only its name in the upcaster")
    func added() async throws {
        let decoded = try JSON.decode(QueryCache<Int, Post>.self, from: Array(#"{"name": "posts"}"#.utf8))
        #expect(decoded == QueryCache("posts"))
        try await Simulation.check(seeds: 0..<1) { sim in
            let disk = SimulatedDisk()
            let before = try await Core.open(
                journal: "/shelf", initial: Shelf(), catalog: EventCatalog<Shelf>(events: []),
                configuration: sim.journal("shelf", on: disk), runtime: sim.runtime("before"))
            try await before.close()
            let after = try await Core.open(
                journal: "/shelf", initial: ShelfWithPosts(),
                catalog: EventCatalog<ShelfWithPosts>(
                    version: 2, upcasting: [1: { $0.add("posts", ["name": "posts"]) }],
                    parts: [.part(\.posts, as: "posts")], events: []),
                configuration: sim.journal("shelf", on: disk), runtime: sim.runtime("after"))
            #expect(await after.core.state == ShelfWithPosts())
            try await after.close()
        }
    }

    @Test("A recording contains the line that invalidated, and the line that declares the query of a read")
    func places() async throws {
        let folder = try ScratchFolder()
        let server = Server()
        server.posts.open(with: "title")
        let opened = try await Self.open(folder, server)
        _ = try await opened.core.fetch(Feed.posts, 4)
        opened.core.invalidate("post")
        try await opened.close()
        var places: [String: Set<String>] = [:]
        var reader = try RecordingReader(path: "\(folder.path)/feed")
        while let line = try reader.next() {
            guard case .entry(let entry) = line, let event = entry.event, let place = entry.place else { continue }
            places[event.name, default: []].insert(String(place.prefix { $0 != ":" }))
        }
        #expect(places["queries.invalidated"] == ["ReactorQueriesTests/RecordedQueriesTests.swift"])
        #expect(places["post.changed"]?.count == 1)
        #expect(places["post.changed"]?.allSatisfy { $0.hasPrefix("ReactorQueriesTests/") } == true)
    }

    @Test("A reopened journal contains the values, and a watch, its end and a fresh value write nothing")
    func reopened() async throws {
        try await Simulation.check(seeds: 0..<20) { sim in
            let disk = SimulatedDisk()
            func open(_ name: String) async throws -> OpenedCore<Feed> {
                try await Core.open(
                    journal: "/feed", initial: Feed(), catalog: Self.catalog,
                    configuration: sim.journal("feed", on: disk),
                    dependencies: Dependencies { dependencies in
                        dependencies.server = Server()
                        dependencies.server.posts.open(with: "title")
                        dependencies.server.lists.open(with: [7, 8])
                    }, runtime: sim.runtime(name))
            }
            let first = try await open("first")
            let watches = [first.core.watch(Feed.posts, 7), first.core.watch(Feed.posts, 8)]
            let list = first.core.watch(Feed.lists, "all")
            await first.core.idle()
            let prediction = first.core.predict(Renamed(id: 7, title: "mine"))
            first.core.invalidate("post")
            await first.core.idle()
            prediction.commit()
            let applied = await first.core.counts.applied
            for _ in 0..<10 { first.core.watch(Feed.posts, 7).cancel() }
            await first.core.idle()
            try await sim.expect("nothing was written") { await first.core.counts.applied == applied }
            let state = await first.core.state
            try await first.close()
            withExtendedLifetime((watches, list)) {}
            let second = try await open("second")
            let reopened = await second.core.state
            try await sim.expect("\(reopened) is not \(state)") { reopened == state }
            try await sim.expect { reopened.posts[7]?.title == "mine" && reopened.posts[8]?.title == "title" }
            try await sim.expect { reopened.lists["all"] == [7, 8] }
            try await second.close()
        }
    }

    @Test(
        "A journal with thousands of invalidated tags is replayed to the same bytes, from each of its states"
    )
    func forgotten() async throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/feed"
        let server = Server()
        server.posts.open(with: "title")
        server.lists.open(with: [7, 8])
        let opened = try await Self.open(
            folder, server,
            JournalConfiguration(
                app: "feed", rotation: Rotation(entries: 400, keeping: 2), checkEvery: 1, gathering: .zero))
        let core = opened.core
        let watches = [core.watch(Feed.posts, 7), core.watch(Feed.posts, 8)]
        let list = core.watch(Feed.lists, "all")
        await core.idle()
        for round in 0..<40 {
            let prediction = round % 8 == 3 ? core.predict(Renamed(id: 7, title: "\(round)"), about: ["draft"]) : nil
            for number in 0..<60 { core.invalidate(QueryTag("comment", 60 * round + number)) }
            if round % 5 == 0 { core.invalidate(QueryTag("post", 7)) }
            await core.idle()
            prediction?.commit()
            try await opened.journal.durable()
        }
        await core.refresh(Feed.posts, 8)
        await core.idle()
        let live = await core.state
        #expect(live.posts.invalidations.count > 2_000 && live.posts.invalidations.remembered < 400)
        try await opened.close()
        withExtendedLifetime((watches, list)) {}
        guard case .same = Verification(at: path, catalog: Self.catalog).outcome else {
            Issue.record("it differs")
            return
        }
        var replay = try Replay(of: RecordingFile(path: path), catalog: Self.catalog)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let replayed = replay.state
        #expect(try encoder.encode(replayed) == encoder.encode(live))
    }
}

private struct Shelf: State, Codable, Equatable {
    var name = "novels"
    mutating func react(to event: any Event) {}
}

private struct ShelfWithPosts: State, Codable, Equatable {
    var name = "novels"
    var posts = QueryCache<Int, Post>("posts")
    mutating func react(to event: any Event) { _ = posts.react(to: event) }
}
