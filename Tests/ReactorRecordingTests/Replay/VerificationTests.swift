import Foundation
import Reactor
import ReactorRecording
import ReactorTestSupport
import Testing

@Suite("Verification")
struct VerificationTests {
    /// A recording of a program that begins with this state.
    private func recording<StateType>(
        _ state: StateType, _ catalog: EventCatalog<StateType>, _ lines: [JournalLine] = []
    ) throws -> Recording {
        var header = sample().header
        header.base = try catalog.encode(state: state).bytes()
        header.pending = []
        return Recording(header: header, lines: lines)
    }

    private static func added(_ seq: UInt64, id: String = "1") -> JournalLine {
        let payload = #"{"id":\#(id),"title":""}"#
        return .entry(.delivered(seq, RecordedEvent(name: "item.added", payload: Array(payload.utf8))))
    }

    /// Its third event makes it read a value that is not in the event.
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
        "A react(to:) that is not pure is found at its entry, with the difference",
        arguments: [Impure.Way.counter, .hashes])
    func impure(way: Impure.Way) throws {
        let catalog = EventCatalog<Impure>(events: [.event(ItemAdded.self, as: "item.added")])
        let recording = try recording(Impure(way: way), catalog, (1...8).map { Self.added($0) })
        for spacing in [UInt64(1), 2, 5, 1_000] {
            let verification = try Verification(of: recording, every: spacing, catalog: catalog)
            guard case .impure(seq: 3, let difference) = verification.finding?.difference else {
                Issue.record("\(String(describing: verification.finding))")
                return
            }
            #expect(difference.changes.allSatisfy { $0.path.steps.first == .key("seen") })
        }
    }

    @Test("If a later segment contains the state, the difference is reported")
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
            case .differs(_, header.from, .changes(let difference))? = try Verification(
                of: changed, catalog: Shelf.catalog
            )
            .finding?.difference
        else {
            Issue.record("nothing was found")
            return
        }
        #expect(difference.changes.contains { "\($0.path)" == "owner" })
    }

    /// Stores the values of an event in the order of their hashes.
    struct Tagged: State, Codable {
        struct Tag: Event, Codable { var tags: Set<String> }

        var tags: [String] = []
        mutating func react(to event: any Event) { if let event = event as? Tag { tags += event.tags } }
    }

    @Test("A react(to:) that iterates over a set in its event is found, because each replay decodes the events")
    func orderWithinAnEvent() throws {
        let catalog = EventCatalog<Tagged>(events: [.event(Tagged.Tag.self, as: "tag")])
        let lines = try (UInt64(1)...20).map { seq in
            let event = Tagged.Tag(tags: Set((0..<40).map { "t\($0)" }))
            return JournalLine.entry(.delivered(seq, try catalog.encode(event)))
        }
        let recording = try recording(Tagged(), catalog, lines)
        // Among many threads, which share a heap, both replays may make the sets in the same places now and then.
        var finding: Verification.Finding?
        for _ in 1...5 {
            finding = try Verification(of: recording, catalog: catalog).finding
            if case .impure(seq: 1, _)? = finding?.difference { return }
        }
        Issue.record("\(String(describing: finding))")
    }

    @Test("A state that differs after encoding and decoding is found at the end")
    func flawed() throws {
        struct Page: State, Codable {
            var tags = StateFlawTests.Tags(Set((0..<40).map { "t\($0)" }))
            mutating func react(to event: any Event) {}
        }
        let catalog = EventCatalog<Page>(events: [])
        let verification = try Verification(of: recording(Page(), catalog), catalog: catalog)
        switch verification.finding?.difference {
        case .flawed(seq: 0, let flaw): #expect(flaw.path.steps.first == .key("tags"))
        case .impure(seq: 0, let difference):
            #expect(difference.changes.allSatisfy { $0.path.steps.first == .key("tags") })
        default: Issue.record("\(String(describing: verification.finding))")
        }
    }

    @Test("A state that two replays decode equally, and each time with another value, is found at the end")
    func decodedDifferently() throws {
        struct Page: State, Codable {
            var clock = StateFlawTests.Clock(ticks: 1)
            mutating func react(to event: any Event) {}
        }
        let catalog = EventCatalog<Page>(events: [])
        let verification = try Verification(of: recording(Page(), catalog), catalog: catalog)
        guard case .flawed(seq: 0, let flaw) = verification.finding?.difference else {
            Issue.record("\(String(describing: verification.finding))")
            return
        }
        #expect("\(flaw.path)" == "clock")
    }

    // MARK: Result

    @Test("A state of another version is not a difference")
    func otherVersion() async throws {
        let (recording, _) = try await recordedSession(seed: 5, segmentsEvery: 9)
        let lines = recording.lines.map { line -> JournalLine in
            guard case .check(var check) = line, check.digest != nil else { return line }
            check.digest = String(repeating: "0", count: 64)
            return .check(check)
        }
        let newer = EventCatalog<Shelf>(
            version: 2, upcasting: [1: { $0.add("shape", "round") }], unregistered: .mark, events: Shelf.lines)
        let verification = try Verification(of: Recording(header: recording.header, lines: lines), catalog: newer)
        let reason = "\(Verification.Incomparable.version(recorded: 1, known: 2))"
        #expect(verification.outcome == .nothingToCompare(reason: reason))
    }

    /// Two forms of one state, in the same version.
    private struct Before: State, Codable {
        var count = 0
        mutating func react(to event: any Event) { if event is ItemAdded { count += 1 } }
    }
    private struct After: State, Codable {
        var count = 0
        var color = "red"
        mutating func react(to event: any Event) { if event is ItemAdded { count += 1 } }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = try container.decode(Int.self, forKey: .count)
            color = try container.decodeIfPresent(String.self, forKey: .color) ?? "red"
        }
    }

    @Test("An added member with a default is reported as added, and digests are skipped")
    func otherShape() throws {
        let before = EventCatalog<Before>(events: [.event(ItemAdded.self, as: "item.added")])
        let after = EventCatalog<After>(events: [.event(ItemAdded.self, as: "item.added")])
        let check = JournalLine.check(JournalCheck(seq: 1, digest: try before.digest(of: Before(count: 1))))
        let recording = try recording(Before(), before, [Self.added(1), check])
        #expect(try Verification(of: recording, catalog: before).outcome == .same)
        guard case .nothingToCompare(let reason) = try Verification(of: recording, catalog: after).outcome
        else {
            Issue.record("no word of the form")
            return
        }
        #expect(reason.contains("The encoded form of the state has changed") && reason.contains("color"))
    }

    /// Draws a random number if an item has none.
    private struct Drawing: State, Codable {
        var items: [Int] = []

        mutating func react(to event: any Event) {
            guard let event = event as? ItemAdded else { return }
            items.append(event.id < 0 ? Int(UInt32.random(in: 0 ... .max)) : event.id)
        }
    }

    @Test("The first impure entry is found at any position", arguments: [1, 2, 17, 500, 999, 1_500, 2_000])
    func firstImpure(place: UInt64) throws {
        let catalog = EventCatalog<Drawing>(events: [.event(ItemAdded.self, as: "item.added")])
        let lines = (1...2_000).map { seq in Self.added(seq, id: seq == place ? "-1" : "\(seq)") }
        let recording = try recording(Drawing(), catalog, lines)
        guard
            case .impure(seq: let seq, let difference)? = try Verification(of: recording, catalog: catalog).finding?
                .difference
        else {
            Issue.record("nothing was found")
            return
        }
        #expect(seq == place)
        #expect(difference.changes.map { "\($0.path)" } == ["items[\(place - 1)]"])
    }
}
