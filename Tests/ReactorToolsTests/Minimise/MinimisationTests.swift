import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorRecording
@testable import ReactorTools

@Suite("Minimisation")
struct MinimisationTests {
    /// A minimisation of a shop's recording that was run to its end.
    private func minimised(
        _ draft: RecordingDraft, judge: @escaping RecordingJudge = Shop.invariant.judge(Shop.catalog)
    ) throws -> Minimisation {
        var minimisation = try Minimisation(of: draft, catalog: Shop.catalog, judge: judge)
        try minimisation.run()
        return minimisation
    }

    @Test("The entries that break the invariant remain, with small values, and equal values stay equal")
    func shop() throws {
        for seed in 1...UInt64(Loops.rounds(of: 60)) {
            let minimisation = try minimised(Shop.session(seed: seed, count: 300))
            let events = minimisation.smallest.entries.compactMap(\.event)
            #expect(events.map(\.name) == ["item.stocked", "item.bought", "item.priced", "item.returned"])
            #expect(
                events.map { String(decoding: $0.payload, as: UTF8.self) } == [
                    #"{"id":0,"price":0,"tags":[]}"#, #"{"id":0}"#, #"{"id":0,"price":1}"#, #"{"id":0}"#,
                ], "seed \(seed)")
            #expect(minimisation.entriesBefore == 304)
        }
    }

    private struct Sentence: State, UndoableDocument, Codable {
        struct Typed: Event, Codable { var text: String }
        var text = ""
        mutating func react(to event: any Event) { if let event = event as? Typed { text += event.text } }
    }

    @Test("An undo still means its step when entries before it are left out")
    func undo() async throws {
        typealias Note = Undoable<Sentence>
        let catalog = EventCatalog<Note>(events: [.event(Sentence.Typed.self, as: "typed")])
        let folder = try ScratchFolder()
        let opened = try await Core.open(
            journal: folder.path, initial: Note(Sentence()), catalog: catalog,
            configuration: JournalConfiguration(
                app: "tests", durability: .process, now: { Timestamp(millisecondsSince1970: 0) },
                report: { _ in }))
        for number in 0..<17 { opened.core.fire(event: Sentence.Typed(text: "\(number)")) }
        let prediction = opened.core.predict(Sentence.Typed(text: "p"))
        if let undo = await opened.core.state.undoEvent { opened.core.fire(event: undo) }
        prediction.commit(with: [Sentence.Typed(text: "q"), Sentence.Typed(text: "r")])
        for number in 0..<9 { opened.core.fire(event: Sentence.Typed(text: "\(number)")) }
        try await opened.close()
        let noRedo = Invariant<Note>("nothing was undone") { !$0.canRedo }
        var minimisation = try Minimisation(
            of: RecordingDraft(of: RecordingFile(path: folder.path)), catalog: catalog, judge: noRedo.judge(catalog))
        try minimisation.run()
        #expect(minimisation.smallest.entries.compactMap(\.event).map(\.name) == ["typed", "state.undone"])
        #expect(try RecordingDraft(of: minimisation.smallest) == minimisation.smallest)
    }

    @Test("If few entries matter, four times the entries need hardly more replays")
    func replaysOfFew() throws {
        for seed in 1...UInt64(Loops.rounds(of: 40)) {
            let (few, many) = (
                try minimised(Shop.session(seed: seed, count: 250)).replays,
                try minimised(Shop.session(seed: seed, count: 1_000)).replays
            )
            #expect(many <= few + few / 2, "seed \(seed): \(few), then \(many)")
        }
    }

    @Test("If every entry matters, four times the entries need four times the replays, not sixteen")
    func replaysOfAll() throws {
        func replays(_ count: Int) throws -> Int {
            let all = try Shop.recording((0..<count).map { Stocked(id: $0, price: 1) })
            let minimisation = try minimised(all) { $0.entries.count == count ? UInt64(count) : nil }
            #expect(minimisation.smallest.entries.count == count)
            return minimisation.replays
        }
        let (few, many) = (try replays(60), try replays(240))
        #expect(many < few * 6, "\(few), then \(many)")
    }

    // MARK: The state that it begins with

    private func crowdedSession() throws -> RecordingDraft {
        try Shop.recording([Stocked(id: 5, price: 3, tags: ["red"])] + (0..<40).map { _ in Bought(id: 5) })
    }

    @Test("The initial state of an app is unchanged")
    func ownState() throws {
        let judge = Invariant<Shop>("few are bought") { $0.basket.count < 5 }.judge(Shop.catalog)
        let session = try crowdedSession()
        var header = session.header
        header.base = try Shop.catalog.encode(
            state: Shop(items: [
                Shop.Item(id: 5, price: 7, tags: ["red"]), Shop.Item(id: 6, price: 8),
            ])
        ).bytes()
        let draft = RecordingDraft(header: header, entries: session.entries.dropFirst())
        let smallest = try minimised(draft, judge: judge).smallest
        #expect(smallest.header.base == header.base)
        #expect(smallest.entries.count == 5)
    }

    @Test("The base state of a later segment is reduced like a payload")
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
        let smallest = try minimised(RecordingDraft(header: header, entries: entries), judge: judge).smallest
        let state = try Shop.catalog.decode(state: smallest.header.base, version: 1)
        #expect(state == Shop(items: [Shop.Item(id: 0, price: 0)], basket: [0, 0]))
        #expect(smallest.entries.count == 3)
    }

    @Test("A recording without a finding is an error")
    func nothing() throws {
        #expect(throws: MinimiseError.nothingFound(entries: 1)) {
            _ = try minimised(Shop.recording([Bought(id: 1)]))
        }
        #expect("\(MinimiseError.nothingFound(entries: 1))".contains("1 entries"))
    }

    @Test("The result is the same each time")
    func deterministic() throws {
        let session = try Shop.session(seed: 3, count: 200)
        let all = try (0..<3).map { _ in
            let minimisation = try minimised(session)
            return (minimisation.smallest, minimisation.replays)
        }
        #expect(all.allSatisfy { $0 == all[0] })
    }

    @Test("Interrupted at any replay, it has the smallest recording so far, which still shows the fault")
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

    @Test("Predictions are replaced with their results")
    func predictions() throws {
        let (one, two, three) = (PredictionID(1), PredictionID(2), PredictionID(3))
        let draft = try Shop.recording([
            (.mark(MarkID(1)), nil), (.begin(one), Stocked(id: 1, price: 5)), (.begin(two), Bought(id: 9)),
            (.begin(three), Bought(id: 8)), (.replace(three), Bought(id: 1)), (.append(two), Bought(id: 7)),
            (.rollback(two), nil), (.commit(one), nil), (.place(asOf: MarkID(1)), Stocked(id: 3, price: 1)),
            (.event(), Priced(id: 1, price: 50)), (.event(), Returned(id: 1)),
        ])
        let smallest = try minimised(draft).smallest
        #expect(smallest.entries.allSatisfy { $0.step == .event() })
        #expect(
            smallest.entries.compactMap(\.event?.name) == [
                "item.stocked", "item.bought", "item.priced", "item.returned",
            ])
    }

    @Test("A prediction stays if the fault depends on it")
    func predictionsThatCount() throws {
        let draft = try Shop.recording([
            (.begin(PredictionID(1)), Stocked(id: 1, price: 5)), (.event(), Bought(id: 1)),
            (.rollback(PredictionID(1)), nil),
        ])
        // The purchases disappear after the rollback of the stock.
        let minimisation = try minimised(draft) { draft in
            var replay = try Replay(draft.header, catalog: Shop.catalog)
            var hadBasket = false
            for entry in draft.entries {
                try replay.read(.entry(entry))
                if hadBasket && replay.state.basket.isEmpty { return replay.seq }
                hadBasket = !replay.state.basket.isEmpty
            }
            return nil
        }
        #expect(minimisation.smallest.entries.map(\.step) == draft.entries.map(\.step))
    }

    @Test("For any fault in any session, the result shows the fault and can be replayed")
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
            let draft = try Shop.recording(steps)
            guard try judge(draft) != nil else { continue }
            let smallest = try minimised(draft, judge: judge).smallest
            #expect(try judge(smallest) == smallest.entries.last?.seq, "seed \(seed)")
            #expect(smallest.entries.count == wanted + 1, "seed \(seed)")
        }
    }

    @Test("An impure reducer is reduced to one event")
    func impure() throws {
        let events = (0..<60).map { RecordedEvent("drawn", #"{"isLucky":\#($0 == 40)}"#) }
        var minimisation = try Minimisation(
            of: RecordingDraft(from: #"{"numbers":[]}"#, events), catalog: Lottery.catalog,
            judge: impurityJudge(Lottery.catalog))
        try minimisation.run()
        #expect(minimisation.smallest.entries.count == 1)
        #expect(minimisation.smallest.entries.first?.event?.payload == Array(#"{"isLucky":true}"#.utf8))
    }
}

/// Draws a random number in a reducer, which is a mistake.
private struct Lottery: State, Codable {
    struct Drawn: Event, Codable { var isLucky: Bool }

    var numbers: [UInt64] = []

    mutating func react(to event: any Event) {
        guard let event = event as? Drawn else { return }
        numbers.append(event.isLucky ? .random(in: 1...(.max)) : 0)
    }

    static let catalog = EventCatalog<Lottery>(events: [.event(Drawn.self, as: "drawn")])
}
