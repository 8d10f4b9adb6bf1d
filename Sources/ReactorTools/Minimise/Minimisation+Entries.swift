import Reactor
import ReactorRecording

/// The removal of entries: first halves, then quarters, and so on.
extension Minimisation {
    mutating func leaveOutGroups() throws {
        // The finding is after the last group, so the group cannot be removed.
        try leaveOut { draft in Array(draft.groups.dropLast()) }
    }

    mutating func leaveOutLines() throws {
        try leaveOut { draft in
            draft.groups.filter { $0.count > 1 }.flatMap { group in group.map { $0..<$0 + 1 } }
        }
    }

    /// Removes entries from the end to the beginning: an earlier entry does not refer to a later one, so its removal changes
    /// nothing there and keeps the numbers before it.
    private mutating func leaveOut(_ units: (RecordingDraft) -> [Range<Int>]) throws {
        var size = max(units(smallest).count / 2, 1)
        while true {
            var isSmaller = false
            var all = units(smallest)
            var end = all.count
            while end > 0, replays < limit {
                let start = max(0, end - size)
                var isLeftOut = Set<Int>()
                for unit in all[start..<end] { isLeftOut.formUnion(unit) }
                let kept = smallest.entries.indices.filter { !isLeftOut.contains($0) }.map { smallest.entries[$0] }
                if try tries(smallest.with(kept)) {
                    isSmaller = true
                    all = units(smallest)
                }
                end = min(start, all.count)
            }
            if size > 1 { size /= 2 } else if !isSmaller || replays >= limit { return }
        }
    }
}

/// The replacement of predictions with their results, so that the recording is a list of events.
extension Minimisation {
    mutating func flattenEverything() throws {
        let all = smallest.predictions
        let marks = smallest.marks
        guard !all.isEmpty || !marks.isEmpty || smallest.hasPlaced else { return }
        for placed in [PlacedEvents.move, .stay] where try tries(smallest.flattening(Set(all), Set(marks), placed)) {
            return
        }
    }

    mutating func flattenOneByOne() throws {
        for id in smallest.predictions.reversed() { _ = try tries(smallest.flattening([id], [], .keep)) }
        for id in smallest.marks.reversed() { _ = try tries(smallest.flattening([], [id], .keep)) }
        for placed in [PlacedEvents.move, .stay] where smallest.hasPlaced {
            _ = try tries(smallest.flattening([], [], placed))
        }
    }
}

/// The new place of events that were placed below pending entries.
private enum PlacedEvents {
    case keep
    /// Before the first pending prediction, where they took effect.
    case move
    /// At the place where they were fired.
    case stay
}

extension RecordingDraft {
    /// The predictions that begin here.
    fileprivate var predictions: [PredictionID] {
        var ids: [PredictionID] = []
        for entry in entries {
            if case .begin(let id) = entry.step, ids.last != id { ids.append(id) }
        }
        return ids
    }

    /// The marks that are created here.
    fileprivate var marks: [MarkID] { entries.compactMap { if case .mark(let id) = $0.step { id } else { nil } } }

    fileprivate var hasPlaced: Bool { entries.contains { $0.step == .place(asOf: nil) } }

    /// Returns a draft with confirmed events in place of these predictions and marks.
    fileprivate func flattening(
        _ predictions: Set<PredictionID>, _ marks: Set<MarkID>, _ placed: PlacedEvents
    ) -> RecordingDraft {
        let outcomes = self.outcomes
        var answers: [JournalStep: [RecordedEvent]] = [:]
        for entry in entries {
            if let event = entry.event { answers[entry.step, default: []].append(event) }
        }
        var begun: Set<PredictionID> = []
        var flat: [JournalEntry] = []
        // The beginnings of the pending entries.
        var begins: [PredictionID: Int] = [:]
        for var entry in entries {
            if case .begin(let id) = entry.step { begins[id] = begins[id] ?? flat.count }
            for id in entry.step.ended { begins[id] = nil }
            switch entry.step {
            case .begin(let id) where predictions.contains(id), .append(let id) where predictions.contains(id):
                switch outcomes[id] {
                case .rollback?: continue
                case .replace(let id)?:
                    guard begun.insert(id).inserted else { continue }
                    for event in answers[.replace(id)] ?? [] { flat.append(entry.certain(event)) }
                    continue
                default: entry.step = .event()
                }
            case .commit(let id) where predictions.contains(id), .replace(let id) where predictions.contains(id),
                .rollback(let id) where predictions.contains(id):
                continue
            case .mark(let id) where marks.contains(id):
                for event in answers[.place(asOf: id)] ?? [] { flat.append(entry.certain(event)) }
                continue
            case .place(asOf: let id?) where marks.contains(id): continue
            case .release(let id) where marks.contains(id): continue
            case .place(asOf: nil) where placed == .move:
                guard let place = begins.values.min() else {
                    entry.step = .event()
                    break
                }
                if let event = entry.event {
                    var moved = entry.certain(event)
                    moved.group = nil
                    flat.insert(moved, at: place)
                }
                begins = begins.mapValues { $0 + 1 }
                continue
            case .place(asOf: nil) where placed == .stay: entry.step = .event()
            default: break
            }
            flat.append(entry)
        }
        return with(flat)
    }

    /// The resolutions of predictions, without those that stay pending.
    private var outcomes: [PredictionID: JournalStep] {
        var outcomes: [PredictionID: JournalStep] = [:]
        for entry in entries {
            switch entry.step {
            case .commit(let id), .replace(let id), .rollback(let id): outcomes[id] = entry.step
            case .event(let withdrawing): for id in withdrawing { outcomes[id] = .rollback(id) }
            default: break
            }
        }
        return outcomes
    }
}

extension JournalEntry {
    /// Returns the line with a confirmed event.
    fileprivate func certain(_ event: RecordedEvent) -> JournalEntry {
        var entry = self
        (entry.step, entry.event) = (.event(), event)
        return entry
    }
}
