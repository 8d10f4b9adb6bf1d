import Reactor

/// A filter that takes the chosen entries of a recording one after another, and leaves out references to entries that were not
/// chosen.
///
/// Of the log it stores only the open predictions and marks.
struct DraftRepair {
    private(set) var header: JournalHeader
    private(set) var entries: [JournalEntry] = []
    /// The original numbers of the entries.
    private(set) var numbers: [UInt64] = []

    private var predictions: Set<PredictionID> = []
    private var marks: Set<MarkID> = []
    /// The entries of the current group, and the original number of its first line.
    private var group: [JournalEntry] = []
    private var groupStart: UInt64?
    private var seq: UInt64
    /// The counters at the last line that was read.
    private var counters: JournalCounters

    init(_ header: JournalHeader) {
        self.header = header
        counters = header.counters
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

    /// Reads a line that is not an entry.
    mutating func pass(_ line: JournalLine) {
        switch line {
        case .check(let check): counters.count(check)
        case .header(let header): counters = header.counters
        case .entry: break
        }
    }

    mutating func take(_ entry: JournalEntry) {
        let start = entry.group.map { entry.seq - UInt64($0.index - 1) }
        if start == nil || start != groupStart { endGroup() }
        groupStart = start
        var entry = entry
        entry.number = counters.number(of: entry)
        if entry.event?.isLost == true { entry.event = nil }
        guard let step = performed(entry) else { return }
        entry.step = step
        group.append(entry)
    }

    /// Ends the group of the last entry.
    mutating func endGroup() {
        for (index, var entry) in group.enumerated() {
            seq += 1
            numbers.append(entry.seq)
            entry.seq = seq
            if entry.number == seq + header.counters.skipped { entry.number = nil }
            entry.group = group.count > 1 ? GroupPlace(index: index + 1, count: group.count) : nil
            entries.append(entry)
        }
        group.removeAll(keepingCapacity: true)
        groupStart = nil
    }

    /// Applies an entry to the open predictions and marks, or returns nil if that is impossible.
    private mutating func performed(_ entry: JournalEntry) -> JournalStep? {
        // Consecutive lines can be one step, which is performed once.
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
