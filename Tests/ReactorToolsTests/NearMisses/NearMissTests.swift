import Reactor
import ReactorRecording
import ReactorTesting
import Testing

@testable import ReactorTools

/// What is shown, and how it was asked for: answers are kept in the order in which they come.
struct Wall: State, Codable {
    var notes: [Int] = []
    var asked = 0

    mutating func react(to event: any Event) {
        switch event {
        case is NoteAsked: asked += 1
        case let event as NoteCame: notes.append(event.number)
        case is WallCleared: notes = []
        case is Reset<Wall>: self = Wall()
        default: break
        }
    }

    static let catalog = EventCatalog<Wall>(events: [
        .event(NoteAsked.self, as: "note.asked"), .event(NoteCame.self, as: "note.came"),
        .event(NoteNamed.self, as: "note.named"),
        .event(WallCleared.self, as: "wall.cleared"), .reset(Wall.self, as: "wall.reset"),
    ])
    static let sorted = Invariant<Wall>("notes are sorted") { $0.notes == $0.notes.sorted() }
    static let fewAsked = Invariant<Wall>("no note comes before it is asked for") { $0.notes.count <= $0.asked }
}

/// One whose state does not encode when it shows too much.
private struct Scale: State, Codable {
    var grams = 0

    mutating func react(to event: any Event) { if event is Overloaded { grams = .max } }

    private enum CodingKeys: CodingKey { case grams }

    func encode(to encoder: any Encoder) throws {
        guard grams < .max else {
            throw EncodingError.invalidValue(
                grams, EncodingError.Context(codingPath: [CodingKeys.grams], debugDescription: "It shows nothing."))
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(grams, forKey: .grams)
    }

    static let catalog = EventCatalog<Scale>(events: [.event(Overloaded.self, as: "overloaded")])
}

private struct Overloaded: Event, Codable {}

struct NoteAsked: Event, Codable {}
struct NoteCame: Event, Codable { let number: Int }
struct NoteNamed: Event, Codable { let name: String }
struct WallCleared: Event, Codable {}

/// Writes a session down, a millisecond an entry.
struct WallSession {
    private(set) var entries: [JournalEntry] = []

    /// - Parameters:
    ///   - launch: the command that it comes from.
    ///   - parent: the command that fired that.
    ///   - event: the entry that a reaction answered with it.
    ///   - launchedAt: when that was launched, in milliseconds.
    ///   - entry: before which entry it was launched, otherwise.
    mutating func add(
        _ event: any Event, of launch: UInt64? = nil, firedBy parent: UInt64? = nil, reactingTo cause: UInt64? = nil,
        launchedBefore entry: Int? = nil, launchedAt: Int? = nil, at: Int? = nil, step: JournalStep = .event()
    ) throws {
        let launchedAt = launchedAt ?? entry.map { 10 * $0 - 5 }
        entries.append(
            JournalEntry(
                seq: UInt64(entries.count + 1),
                at: Timestamp(millisecondsSince1970: Int64(at ?? 10 * entries.count)), step: step,
                cause: launch.map { JournalCause(command: "Ask", launch: $0, parent: parent, event: cause) },
                launchedAt: launchedAt.map { Timestamp(millisecondsSince1970: Int64($0)) },
                event: try Wall.catalog.encode(event)))
    }

    /// An event that could not be recorded.
    mutating func addLost() throws {
        try add(NoteAsked())
        entries[entries.count - 1].event = RecordedEvent(name: "note.lost", version: 1, gap: .unregistered)
    }

    mutating func rollBack(_ id: UInt64) {
        entries.append(
            JournalEntry(
                seq: UInt64(entries.count + 1), at: Timestamp(millisecondsSince1970: Int64(10 * entries.count)),
                step: .rollback(PredictionID(id))))
    }

    var recording: Recording {
        get throws {
            let header = JournalHeader(
                id: "wall", app: "wall", at: Timestamp(millisecondsSince1970: 0), schema: Wall.catalog.schema,
                base: try Wall.catalog.encode(state: Wall()).bytes(.canonical))
            return Recording(header: header, lines: entries.map { .entry($0) })
        }
    }

