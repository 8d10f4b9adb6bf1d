import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing
import ExampleTextEditCatalog

@testable import ReactorRecording
@testable import ReactorTools

@Suite("Minimisation")
struct MinimisationTests {
    @Test("Of many entries those are left that break the invariant, with small values, equal ones still equal")
    func shop() throws {
        for seed in 1...UInt64(Loops.rounds(of: 60)) {
            var minimisation = try Minimisation(
                of: try Shop.session(seed: seed, count: 300), catalog: Shop.catalog,
                judge: Shop.invariant.judge(Shop.catalog))
            try minimisation.run()
            let events = minimisation.smallest.entries.compactMap(\.event)
            #expect(events.map(\.name) == ["item.stocked", "item.bought", "item.priced", "item.returned"])
            #expect(
                events.map { String(decoding: $0.payload, as: UTF8.self) } == [
                    #"{"id":0,"price":0,"tags":[]}"#, #"{"id":0}"#, #"{"id":0,"price":1}"#, #"{"id":0}"#,
                ], "seed \(seed)")
            #expect(minimisation.entriesBefore == 304)
        }
    }

    @Test("Four times the entries take hardly more replays where few entries count")
    func replaysOfFew() throws {
        for seed in 1...UInt64(Loops.rounds(of: 40)) {
            let (few, many) = (try replays(seed, 250), try replays(seed, 1_000))
            #expect(many <= few + few / 2, "seed \(seed): \(few), then \(many)")
        }
    }

    @Test("Where every entry counts, four times the entries take four times the replays and not sixteen")
    func replaysOfAll() throws {
        func replays(_ count: Int) throws -> Int {
            let all = try Shop.recording((0..<count).map { Stocked(id: $0, price: 1) })
            var minimisation = try Minimisation(of: all, catalog: Shop.catalog) { draft in
                draft.entries.count == count ? UInt64(count) : nil
            }
            try minimisation.run()
            #expect(minimisation.smallest.entries.count == count)
            return minimisation.replays
        }
        let (few, many) = (try replays(60), try replays(240))
        #expect(many < few * 6, "\(few), then \(many)")
    }

    // MARK: The state that it begins with

    /// Needs one that is stocked, and thirty that are bought.
    private static let full = Invariant<Shop>("few are bought") { $0.basket.count < 30 }

    private func crowdedSession() throws -> RecordingDraft {
        try Shop.recording([Stocked(id: 5, price: 3, tags: ["red"])] + (0..<40).map { _ in Bought(id: 5) })
    }

    @Test("What many entries lead to becomes a state, and the event that breaks it is left")
    func foldsManyEntries() throws {
        let judge = Self.full.judge(Shop.catalog)
        var minimisation = try Minimisation(of: try crowdedSession(), catalog: Shop.catalog, judge: judge)
        try minimisation.run()
        let smallest = minimisation.smallest
        #expect(smallest.entries.compactMap(\.event?.name) == ["item.bought"])
        #expect(try judge(smallest) == 1)
        let state = try Shop.catalog.decode(state: smallest.header.base, version: 1)
        #expect(state == Shop(items: [Shop.Item(id: 0, price: 0)], basket: Array(repeating: 0, count: 29)))
    }

    @Test("A state takes the place of entries only where it is still found behind it, of fewer of them if need be")
    func foldsOnlyWhatIsJudged() throws {
        let session = try crowdedSession()
        let judge = Self.full.judge(Shop.catalog)
        // It depends on what no state holds: that four were bought in a row.
        for (needed, left) in [(41, 31), (4, 4)] {
            var minimisation = try Minimisation(of: session, catalog: Shop.catalog) { draft in
                let isOwn = draft.header.base == session.header.base
                return isOwn || draft.entries.count >= needed ? try judge(draft) : nil
            }
            try minimisation.run()
            #expect(minimisation.smallest.entries.count == left)
        }
    }

    @Test("A state that takes the place of entries is of today's version, whatever version the recording begins with")
    func foldsOlderVersions() throws {
        let catalog = EventCatalog<Till>(
            version: 2,
            upcasting: [1: { json in json["cents"] = .number(JSON.Number((json["cents"]?.int ?? 0) * 100)) }],
            events: [.event(Till.Paid.self, as: "paid")])
        let paid = (0..<40).map { _ in RecordedEvent("paid", #"{"cents":1}"#) }
        let judge = Invariant<Till>("little is paid") { $0.cents < 30 }.judge(catalog)
        var minimisation = try Minimisation(
            of: RecordingDraft(from: #"{"cents":0}"#, version: 1, paid), catalog: catalog, judge: judge)
        try minimisation.run()
        let smallest = minimisation.smallest
        #expect(smallest.entries.count == 1)
        #expect(smallest.header.schema.state == 2)
        #expect(String(decoding: smallest.header.base, as: UTF8.self) == #"{"cents":29}"#)
    }

    @Test("What was pending at the beginning and is no more is not pending behind the state that takes its place")
    func foldsWhatWasPending() throws {
        let session = try crowdedSession()
        var header = session.header
        header.pending = [
            PendingEntry(owner: .prediction(PredictionID(1)), events: [try Shop.catalog.encode(Bought(id: 9))])
        ]
        var entries = session.entries
        entries.insert(
            JournalEntry(seq: 0, at: Timestamp(millisecondsSince1970: 0), step: .rollback(PredictionID(1))), at: 0)
        for index in entries.indices { entries[index].seq = UInt64(index + 1) }
        var minimisation = try Minimisation(
            of: RecordingDraft(header: header, entries: entries), catalog: Shop.catalog
        ) { draft in
            var replay = try Replay(draft.header, catalog: Shop.catalog)
            for entry in draft.entries {
                try replay.read(.entry(entry))
                if replay.pending.isEmpty, replay.state.basket.count >= 30 { return replay.seq }
            }
            return nil
        }
        try minimisation.run()
        #expect(minimisation.smallest.entries.count == 1)
        #expect(minimisation.smallest.header.pending.isEmpty)
    }

    @Test("Few entries stay, and the state that an app begins with stays what it is")
    func fewEntriesStay() throws {
        let judge = Invariant<Shop>("few are bought") { $0.basket.count < 5 }.judge(Shop.catalog)
        let session = try crowdedSession()
        var header = session.header
        header.base = try Shop.catalog.encode(
            state: Shop(items: [
                Shop.Item(id: 5, price: 7, tags: ["red"]), Shop.Item(id: 6, price: 8),
            ])
        ).bytes()
        let draft = RecordingDraft(header: header, entries: session.entries.dropFirst())
        var minimisation = try Minimisation(of: draft, catalog: Shop.catalog, judge: judge)
        try minimisation.run()
        #expect(minimisation.smallest.header.base == header.base)
        #expect(minimisation.smallest.entries.count == 5)
    }

    @Test("The state that a later segment begins with becomes smaller like a payload")
    func laterSegment() throws {
        let session = try crowdedSession()
        var header = session.header
        header.from = 700
        let items = (0..<50).map { Shop.Item(id: $0, price: $0, tags: ["a"]) }
        header.base = try Shop.catalog.encode(state: Shop(items: items, basket: [3, 4], total: 9)).bytes()
        let entries = session.entries.dropFirst().enumerated().map { index, entry in
            var entry = entry
            entry.seq = 701 + UInt64(index)
            return entry
        }
        let judge = Invariant<Shop>("few are bought") { $0.basket.count < 5 }.judge(Shop.catalog)
        var minimisation = try Minimisation(
            of: RecordingDraft(header: header, entries: entries), catalog: Shop.catalog, judge: judge)
        try minimisation.run()
        let state = try Shop.catalog.decode(state: minimisation.smallest.header.base, version: 1)
        #expect(state == Shop(items: [Shop.Item(id: 0, price: 0)], basket: [0, 0]))
        #expect(minimisation.smallest.entries.count == 3)
    }

    @Test("Nothing in the recording is an error that says so")
    func nothing() throws {
        #expect(throws: MinimiseError.nothingFound(entries: 1)) {
            _ = try Minimisation(
                of: try Shop.recording([Bought(id: 1)]), catalog: Shop.catalog,
                judge: Shop.invariant.judge(Shop.catalog))
        }
        #expect("\(MinimiseError.nothingFound(entries: 1))".contains("1 entries"))
    }

    @Test("It ends with the same recording each time")
    func deterministic() throws {
        let session = try Shop.session(seed: 3, count: 200)
        let all = try (0..<3).map { _ in
            var minimisation = try Minimisation(
                of: session, catalog: Shop.catalog, judge: Shop.invariant.judge(Shop.catalog))
            try minimisation.run()
            return (minimisation.smallest, minimisation.replays)
        }
        #expect(all.allSatisfy { $0 == all[0] })
    }

    @Test("Interrupted at any replay, it holds the smallest recording so far, in which it is still found")
    func interrupted() throws {
        let session = try Shop.session(seed: 4, count: 120)
        let judge = Shop.invariant.judge(Shop.catalog)
        var last = Int.max
        for count in [1, 2, 5, 10, 20, 40] {
            var left = count
            var minimisation = try Minimisation(of: session, catalog: Shop.catalog) { draft in
                if left == 0 { throw CancellationError() }
                left -= 1
                return try judge(draft)
            }
            #expect(throws: CancellationError.self) { try minimisation.run() }
            let smallest = minimisation.smallest
            #expect(try judge(smallest) == smallest.entries.last?.seq)
            #expect(smallest.entries.count <= last)
            last = smallest.entries.count
        }
        #expect(last < 30)
    }

    @Test("Predictions become what they came to")
    func predictions() throws {
        let (one, two, three) = (PredictionID(1), PredictionID(2), PredictionID(3))
        let draft = try Shop.recording([
            (.mark(MarkID(1)), nil), (.begin(one), Stocked(id: 1, price: 5)), (.begin(two), Bought(id: 9)),
            (.begin(three), Bought(id: 8)), (.replace(three), Bought(id: 1)), (.append(two), Bought(id: 7)),
            (.rollback(two), nil), (.commit(one), nil), (.place(asOf: MarkID(1)), Stocked(id: 3, price: 1)),
            (.event(), Priced(id: 1, price: 50)), (.event(), Returned(id: 1)),
        ])
        var minimisation = try Minimisation(
            of: draft, catalog: Shop.catalog, judge: Shop.invariant.judge(Shop.catalog))
        try minimisation.run()
        #expect(minimisation.smallest.entries.allSatisfy { $0.step == .event() })
        #expect(
            minimisation.smallest.entries.compactMap(\.event?.name) == [
                "item.stocked", "item.bought", "item.priced", "item.returned",
            ])
    }

    @Test("A prediction stays one where it counts that it is one")
    func predictionsThatCount() throws {
        let draft = try Shop.recording([
            (.begin(PredictionID(1)), Stocked(id: 1, price: 5)), (.event(), Bought(id: 1)),
            (.rollback(PredictionID(1)), nil),
        ])
        // What was bought is gone once what was stocked is rolled back.
        var minimisation = try Minimisation(of: draft, catalog: Shop.catalog) { draft in
            var replay = try Replay(draft.header, catalog: Shop.catalog)
            var hadBasket = false
            for entry in draft.entries {
                try replay.read(.entry(entry))
                if hadBasket && replay.state.basket.isEmpty { return replay.seq }
                hadBasket = !replay.state.basket.isEmpty
            }
            return nil
        }
        try minimisation.run()
        #expect(minimisation.smallest.entries.map(\.step) == draft.entries.map(\.step))
    }

    @Test("Whatever is looked for in whatever session, what is left holds it and replays")
    func anything() throws {
        for seed in 1...UInt64(Loops.rounds(of: 160)) {
            var random = SeededRandom(seed: seed)
            var steps: [(JournalStep, (any Event)?)] = []
            var open: [PredictionID] = []
            for number in 0..<80 {
                let event = Shop.event(&random, prices: 0...9)
                switch random.below(8) {
                case 0:
                    open.append(PredictionID(UInt64(number + 1)))
                    steps.append((.begin(open[open.count - 1]), event))
                case 1: if let id = open.popLast() { steps.append((.rollback(id), nil)) }
                case 2: if let id = open.popLast() { steps.append((.replace(id), event)) }
                default: steps.append((.event(), event))
                }
            }
            let wanted = random.number(in: 1...8)
            let judge = Invariant<Shop>("few are bought") { $0.basket.count < wanted }.judge(Shop.catalog)
            guard var minimisation = try? Minimisation(of: Shop.recording(steps), catalog: Shop.catalog, judge: judge)
            else { continue }
            try minimisation.run()
            let smallest = minimisation.smallest
            #expect(try judge(smallest) == smallest.entries.last?.seq, "seed \(seed)")
            #expect(smallest.entries.count == wanted + 1, "seed \(seed)")
        }
    }

    @Test("Thousands of edits of a text become a few, by what the app says does the same")
    func squash() throws {
        var random = SeededRandom(seed: 5)
        var document = Document()
        var entries: [JournalEntry] = []
        for number in 1...1_200 {
            let count = document.text.count
            let position = random.number(in: 0...count)
            let edit = Edited(
                position: Int32(position), deletedCount: Int32(random.number(in: 0...min(2, count - position))),
                inserted: number == 900 ? "ß" : String(repeating: "x", count: random.number(in: 0...3)))
            document.react(to: edit)
            entries.append(
                JournalEntry(
                    seq: UInt64(number), at: Timestamp(millisecondsSince1970: 0),
                    event: try Document.catalog.encode(edit)))
        }
        let header = JournalHeader(
            id: "text", app: "textedit", at: Timestamp(millisecondsSince1970: 0), schema: Document.catalog.schema,
            base: Array(#"{"text":""}"#.utf8))
        let judge = Invariant<Document>("no sharp s behind forty letters") { document in
            let text = document.text.string
            return text.firstIndex(of: "ß").map { text[..<$0].count < 40 } ?? true
        }.judge(Document.catalog)
        var minimisation = try Minimisation(
            of: RecordingDraft(header: header, entries: entries), catalog: Document.catalog, squash: Document.squash,
            judge: judge)
        try minimisation.run()
        #expect(minimisation.smallest.entries.count <= 2)
        #expect(minimisation.replays < 400)
    }

    @Test("A reducer that is not pure is found in one event")
    func impure() throws {
        let events = (0..<60).map { RecordedEvent("drawn", #"{"isLucky":\#($0 == 40)}"#) }
        var minimisation = try Minimisation(
            of: RecordingDraft(from: #"{"numbers":[]}"#, events), catalog: Lottery.catalog,
            judge: impurityJudge(Lottery.catalog))
        try minimisation.run()
        #expect(minimisation.smallest.entries.count == 1)
        #expect(minimisation.smallest.entries.first?.event?.payload == Array(#"{"isLucky":true}"#.utf8))
    }

    private func replays(_ seed: UInt64, _ count: Int) throws -> Int {
        var minimisation = try Minimisation(
            of: try Shop.session(seed: seed, count: count), catalog: Shop.catalog,
            judge: Shop.invariant.judge(Shop.catalog))
        try minimisation.run()
        return minimisation.replays
    }
}

/// Draws a number where it must not.
private struct Lottery: State, Codable {
    struct Drawn: Event, Codable { var isLucky: Bool }

    var numbers: [UInt64] = []

    mutating func react(to event: any Event) {
        guard let event = event as? Drawn else { return }
        numbers.append(event.isLucky ? .random(in: 1...(.max)) : 0)
    }

    static let catalog = EventCatalog<Lottery>(events: [.event(Drawn.self, as: "drawn")])
}

/// Counts what is paid, in cents; in euros before.
private struct Till: State, Codable, Equatable {
    struct Paid: Event, Codable { var cents: Int }

    var cents = 0

    mutating func react(to event: any Event) {
        if let event = event as? Paid { cents += event.cents }
    }
}
