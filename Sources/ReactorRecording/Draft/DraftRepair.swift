import Reactor

/// Takes the chosen entries of a recording one after the other, and leaves out what refers to something that was not
/// chosen.
///
/// It knows of the log only what is open: which predictions, and which marks.
struct DraftRepair {
    private(set) var header: JournalHeader
    private(set) var entries: [JournalEntry] = []
    /// The number that each of them had.
    private(set) var numbers: [UInt64] = []

    private var predictions: Set<PredictionID> = []
    private var marks: Set<MarkID> = []
    /// What was taken of a group, and the number of the group's first line as it was recorded.
    private var group: [JournalEntry] = []
    private var groupStart: UInt64?
    private var seq: UInt64

    init(_ header: JournalHeader) {
        self.header = header
        seq = header.from
        (self.header.segment, self.header.after) = (nil, nil)
        for index in header.pending.indices {
            self.header.pending[index].events.removeAll(where: \.isLost)
            switch header.pending[index].owner {
            case .prediction(let id): predictions.insert(id)
            case .mark(let id): marks.insert(id)
            case nil: break
            }
        }
        self.header.pending.removeAll { $0.owner == nil && $0.events.isEmpty }
    }

    mutating func take(_ entry: JournalEntry) {
        let start = entry.group.map { entry.seq - UInt64($0.index - 1) }
        if start == nil || start != groupStart { endGroup() }
        groupStart = start
        var entry = entry
        if entry.event?.isLost == true { entry.event = nil }
        guard let step = performed(entry) else { return }
        entry.step = step
        group.append(entry)
    }

    /// No entry that follows belongs to the group of the last one.
    mutating func endGroup() {
        for (index, var entry) in group.enumerated() {
            seq += 1
            numbers.append(entry.seq)
            entry.seq = seq
            entry.group = group.count > 1 ? GroupPlace(index: index + 1, count: group.count) : nil
            entries.append(entry)
        }
        group.removeAll(keepingCapacity: true)
        groupStart = nil
    }

    /// What an entry does to what is open, nil when it cannot be done.
    private mutating func performed(_ entry: JournalEntry) -> JournalStep? {
        // Several lines in a row are one step, which is done once.
        if entry.step.hasManyLines, group.last?.step == entry.step { return entry.step }
        switch entry.step {
        case .event(let withdrawing):
            guard entry.event != nil else { return nil }
            return .event(withdrawing: withdrawing.filter { predictions.remove($0) != nil })
        case .begin(let id): return predictions.insert(id).inserted ? entry.step : nil
        case .append(let id): return predictions.contains(id) ? entry.step : nil
        case .commit(let id), .replace(let id), .rollback(let id):
            return predictions.remove(id) != nil ? entry.step : nil
        case .mark(let id): return marks.insert(id).inserted ? entry.step : nil
        case .report(asOf: let id): return marks.contains(id) && entry.event != nil ? entry.step : nil
        case .place(asOf: nil): return entry.event != nil ? entry.step : nil
        case .place(asOf: let id?), .release(let id): return marks.remove(id) != nil ? entry.step : nil
        }
    }
}