    func search(_ invariants: [Invariant<Wall>], othersPass: Bool = true) throws -> NearMissReport {
        var search = try NearMisses(in: recording, catalog: Wall.catalog, invariants: invariants)
        search.passesOthers = othersPass
        return try search.run()
    }
}

@Suite("Near misses")
struct NearMissTests {
    @Test(
        "Two answers whose commands were under way together change places, and what that breaks is shown in both entries"
    )
    func exchanged() throws {
        var session = WallSession()
        for _ in 1...6 { try session.add(NoteAsked()) }
        try session.add(NoteCame(number: 1), of: 1, launchedBefore: 0)
        try session.add(NoteCame(number: 2), of: 2, launchedBefore: 1)
        for _ in 1...3 { try session.add(NoteAsked()) }
        let report = try session.search([Wall.sorted])
        let miss = try #require(report.found.first)
        #expect(report.found.count == 1)
        #expect(miss.kind == .broken("notes are sorted"))
        #expect(
            miss.text == "'notes are sorted' is broken when #8 note.came of Ask 2 comes before #7 note.came of Ask 1")
        #expect(
            miss.draft.entries.map(\.event?.payload) == [Array(#"{"number":2}"#.utf8), Array(#"{"number":1}"#.utf8)])
        #expect(miss.times == 1)
    }

    @Test("What a prediction hides of two answers is found when it is rolled back")
    func hiddenByAPrediction() throws {
        var session = WallSession()
        try session.add(WallCleared(), step: .begin(PredictionID(1)))
        try session.add(NoteCame(number: 1), of: 1, launchedBefore: 0, step: .place(asOf: nil))
        try session.add(NoteCame(number: 2), of: 2, launchedBefore: 0, step: .place(asOf: nil))
        // No answer comes as late as the end of the prediction.
        for _ in 1...20 { try session.add(NoteAsked()) }
        #expect(try session.search([Wall.sorted]).found.isEmpty)
        session.rollBack(1)
        #expect(try session.search([Wall.sorted]).found.map(\.kind) == [.broken("notes are sorted")])
    }

    @Test("A session whose state does not encode is refused, and says so")
    func unencodable() throws {
        let header = JournalHeader(
            id: "scale", app: "scale", at: Timestamp(millisecondsSince1970: 0), schema: Scale.catalog.schema,
            base: try Scale.catalog.encode(state: Scale()).bytes(.canonical))
        let entry = JournalEntry(
            seq: 1, at: Timestamp(millisecondsSince1970: 0), step: .event(),
            event: try Scale.catalog.encode(Overloaded()))
        let recording = Recording(header: header, lines: [.entry(entry)])
        #expect(throws: ReplayError.self) {
            try NearMisses(in: recording, catalog: Scale.catalog, invariants: [])
        }
    }

    @Test("A command that was launched after an answer had landed never comes before it")
    func caused() throws {
        var session = WallSession()
        try session.add(NoteCame(number: 1), of: 1, launchedBefore: 0)
        // Launched five milliseconds behind the first answer.
        try session.add(NoteCame(number: 2), of: 2, launchedBefore: 1)
        #expect(try session.search([Wall.sorted]).found.isEmpty)
        #expect(try session.search([Wall.sorted]).orders == 0)
    }

    @Test("Of two commands launched in the same millisecond as an answer, the one with the lower number was under way")
    func sameMillisecond() throws {
        for (first, second, orders) in [(2, 1, 1), (1, 2, 0)] as [(UInt64, UInt64, Int)] {
            var session = WallSession()
            try session.add(NoteCame(number: 1), of: first)
            try session.add(NoteCame(number: 2), of: second)
            #expect(try session.search([Wall.sorted]).orders == orders, "\(first), \(second)")
        }
    }

    @Test("The events of one command keep their order")
    func oneCommand() throws {
        var session = WallSession()
        try session.add(NoteCame(number: 1), of: 1, launchedBefore: 0)
        try session.add(NoteCame(number: 2), of: 1)
        #expect(try session.search([Wall.sorted]).orders == 0)
    }

    @Test("An answer comes later than what was fired from elsewhere behind it, and never later than a Reset")
    func later() throws {
        var session = WallSession()
        try session.add(NoteCame(number: 3), of: 1, launchedBefore: 0)
        try session.add(NoteAsked())
        try session.add(Reset<Wall>())
        let never = Invariant<Wall>("nothing is asked for on an empty wall") { $0.asked == 0 || !$0.notes.isEmpty }
        let found = try session.search([never]).found
        #expect(
            found.map(\.text) == [
                "'nothing is asked for on an empty wall' is broken when #2 note.asked comes before #1 note.came of Ask 1"
            ])
        #expect(try session.search([never], othersPass: false).orders == 0)
    }

