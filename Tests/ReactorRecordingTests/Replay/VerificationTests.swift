import Foundation
import Reactor
import ReactorRecording
import TestSupport
import Testing

@Suite("Verification")
struct VerificationTests {
    @Test("A recording of a pure program is replayed to the digest that was recorded")
    func pure() async throws {
        for seed in 1...UInt64(12) {
            let (recording, states) = try await recordedSession(seed: seed, segmentsEvery: 9)
            let verification = try Verification(of: recording, every: 4, catalog: Shelf.catalog)
            #expect(verification.finding == nil, "seed \(seed)")
            #expect(verification.checks > 5)
            let last = try #require(states[verification.seq])
            #expect(verification.digest == (try Shelf.catalog.digest(of: last)))
        }
    }

    /// Its third event makes it read what is not in the event.
    struct Impure: State, Codable, Equatable {
        enum Way: String, Codable { case counter, hashes }

        var count = 0
        var way: Way
        var seen: [Int] = []
        var set: Set<Int> = Set(0..<40)

        static let outside = Locked(0)

        mutating func react(to event: any Event) {
            guard event is ItemAdded else { return }
            count += 1
            guard count == 3 else { return }
            switch way {
            case .counter:
                seen.append(
                    Self.outside.withLock {
                        $0 += 1; return $0
                    })
            case .hashes: seen = Array(set)
            }
        }
    }

    @Test(
        "A react(to:) that is not pure is found at the entry, with what differs",
        arguments: [
            Impure.Way.counter, .hashes,
        ])
    func impure(way: Impure.Way) throws {
        let catalog = EventCatalog<Impure>(events: [.event(ItemAdded.self, as: "item.added")])
        var header = sample().header
        header.base = try catalog.encode(state: Impure(way: way)).bytes()
        let lines = (1...8).map { seq in
            JournalLine.entry(
                .told(seq, RecordedEvent(name: "item.added", payload: Array(#"{"id":1,"title":""}"#.utf8))))
        }
        let recording = Recording(header: header, lines: lines)
        for spacing in [UInt64(1), 2, 5, 1_000] {
            let verification = try Verification(of: recording, every: spacing, catalog: catalog)
            guard case .impure(seq: 3, let difference) = verification.finding else {
                Issue.record("\(String(describing: verification.finding))")
                return
            }
            #expect(difference.changes.allSatisfy { $0.path.steps.first == .key("seen") })
        }
    }

    @Test("A program that has changed since is found between two checks")
    func changed() async throws {
        var (recording, _) = try await recordedSession(seed: 5)
        var lines = recording.lines
        let checks = lines.indices.filter { if case .check = lines[$0] { true } else { false } }
        lines[checks[3]] = .check(JournalCheck(seq: lines[checks[3]].seqForTests, digest: "0000"))
        recording = Recording(header: recording.header, lines: lines)
        let verification = try Verification(of: recording, catalog: Shelf.catalog)
        let (after, through) = (lines[checks[2]].seqForTests, lines[checks[3]].seqForTests)
        #expect(verification.finding == .differs(after: after, through: through, nil))
    }

    @Test("Where a later segment holds the state, what differs is said")
    func changedSegment() async throws {
        let (recording, _) = try await recordedSession(seed: 5, segmentsEvery: 6)
        var lines = recording.lines
        let place = try #require(lines.lastIndex { if case .header = $0 { true } else { false } })
        guard case .header(var header) = lines[place] else { return }
        var base = try JSON(parsing: header.base)
        base["owner"] = "somebody else"
        header.base = base.bytes()
        header.pending = []
        lines[place] = .header(header)
        let changed = Recording(header: recording.header, lines: lines)
        guard
            case .differs(_, header.from, let difference?)? = try Verification(of: changed, catalog: Shelf.catalog)
                .finding
        else {
            Issue.record("nothing was found")
            return
        }
        #expect(difference.changes.contains { "\($0.path)" == "owner" })
    }

    @Test("Digests are not compared once something secret was taken out")
    func redacted() async throws {
        var (recording, _) = try await recordedSession(seed: 5)
        var header = recording.header
        header.isRedacted = true
        var base = try JSON(parsing: header.base)
        base["owner"] = "redacted"
        header.base = base.bytes()
        recording = Recording(header: header, lines: recording.lines)
        let verification = try Verification(of: recording, catalog: Shelf.catalog)
        #expect(verification.finding == nil)
        #expect(!verification.isExact)
    }

    @Test("A state that does not come back from its encoding is found at the end")
    func flawed() throws {
        struct Page: State, Codable {
            var tags = StateFlawTests.Tags(Set((0..<40).map { "t\($0)" }))
            mutating func react(to event: any Event) {}
        }
        let catalog = EventCatalog<Page>(events: [])
        var header = sample().header
        header.base = try catalog.encode(state: Page()).bytes()
        let verification = try Verification(of: Recording(header: header, lines: []), catalog: catalog)
        switch verification.finding {
        case .flawed(seq: 0, let flaws): #expect(flaws.map { "\($0.path)" } == ["tags"])
        case .impure(seq: 0, let difference):
            #expect(difference.changes.allSatisfy { $0.path.steps.first == .key("tags") })
        default: Issue.record("\(String(describing: verification.finding))")
        }
    }
}
