import Foundation
import Reactor
import ReactorTesting
import Testing

@testable import ReactorRecording

@Suite("Recording draft")
struct RecordingDraftTests {
    @Test("Any choice of entries can be replayed, and results in the state of a log without the others")
    func anySubset() async throws {
        var dropped = 0
        for seed in 1...UInt64(40) {
            let (recording, _) = try await recordedSession(
                seed: seed, segmentsEvery: seed.isMultiple(of: 3) ? 9 : nil, undoes: false)
            var random = SeededRandom(seed: seed)
            for percent in [98, 90, 70, 50, 20, 5] {
                var chosen: [JournalEntry] = []
                let draft = try RecordingDraft(of: recording) { entry in
                    guard random.chance(percent) else { return false }
                    chosen.append(entry)
                    return true
                }
                var end = try Replay(of: draft, catalog: Shelf.catalog)
                let naive = try NaiveDraft(chosen)
                let (state, expected) = (end.state, naive.log.fold(Shelf()))
                #expect(state.items == expected.items, "seed \(seed), \(percent) %")
                #expect(state.owner == expected.owner && state.note.document.text == expected.note.document.text)
                #expect(end.pending == naive.log.pending, "seed \(seed), \(percent) %")
                #expect(draft.entries.count == naive.taken, "seed \(seed), \(percent) %")
                dropped += chosen.count - draft.entries.count
                if state.items != expected.items { return }
            }
        }
        #expect(dropped > 500)
    }

    @Test("A prediction that is pending at the beginning can be resolved, and only once")
    func pendingInHeader() throws {
        var header = sample().header
        header.from = 7
        header.pending = [
            PendingEntry(owner: .prediction(PredictionID(3)), events: [added(5)], number: 1),
            PendingEntry(owner: .mark(MarkID(2)), events: [], number: 2),
        ]
        header.counters = JournalCounters(prediction: PredictionID(3), mark: MarkID(2))
        let steps: [JournalStep] = [
            .rollback(PredictionID(2)), .commit(PredictionID(3)), .commit(PredictionID(3)), .release(MarkID(1)),
            .release(MarkID(2)), .release(MarkID(2)),
        ]
        let entries = steps.enumerated().map {
            JournalEntry(seq: UInt64(8 + $0), at: .zero, step: $1)
        }
        let draft = RecordingDraft(header: header, entries: entries)
        #expect(draft.entries.map(\.step) == [.commit(PredictionID(3)), .release(MarkID(2))])
        #expect(draft.entries.map(\.seq) == [8, 9])
        var end = try Replay(of: draft, catalog: Shelf.catalog)
        #expect(end.state.items.map(\.id) == [5])
    }

    @Test("Events without content are left out, and a step with no other event becomes a step without events")
    func gaps() throws {
        let lost = RecordedEvent(name: "Unlisted", gap: .unregistered)
        let at = Timestamp.zero
        let id = PredictionID(1)
        var header = sample().header
        header.pending = [PendingEntry(events: [lost]), PendingEntry(events: [lost, added(3)])]
        let draft = RecordingDraft(
            header: header,
            entries: [
                JournalEntry(seq: 1, at: at, event: lost),
                JournalEntry(seq: 2, at: at, step: .begin(id), event: lost),
                JournalEntry(seq: 3, at: at, event: added(1)),
                JournalEntry(seq: 4, at: at, step: .replace(id), group: GroupPlace(index: 1, count: 2), event: lost),
                JournalEntry(
                    seq: 5, at: at, step: .replace(id), group: GroupPlace(index: 2, count: 2), event: added(2)),
            ])
        #expect(draft.entries.map(\.step) == [.begin(id), .event(), .replace(id), .replace(id)])
        #expect(draft.header.pending == [PendingEntry(events: [added(3)])])
        var end = try Replay(of: draft, catalog: Shelf.catalog)
        #expect(end.state.items.map(\.id) == [3, 2, 1])
    }
}

private func added(_ id: Int) -> RecordedEvent {
    RecordedEvent(name: "item.added", payload: Array(#"{"id":\#(id),"title":"t"}"#.utf8))
}

/// The log of the chosen entries by the specification. Open predictions are looked up in the log itself.
private struct NaiveDraft {
    var log = NaiveLog()
    var taken = 0

    init(_ chosen: [JournalEntry]) throws {
        var steps: [(kind: JournalStep, group: UInt64, events: [any Event], lines: Int)] = []
        for entry in chosen {
            let group = entry.seq - UInt64((entry.group?.index ?? 1) - 1)
            let events = try entry.event.map { [try Shelf.catalog.decode($0)] } ?? []
            if let last = steps.last, last.kind == entry.step, last.group == group, entry.step.hasManyLines {
                steps[steps.count - 1].events += events
                steps[steps.count - 1].lines += 1
            } else {
                steps.append((entry.step, group, events, 1))
            }
        }
        for step in steps where isOpen(step.kind) {
            taken += step.lines
            log.perform(LogStep(step.kind, step.events))
        }
    }

    private func isOpen(_ step: JournalStep) -> Bool {
        switch step {
        case .event, .begin, .mark, .place(asOf: nil): true
        case .append(let id), .commit(let id), .replace(let id), .rollback(let id): log.pending.contains(id)
        case .report(asOf: let id), .place(asOf: let id?), .release(let id):
            log.entries.contains { $0.owner == .mark(id) }
        }
    }
}
