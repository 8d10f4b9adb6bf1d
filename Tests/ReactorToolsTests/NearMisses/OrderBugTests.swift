import Foundation
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

    private static func search<App: OrderApp>(
        _ app: App.Type, bug: OrderBug?, sessions: Int
    ) async throws -> Search {
        var search = Search()
        for seed in 0..<UInt64(sessions) where search.found.isEmpty || bug == nil {
            // An app is used as it is, and not only until it is left: half of the clean sessions are of two lives.
            let restart = bug == nil && seed % 2 == 1 ? restarts[Int(seed / 2) % restarts.count] : nil
            guard let found = try await nearMisses(app, bug, seed, restart) else { continue }
            search.sessions += 1
            search.found += found
        }
        return search
    }

    private static let restarts = OrderSession.Restart.allCases

    /// What breaks an invariant in another order of a session; nil when the session did by itself.
    private static func nearMisses<App: OrderApp>(
        _ app: App.Type, _ bug: OrderBug?, _ session: UInt64, _ restart: OrderSession.Restart? = nil
    ) async throws -> [NearMiss]? {
        let recording = try await OrderSession.recorded(
            app, bug: bug, seed: 1_000_000 + session, restart: restart)
        var misses = try NearMisses(in: recording, catalog: App.catalog, invariants: App.invariants)
        let report = try misses.run()
        guard report.brokenAsRecorded.isEmpty else { return nil }
        return report.found.filter { if case .broken = $0.kind { true } else { false } }
    }

    private static func search(_ bug: OrderBug, sessions: Int) async throws -> Search {
        if OrderBug.ofSearchBox.contains(bug) { return try await search(SearchBox.self, bug: bug, sessions: sessions) }
        if OrderBug.ofEditor.contains(bug) { return try await search(NoteEditor.self, bug: bug, sessions: sessions) }
        return try await search(Booking.self, bug: bug, sessions: sessions)
    }

    @Test("Of the twenty bugs nineteen break something in an order that a session did not have, in a few entries")
    func bugs() async throws {
        // What was never answered twice has no second answer that could come at another time.
        let missed: Set<OrderBug> = [.orderedTwice]
        let sample: Set<OrderBug> = [
            .staleAnswer, .pagesAsTheyCome, .savedMeansAllSaved, .undoOverRefresh, .discountOnTheWay,
        ]
        for bug in OrderBug.allCases where Loops.isThorough || sample.contains(bug) {
            let search = try await Self.search(bug, sessions: 300)
            let first = search.found.first
            #expect((first == nil) == missed.contains(bug), "\(bug) in \(search.sessions) sessions")
            #expect((first?.draft.entries.count ?? 0) <= 12, "\(bug)")
            if Loops.isThorough {
                print("near misses: \(bug) in session \(search.sessions): \(first?.text ?? "nothing")")
            }
        }
    }

    /// Ten minutes on two cores, for twenty bugs: a minute of one core each.
    private static let budget = 60.0

    /// How many tries it took until one found something, and how many seconds of a processor; nil when none did in time.
    private struct Effort: CustomStringConvertible {
        let tries: Int
        let seconds: Double
        let isFound: Bool

        init(_ findsInTry: (UInt64) async throws -> Bool) async rethrows {
            let begun = clock()
            var tries: UInt64 = 0
            var seconds = 0.0
            var isFound = false
            while !isFound && seconds < OrderBugTests.budget {
                isFound = try await findsInTry(tries)
                tries += 1
                seconds = Double(clock() - begun) / Double(CLOCKS_PER_SEC)
            }
            (self.tries, self.seconds, self.isFound) = (Int(tries), seconds, isFound)
        }

        var description: String {
            let time = seconds < 1 ? "\(Int((seconds * 1_000).rounded())) ms" : "\(Int(seconds.rounded())) s"
            return isFound ? "\(tries) in \(time)" : "not in \(tries)"
        }
    }

    private static func simulated(_ bug: OrderBug, _ order: SimulationOrder, swarm: Bool = false) async throws -> Effort
    {
        let options = SimulationOptions(runsTwice: false, shrinkingRuns: 0, order: order, swarm: swarm)
        return try await Effort { seed in
            do {
                try await Simulation.check(seeds: [seed], options: options) { sim in
                    try await OrderSearch.run(bug, in: sim)
                }
                return false
            } catch is SimulationFailure { return true }
        }
    }

    /// THOROUGH=1 prints it for all twenty; alone, with --no-parallel, since what is counted is the time of the process.
    @Test("Each search that can find a bug of order does in a minute of one core")
    func efforts() async throws {
        // The other tests look for the others; this one measures.
        for bug in OrderBug.allCases where Loops.isThorough || bug == .discountOnTheWay {
            let random = try await Self.simulated(bug, .random)
            let swarm = try await Self.simulated(bug, .random, swarm: true)
            let priority = try await Self.simulated(bug, .priority(changes: 2, turns: 300))
            let explored = try await Effort { _ in
                do {
                    _ = try OrderSearch.explore(bug, of: bug.neighbors, depth: 7)
                    return false
                } catch is ExplorationFailure { return true }
            }
            let nearMisses = try await Effort { try await Self.findsNearMiss(of: bug, in: $0) }
            #expect(random.isFound && priority.isFound && explored.isFound, "\(bug)")
            #expect(nearMisses.isFound || bug == .orderedTwice, "\(bug)")
            if Loops.isThorough {
                print("effort | \(bug) | \(random) | \(swarm) | \(priority) | \(explored) | \(nearMisses) |")
            }
        }
    }

    private static func findsNearMiss(of bug: OrderBug, in session: UInt64) async throws -> Bool {
        if OrderBug.ofSearchBox.contains(bug) { return try await findsNearMiss(SearchBox.self, bug, session) }
        if OrderBug.ofEditor.contains(bug) { return try await findsNearMiss(NoteEditor.self, bug, session) }
        return try await findsNearMiss(Booking.self, bug, session)
    }

    /// A session that broke an invariant by itself is none that went well, and its time counts.
    private static func findsNearMiss<App: OrderApp>(
        _ app: App.Type, _ bug: OrderBug?, _ session: UInt64
    ) async throws -> Bool {
        try await nearMisses(app, bug, session)?.isEmpty == false
    }

    @Test("Sessions of apps without a bug have no near miss")
    func clean() async throws {
        let sessions = Loops.isThorough ? 100 : 10
        for search in [
            try await Self.search(SearchBox.self, bug: nil, sessions: sessions),
            try await Self.search(NoteEditor.self, bug: nil, sessions: sessions),
            try await Self.search(Booking.self, bug: nil, sessions: sessions),
        ] {
            // One that breaks an invariant by itself would be left out.
            #expect(search.sessions == sessions)
            if Loops.isThorough { print("clean: \(search.sessions) sessions, \(search.found.map(\.text))") }
            #expect(search.found.isEmpty, "\(search.found.map(\.text))")
        }
    }
}
