import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorStateSupport

/// Random sessions with predictions, refreshes, undos and redos against a log that is completely replayed each time.
@Suite("Undoable under predictions against a naive log")
struct UndoPredictionModelTests {
    @Test("Every session shows the same as the naive log, and a step keeps its id", arguments: 0..<UInt64(8))
    func sessions(lane: UInt64) async throws {
        for round in 0..<UInt64(Loops.always(12)) {
            let seed = lane << 32 | round
            var session = Session(seed: seed)
            for step in 0..<120 {
                await session.advance()
                // The state is not read after every step, so that some share a drain and a replay.
                guard session.random.chance(60) else { continue }
                let difference = await session.difference()
                try #require(difference == nil, "seed \(seed), step \(step)")
            }
        }
    }
}

private struct Session {
    var random: SeededRandom
    private let core = Core(state: Papers(), runtime: .testing())
    private var log = NaiveUndoLog()
    private var predictions: [Int: Prediction] = [:]
    private var marks: [Int: Mark] = [:]
    private var count = 0
    /// A command for a step that was once on top.
    private var aimed: [Aimed] = []
    private var names: [UndoStepID: NaiveUndoLog.StepName] = [:]

    private struct Aimed {
        var event: any Event
        var deed: NaiveUndoLog.Deed
        /// Whether every document receives it. A response has the steps of its prediction only if the same documents do.
        var isForAll: Bool { !(event is Papers.Renewed || event is Papers.RowToggled || event is Papers.RightTyped) }
    }

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// An event to fire: mostly a change, sometimes an undo or a redo, also a late one.
    private mutating func next() -> Aimed {
        if random.chance(35), let late = random.chance(60) ? aimed.last : random.pick(aimed) { return late }
        let event: any Event =
            switch random.below(13) {
            case 10: Papers.RightTyped(text: ["a", " "][random.below(2)])
            case 11: if random.chance(40) { Papers.Renewed() } else { Papers.RowToggled() }
            case 0: Erased(count: random.below(3))
            case 1: CursorMoved(place: random.below(3))
            default: Typed(text: ["a", "a", "b", " ", " ", ""][random.below(6)])
            }
        return Aimed(event: event, deed: .event(event))
    }

    mutating func advance() async {
        await aim()
        count += 1
        let next = next()
        switch random.below(21) {
        case 0...6:
            fire(next.event)
            log.fire([next.deed])
        case 7, 8:
            let second = self.next()
            core.fire(events: [next.event, second.event])
            log.fire([next.deed, second.deed])
        case 9...11:
            guard next.isForAll else { return }
            predictions[count] = predict(next.event)
            log.predict(next.deed, count)
        case 12, 13:
            guard let (id, prediction) = takePrediction() else { return }
            prediction.commit()
            log.commit(id)
        case 14:
            guard let (id, prediction) = takePrediction() else { return }
            let second = self.next()
            log.commit(id, with: commit(prediction, [next, second].filter(\.isForAll)))
        case 15, 16:
            guard let (id, prediction) = takePrediction() else { return }
            prediction.rollback()
            log.rollback(id)
        case 17:
            place(next.event, .authoritative)
            log.place(next.deed)
        case 18:
            marks[count] = core.mark()
            log.mark(count)
        case 19:
            guard let id = random.pick(marks.keys.sorted()), let mark = marks[id] else { return }
            report(next.event, below: mark)
            log.report(next.deed, asOf: id)
        default:
            guard let id = random.pick(marks.keys.sorted()), let mark = marks.removeValue(forKey: id) else { return }
            place(next.event, .authoritative(asOf: mark))
            log.place(next.deed, asOf: id)
        }
    }

    private func commit(_ prediction: Prediction, _ events: [Aimed]) -> [NaiveUndoLog.Deed] {
        prediction.commit(with: events.map(\.event))
        return events.map(\.deed)
    }
    private func fire(_ event: some Event) { core.fire(event: event) }
    private func predict(_ event: some Event) -> Prediction { core.predict(event) }
    private func report(_ event: some Event, below mark: Mark) { core.report(event, below: mark.id) }
    private func place(_ event: some Event, _ placement: EventPlacement) { core.fire(event: event, placement) }

    private mutating func takePrediction() -> (Int, Prediction)? {
        guard let id = random.pick(predictions.keys.sorted()) else { return nil }
        return predictions.removeValue(forKey: id).map { (id, $0) }
    }

    /// Sometimes stores a command for the top step, to be fired at any time later.
    private mutating func aim() async {
        guard random.chance(50) else { return }
        let place = NaivePapers.Place.allCases[random.below(3)]
        guard let note = log.papers.notes[place], let state = await core.state[place] else { return }
        if let undo = state.undoEvent, let name = note.done.last?.name {
            aimed.append(Aimed(event: undo, deed: .undo(name)))
        }
        if let redo = state.redoEvent, let name = note.undone.last?.name {
            aimed.append(Aimed(event: redo, deed: .redo(name)))
        }
    }

    /// The difference between the core and the log, or nil if there is none.
    mutating func difference() async -> String? {
        let (papers, found) = (log.papers, await core.state)
        for place in NaivePapers.Place.allCases {
            switch (papers.notes[place], found[place]) {
            case (nil, nil): continue
            case (let note?, let state?): if let text = difference(note, state) { return "\(place) \(text)" }
            default: return "\(place) exists, or should not"
            }
        }
        return nil
    }

    private mutating func difference(_ note: NaiveNote, _ state: Undoable<Prose>) -> String? {
        guard state.document == note.document else { return "shows \(state.document), not \(note.document)" }
        guard state.undoCount == note.done.count, state.redoCount == note.undone.count else {
            return
                "has \(state.undoCount) and \(state.redoCount) steps, not \(note.done.count) and \(note.undone.count)"
        }
        return remember(state.undoEvent?.step, note.done.last?.name)
            ?? remember(state.redoEvent?.step, note.undone.last?.name)
    }

    /// A step that is known has the name it had, and no other step has.
    private mutating func remember(_ step: UndoStepID?, _ name: NaiveUndoLog.StepName?) -> String? {
        guard let step, let name else { return nil }
        let isKnown = names[step] == name || names[step] == nil && !names.values.contains(name)
        names[step] = name
        return isKnown ? nil : "\(step) is step \(name)"
    }
}
