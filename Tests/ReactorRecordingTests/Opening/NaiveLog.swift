import Reactor

/// The log by the specification, without regard to cost: every read replays everything from the first event.
struct NaiveLog {
    private(set) var entries: [(owner: LedgerOwner?, events: [any Event])] = []

    /// Does a step that was recorded, which is never refused.
    mutating func perform(_ step: LogStep) {
        let events = step.events.all
        switch step.kind {
        case .event(let withdrawing):
            for id in withdrawing { entries.removeAll { $0.owner == .prediction(id) } }
            entries.append((nil, events))
            guard events.contains(where: { type(of: $0)._resetTarget != nil }) else { return }
            let marks = entries.filter { $0.owner?.isMark == true }
            entries.removeAll { $0.owner?.isMark == true }
            entries += marks
        case .begin(let id), .append(let id): entries.append((.prediction(id), events))
        case .commit(let id):
            for index in entries.indices where entries[index].owner == .prediction(id) { entries[index].owner = nil }
        case .replace(let id):
            let place = entries.firstIndex { $0.owner == .prediction(id) } ?? entries.endIndex
            entries.insert((nil, events), at: place)
            entries.removeAll { $0.owner == .prediction(id) }
        case .rollback(let id): entries.removeAll { $0.owner == .prediction(id) }
        case .mark(let id): entries.insert((.mark(id), []), at: lowestPrediction)
        case .place(asOf: nil): entries.insert((nil, events), at: lowestPrediction)
        case .place(asOf: let mark?):
            if let place = entries.firstIndex(where: { $0.owner == .mark(mark) }) { entries[place] = (nil, events) }
        case .report(let mark):
            let place = entries.firstIndex { $0.owner == .mark(mark) }
            if let place { entries.insert((nil, events), at: place) }
        case .release(let id): entries.removeAll { $0.owner == .mark(id) }
        }
    }

    private var lowestPrediction: Int {
        let floor = (entries.lastIndex { $0.events.contains { type(of: $0)._resetTarget != nil } } ?? -1) + 1
        let lowest = entries[floor...].firstIndex { if case .prediction = $0.owner { true } else { false } }
        return lowest ?? entries.endIndex
    }

    /// The visible state.
    func fold<StateType: State>(_ initial: StateType) -> StateType {
        var state = initial
        for entry in entries { for event in entry.events { state.react(to: event) } }
        return state
    }

    /// The pending predictions, in the order of their beginning.
    var pending: [PredictionID] {
        Set(entries.compactMap { if case .prediction(let id) = $0.owner { id } else { nil } }).sorted()
    }
}

extension LedgerOwner {
    fileprivate var isMark: Bool { if case .mark = self { true } else { false } }
}
