import OrderApps
import Reactor
import ReactorRecording
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorTools

/// The twenty bugs of order, and the apps without one: what near misses of sessions that went well show. THOROUGH=1 looks at
/// all of them.
@Suite("Near misses in sessions of apps with bugs of order")
struct OrderBugTests {
    private struct Search {
        /// What breaks an invariant, in the sessions that went well.
        var found: [NearMiss] = []
        /// How many sessions went well until something was found, or until the end.
        var sessions = 0
    }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    private static func search<App: OrderApp>(
        _ app: App.Type, bug: OrderBug?, sessions: Int
    ) async throws -> Search {
        var search = Search()
        for seed in 0..<UInt64(sessions) where search.found.isEmpty || bug == nil {
            let recording = try await OrderSession.recorded(app, bug: bug, seed: 1_000_000 + seed)
            var misses = try NearMisses(in: recording, catalog: App.catalog, invariants: App.invariants)
            let report = try misses.run()
            guard report.brokenAsRecorded.isEmpty else { continue }
            search.sessions += 1
            search.found += report.found.filter { if case .broken = $0.kind { true } else { false } }
        }
        return search
    }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    private static func search(_ bug: OrderBug, sessions: Int) async throws -> Search {
        if OrderBug.ofSearchBox.contains(bug) { return try await search(SearchBox.self, bug: bug, sessions: sessions) }
        if OrderBug.ofEditor.contains(bug) { return try await search(NoteEditor.self, bug: bug, sessions: sessions) }
        return try await search(Booking.self, bug: bug, sessions: sessions)
    }

    @Test("Of the twenty bugs nineteen break something in an order that a session did not have, in a few entries")
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func bugs() async throws {
        // What was never answered twice has no second answer that could come at another time.
        let missed: Set<OrderBug> = [.orderedTwice]
        let sample: Set<OrderBug> = [
            .staleAnswer, .pagesAsTheyCome, .savedMeansAllSaved, .undoOverRefresh, .discountOnTheWay,
        ]
        for bug in OrderBug.allCases where Loops.isThorough || sample.contains(bug) {
            let search = try await Self.search(bug, sessions: 100)
            let first = search.found.first
            #expect((first == nil) == missed.contains(bug), "\(bug) in \(search.sessions) sessions")
            #expect((first?.draft.entries.count ?? 0) <= 10, "\(bug)")
            if Loops.isThorough {
                print("near misses: \(bug) in session \(search.sessions): \(first?.text ?? "nothing")")
            }
        }
    }

    @Test("Sessions of apps without a bug have no near miss")
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func clean() async throws {
        let sessions = Loops.isThorough ? 100 : 10
        for search in [
            try await Self.search(SearchBox.self, bug: nil, sessions: sessions),
            try await Self.search(NoteEditor.self, bug: nil, sessions: sessions),
            try await Self.search(Booking.self, bug: nil, sessions: sessions),
        ] {
            #expect(search.sessions == sessions)
            #expect(search.found.map(\.text) == [])
        }
    }
}
