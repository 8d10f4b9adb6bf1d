import Reactor
import ReactorRecording
import ReactorTesting

/// Fires, predicts, resolves, marks, reports, places, resets, undoes and groups at random.
struct Scribbler {
    var random: SeededRandom
    private var open: [Prediction] = []
    private var marks: [Mark] = []

    private let undoes: Bool

    init(seed: UInt64, undoes: Bool = true) {
        random = SeededRandom(seed: seed)
        self.undoes = undoes
    }

    mutating func scribble(on core: Core<Shelf>, count: Int) async {
        for _ in 0..<count { await step(core) }
    }

    private mutating func step(_ core: Core<Shelf>) async {
        switch random.below(17) {
        case 0: open.append(core.predict(added(), owner: random.chance(50) ? Shelf.self : nil))
        case 1: open.append(core.predict(added()))
        case 2: if !open.isEmpty { open[random.below(open.count)].append([added(), ItemRemoved(id: random.below(9))]) }
        case 3: if !open.isEmpty { open.remove(at: random.below(open.count)).commit() }
        case 4:
            guard !open.isEmpty else { return }
            let following = random.chance(50) ? [added(), ItemRemoved(id: random.below(9))] as [any Event] : []
            open.remove(at: random.below(open.count)).commit(with: [added(), added()], then: following)
        case 5: if !open.isEmpty { open.remove(at: random.below(open.count)).rollback(with: [added(), added()]) }
        case 6: marks.append(core.mark())
        case 7:
            guard !marks.isEmpty else { return }
            core.fire(
                event: Loaded(rows: [Shelf.Item(id: random.below(9), title: "loaded")]),
                .authoritative(asOf: marks.removeFirst()))
        case 8: core.fire(event: ItemRemoved(id: random.below(9)), .authoritative)
        case 9: core.fire(events: [added(), Shelf.Swept(ids: [random.below(9), random.below(9)]), added()])
        case 10: if random.chance(15) { core.fire(event: Reset<Shelf>()) }
        case 11: core.fire(event: NoteTyped(text: "\(random.below(9))"))
        case 12: if undoes, let undo = await core.state.note.undoEvent { core.fire(event: undo) }
        case 13: core.fire(event: Shelf.owner.assigning("owner \(random.below(5))", id: AssignmentID(number: 1)))
        case 15: if let mark = random.pick(marks) { core.report(added(), below: mark.id) }
        case 14: if !open.isEmpty { open.remove(at: random.below(open.count)).rollback() }
        default: core.fire(event: added())
        }
    }

    private mutating func added() -> ItemAdded { ItemAdded(id: random.below(9), title: "t\(random.below(1_000))") }
}

/// A random session, recorded.
func recordedSession(
    seed: UInt64, count: Int = 80, segmentsEvery: UInt64? = nil, undoes: Bool = true
) async throws -> (recording: Recording, states: [UInt64: Shelf]) {
    let scribe = try Scribe(Shelf.catalog, from: Shelf(), segmentsEvery: segmentsEvery)
    let record = LedgerRecord(base: Shelf(), entries: [], lastPrediction: PredictionID(0), lastMark: MarkID(0))
    var scribbler = Scribbler(seed: seed, undoes: undoes)
    do {
        let core = Core<Shelf>(resuming: record, recorder: scribe, runtime: Runtime(report: { _ in }))
        await scribbler.scribble(on: core, count: count)
        _ = await core.state
    }
    return scribe.content.withLock { (Recording(header: scribe.header, lines: $0.lines), $0.states) }
}
