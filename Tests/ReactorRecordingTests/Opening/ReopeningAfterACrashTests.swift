import Reactor
import ReactorTesting
import Testing

@testable import ReactorRecording

@Suite("Reopening after a crash")
struct ReopeningAfterACrashTests {
    @Test("A journal with pending entries reopened after a crash", arguments: 1...4)
    func reopened(seed: Int) async throws {
        let (recording, _) = try await recordedSession(seed: UInt64(seed), count: 45, undoes: false)
        let groups = wholeSteps(recording)
        var random = SeededRandom(seed: UInt64(seed))
        var withPending = 0
        var model = NaiveLog()
        for cut in 0...groups.count {
            if cut > 0 { for step in groups[cut - 1].steps { model.perform(step) } }
            let lines = groups[..<cut].flatMap(\.lines)
            let folder = try JournalOnDisk(crashed: recording, lines: lines)
            let opened = try await folder.open(Shelf(), Shelf.catalog)
            let place = "seed \(seed), cut after \(lines.last?.seqForTests ?? 0)"
            var replay = try Replay(of: Recording(header: recording.header, lines: lines), catalog: Shelf.catalog)
            #expect(await opened.core.state == replay.state, "\(place)")
            #expect(await opened.core.state.shown == model.fold(Shelf()).shown, "\(place)")
            #expect(opened.pending.map(\.prediction.id) == model.pending, "\(place)")
            #expect(await opened.core.pending == model.pending, "\(place)")
            if !model.pending.isEmpty { withPending += 1 }

            // The app resolves them as it chooses, in any order.
            var resolved = model
            for resumed in opened.pending.shuffled(using: &random) {
                let id = resumed.prediction.id
                let answer = ItemAdded(id: random.below(9), title: "answer")
                switch random.below(3) {
                case 0:
                    resumed.prediction.commit()
                    resolved.perform(LogStep(.commit(id)))
                case 1:
                    resumed.prediction.commit(with: [answer])
                    resolved.perform(LogStep(.replace(id), [answer]))
                default:
                    resumed.prediction.rollback(with: [answer])
                    resolved.perform(LogStep(.rollback(id)))
                    resolved.perform(.event(answer))
                }
            }
            let state = await opened.core.state
            #expect(state.shown == resolved.fold(Shelf()).shown, "\(place), resolved")
            try await opened.journal.close()

            let again = try await folder.open(Shelf(), Shelf.catalog)
            #expect(await again.core.state == state, "\(place), resolved and reopened")
            #expect(again.pending.isEmpty, "\(place), resolved and reopened")
            try await again.journal.close()
        }
        #expect(withPending > 5)
    }

    /// The lines that stand or fall together, and what they do.
    private func wholeSteps(_ recording: Recording) -> [(lines: [JournalLine], steps: [LogStep])] {
        var groups: [(lines: [JournalLine], steps: [LogStep])] = []
        var group: [JournalEntry] = []
        for line in recording.lines {
            guard case .entry(let entry) = line else { continue }
            group.append(entry)
            guard entry.group?.isLast ?? true else { continue }
            groups.append((group.map(JournalLine.entry), (try? Shelf.catalog.steps(of: group)) ?? []))
            group = []
        }
        return groups
    }
}

extension Shelf {
    /// Everything but the names of undo steps, which the model, having no log at hand while it folds, does not know.
    fileprivate var shown: [String] {
        ["\(items)", owner, "\(failure ?? "")", note.document.text, "\(note.undoCount)", "\(note.redoCount)"]
    }
}