    @Test("What is fired from no command keeps its order")
    func others() throws {
        var session = WallSession()
        try session.add(NoteAsked())
        try session.add(NoteCame(number: 1))
        #expect(try session.search([Wall.fewAsked]).orders == 0)
    }

    @Test("An invariant that the session itself breaks is asked in no other order of it")
    func broken() throws {
        var session = WallSession()
        try session.add(NoteAsked())
        try session.add(NoteCame(number: 2), of: 1, launchedBefore: 0)
        try session.add(NoteCame(number: 1), of: 2, launchedBefore: 0)
        let report = try session.search([Wall.sorted, Wall.fewAsked])
        #expect(report.brokenAsRecorded == ["notes are sorted", "no note comes before it is asked for"])
        #expect(report.found.allSatisfy { if case .ends = $0.kind { true } else { false } })
    }

    @Test("Two answers that leave another state are said to end otherwise, with the place")
    func ends() throws {
        var session = WallSession()
        try session.add(NoteCame(number: 1), of: 1, launchedBefore: 0)
        try session.add(NoteCame(number: 2), of: 2, launchedBefore: 0)
        let found = try session.search([]).found
        #expect(found.count == 1)
        guard case .ends(let place)? = found.first?.kind else { return #expect(Bool(false), "\(found)") }
        #expect(place.hasPrefix("notes"))
    }

    @Test("An answer does not come before the prediction that it is the answer to")
    func predictions() throws {
        var session = WallSession()
        try session.add(NoteCame(number: 1), of: 1, launchedBefore: 0)
        try session.add(NoteCame(number: 2), of: 2, launchedBefore: 0, step: .begin(PredictionID(1)))
        try session.add(NoteCame(number: 2), step: .replace(PredictionID(1)))
        let report = try session.search([Wall.sorted])
        // Only the prediction changes places with the first answer.
        #expect(report.orders == 1)
        #expect(report.found.map(\.draft.entries.count) == [2])
    }

    @Test(
        "Every order that is tried keeps causes, and exchanges of neighbours are all tried: compared with all permutations"
    )
    func naive() throws {
        for seed in 0..<UInt64(60) {
            var random = SeededRandom(seed: seed)
            var session = WallSession()
            let count = 4
            // Of each moment, its launch, and before which moment that was launched.
            var launches: [(UInt64?, Int)] = []
            var last: UInt64 = 0
            for place in 0..<count {
                if random.chance(25) {
                    launches.append((nil, place))
                } else {
                    last += 1
                    launches.append((last, random.number(in: 0...place)))
                }
            }
            // Launches count up in the order of time.
            let order = launches.indices.filter { launches[$0].0 != nil }.sorted { launches[$0].1 < launches[$1].1 }
            for (number, index) in order.enumerated() { launches[index].0 = UInt64(number + 1) }
            for (place, (launch, before)) in launches.enumerated() {
                try session.add(NoteCame(number: place), of: launch, launchedBefore: launch == nil ? nil : before)
            }
            // An order may be if nothing stands before a moment that came before its command was launched.
            func mayBe(_ order: [Int]) -> Bool {
                for (rank, late) in order.enumerated() {
                    for early in order[(rank + 1)...] where early < late {
                        guard launches[late].0 != nil else {
                            if launches[early].0 == nil { return false }
                            continue
                        }
                        // The command of `late` was launched before the moment `early`.
                        if launches[late].1 > early { return false }
                    }
                }
                return true
            }
            let exchanges = (0..<count).flatMap { first in ((first + 1)..<count).map { (first, $0) } }
            var expected: Set<[Int]> = []
            for (first, second) in exchanges where launches[first].0 != nil {
                var later = Array(0..<count)
                later.remove(at: first)
                later.insert(first, at: second)
                if mayBe(later) { expected.insert(later) }
                var sooner = Array(0..<count)
                sooner.remove(at: second)
                sooner.insert(second, at: first)
                if launches[second].0 != nil, mayBe(sooner) { expected.insert(sooner) }
            }
            #expect(try session.search([]).orders == expected.count, "seed \(seed): \(launches)")
        }
    }
}
