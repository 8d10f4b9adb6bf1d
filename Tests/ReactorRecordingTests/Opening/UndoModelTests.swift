import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorRecording

/// Random undos and redos in two processes that suspend, write and start again, compared with one list of their steps.
@Suite("Undo across suspensions and restarts")
struct UndoModelTests {
    /// A step of a process. An undo names the `typed` whose text it takes back.
    enum Deed {
        case typed(Int)
        case undo(Int)
        case redo(Int)
        case begin(Int, PredictionID)
        case commit(PredictionID)
        case rollback(PredictionID)
    }

    /// The note after some deeds, by replay.
    struct NaiveNote: Equatable {
        var text = ""
        var done: [(token: Int, text: String)] = []
        var undone: [(token: Int, text: String)] = []

        init(_ deeds: [Deed]) {
            var log: [(deed: Deed, owner: PredictionID?)] = []
            for deed in deeds {
                switch deed {
                case .typed, .undo, .redo: log.append((deed, nil))
                case .begin(let token, let id): log.append((.typed(token), id))
                case .commit(let id): log = log.map { ($0.deed, $0.owner == id ? nil : $0.owner) }
                case .rollback(let id): log.removeAll { $0.owner == id }
                }
            }
            for (deed, _) in log { apply(deed) }
        }

        private mutating func apply(_ deed: Deed) {
            switch deed {
            case .typed(let token):
                done.append((token, text))
                undone = []
                text += "\(token) "
            case .undo(let token): move(token, from: \.done, to: \.undone)
            case .redo(let token): move(token, from: \.undone, to: \.done)
            default: break
            }
        }

        private mutating func move(
            _ token: Int, from: WritableKeyPath<Self, [(token: Int, text: String)]>,
            to: WritableKeyPath<Self, [(token: Int, text: String)]>
        ) {
            guard let top = self[keyPath: from].last, top.token == token else { return }
            self[keyPath: from].removeLast()
            self[keyPath: to].append((token, text))
            text = top.text
        }

        static func == (left: Self, right: Self) -> Bool {
            left.text == right.text && left.done.count == right.done.count && left.undone.count == right.undone.count
        }
    }

    /// The deeds of the journal and those that wait, as in ``SuspensionModelTests/Model``.
    struct Model {
        var journal: [Deed] = []
        var waiting: [Deed] = []
        var known: Int?

        var seen: NaiveNote { NaiveNote(journal.prefix(known ?? journal.count) + waiting) }

        mutating func perform(_ deed: Deed) {
            if known == nil { journal.append(deed) } else { waiting.append(deed) }
        }

        mutating func resume() {
            journal += waiting
            (waiting, known) = ([], nil)
        }
    }

    struct Process {
        let opened: OpenedCore<Shelf>
        var predictions: [Prediction] = []
        /// Undos and redos that were read before, with what they mean.
        var late: [(event: any Event, deed: Deed)] = []

        /// - Parameter seen: The note as this process shows it.
        mutating func act(_ random: inout SeededRandom, _ next: inout Int, _ seen: NaiveNote) async -> [Deed] {
            let core = opened.core
            let note = await core.state.note
            if let undo = note.undoEvent, let token = seen.done.last?.token { late.append((undo, .undo(token))) }
            if let redo = note.redoEvent, let token = seen.undone.last?.token { late.append((redo, .redo(token))) }
            next += 1
            switch random.below(8) {
            case 0, 1:
                core.fire(event: NoteTyped(text: "\(next) "))
                return [.typed(next)]
            case 2:
                predictions.append(core.predict(NoteTyped(text: "\(next) ")))
                return [.begin(next, predictions[predictions.count - 1].id)]
            case 3:
                guard !predictions.isEmpty else { return [] }
                let prediction = predictions.remove(at: random.below(predictions.count))
                if random.chance(50) {
                    prediction.commit()
                    return [.commit(prediction.id)]
                }
                prediction.rollback()
                return [.rollback(prediction.id)]
            default:
                guard let (event, deed) = random.chance(60) ? late.last : random.pick(late) else { return [] }
                Self.fire(event, on: core)
                return [deed]
            }
        }

        private static func fire(_ event: some Event, on core: Core<Shelf>) { core.fire(event: event) }
    }

    @Test("Every session shows the same as the list of steps, in memory and after a restart")
    func sessions() async throws {
        try await SuspensionTests.Desk.simulated(seeds: Loops.rounds(of: 400, atLeast: 40)) { desk in
            var (desk, random) = (desk, desk.world.random)
            desk.rotation = Rotation(entries: 3 + random.below(20))
            var (next, model) = (0, Model())
            var app = Process(opened: try await desk.openShelf())
            for turn in 0..<60 {
                switch random.below(12) {
                case 0...6:
                    for deed in await app.act(&random, &next, model.seen) { model.perform(deed) }
                case 7:
                    try await app.opened.suspend()
                    model.known = model.known ?? model.journal.count
                case 8:
                    try await app.opened.resume()
                    model.resume()
                case 9 where model.known != nil:
                    var other = Process(opened: try await desk.openShelf(leavesPending: true))
                    for _ in 0..<random.below(6) {
                        model.journal += await other.act(&random, &next, NaiveNote(model.journal))
                    }
                    for prediction in other.predictions {
                        prediction.commit()
                        model.journal.append(.commit(prediction.id))
                    }
                    app.late += other.late
                    try await other.opened.close()
                case 10 where random.chance(30):
                    try await app.opened.close()
                    model.resume()
                    let late = app.late
                    app = Process(opened: try await desk.openShelf(), late: late)
                    for pending in app.opened.pending {
                        pending.prediction.rollback()
                        model.perform(.rollback(pending.prediction.id))
                    }
                default: break
                }
                let note = await app.opened.core.state.note
                let expected = model.seen
                #expect(note.document.text == expected.text, "turn \(turn)")
                #expect(note.undoCount == expected.done.count, "turn \(turn)")
                #expect(note.redoCount == expected.undone.count, "turn \(turn)")
                if note.document.text != expected.text { return }
            }
            try await app.opened.close()
            model.resume()
            let shown = await app.opened.core.state.note
            let again = try await desk.openShelf(leavesPending: true)
            let note = await again.core.state.note
            #expect(note == shown && note.undoEvent == shown.undoEvent && note.redoEvent == shown.redoEvent)
            #expect(note.document.text == NaiveNote(model.journal).text)
            try await again.close()
        }
    }
}

extension SuspensionTests.Desk {
    fileprivate func openShelf(leavesPending: Bool = false) async throws -> OpenedCore<Shelf> {
        var runtime = world.runtime()
        runtime.report = { _ in }
        return try await Core.open(
            journal: "/journal", initial: Shelf(), catalog: Shelf.catalog, configuration: configuration(),
            leavesPending: leavesPending, runtime: runtime)
    }
}
