import ReactorState

/// The specification, written without regard to cost: every read replays the whole log from the first event.
struct NaiveLedger: LedgerSubject {
    enum Owner: Equatable {
        case prediction(UInt64)
        case mark(UInt64)
    }

    struct Entry {
        var owner: Owner?
        /// nil for a mark, and for a prediction without events.
        var move: Move?
        /// Different for each event that was ever in the log.
        var serial = 0
        var isReset = false

        var isMark: Bool { if case .mark = owner { true } else { false } }
    }

    var log: [Entry] = []
    private(set) var sides: [UInt64: Side?] = [:]
    private var held: Set<UInt64> = []
    private var lastPrediction: UInt64 = 0
    private var lastMark: UInt64 = 0
    private var lastSerial = 0
    private var deliveries = 0
    private var delivered: [Int] = []
    private var refusal: LedgerRefusal?

    mutating func endDrain() {}

    var sight: LedgerSight {
        var visible = Board()
        var base: UInt32?
        for entry in log {
            if entry.owner != nil, base == nil { base = visible.cells }
            if let move = entry.move { visible.apply(move) }
        }
        return LedgerSight(
            visible: visible.cells, base: base, pending: sides.keys.sorted(), marks: held.sorted(),
            deliveries: deliveries,
            refusal: refusal)
    }

    /// The state after a rollback of all pending predictions.
    var certain: UInt32 {
        var certain = Board()
        for entry in log {
            if case .prediction = entry.owner { continue }
            if let move = entry.move { certain.apply(move) }
        }
        return certain.cells
    }

    /// A step notifies when the sequence of events has changed after it.
    mutating func perform(_ step: LedgerStep) {
        do throws(LedgerRefusal) {
            refusal = nil
            try change(step)
        } catch {
            refusal = error
        }
        var sequence: [Int] = []
        for entry in log where entry.move != nil { sequence.append(entry.serial) }
        if sequence != delivered { deliveries += 1 }
        delivered = sequence
    }

    private mutating func change(_ step: LedgerStep) throws(LedgerRefusal) {
        switch step {
        case .fire(let moves):
            insert(moves, at: log.count)
        case .reset(let side):
            let withdrawn = sides.filter { $0.value == side }.keys
            for id in withdrawn { resolve(id) }
            let marks = log.filter(\.isMark)
            log.removeAll(where: \.isMark)
            insert([side.clear], at: log.count)
            log[log.count - 1].isReset = true
            log += marks
        case .begin(let id, let side, let moves):
            guard sides[id] == nil else { throw .alreadyBegun(PredictionID(id)) }
            sides[id] = .some(side)
            lastPrediction = max(lastPrediction, id)
            insert(moves, owner: .prediction(id), at: log.count)
        case .append(let id, let moves):
            try find(id)
            if !moves.isEmpty { insert(moves, owner: .prediction(id), at: log.count) }
        case .commit(let id):
            try find(id)
            sides[id] = nil
            for index in log.indices where log[index].owner == .prediction(id) { log[index].owner = nil }
        case .commitWith(let id, let moves, let following):
            try find(id)
            insert(moves, at: log.firstIndex { $0.owner == .prediction(id) } ?? log.count)
            resolve(id)
            insert(following, at: log.count)
        case .rollback(let id, let moves):
            try find(id)
            resolve(id)
            insert(moves, at: log.count)
        case .place(let moves):
            insert(moves, at: lowestPrediction)
        case .mark(let id):
            guard held.insert(id).inserted else { throw .alreadyMarked(MarkID(id)) }
            lastMark = max(lastMark, id)
            log.insert(Entry(owner: .mark(id)), at: lowestPrediction)
        case .placeAsOf(let id, let moves):
            let place = try take(id)
            insert(moves, at: place)
        case .report(let id, let moves):
            insert(moves, at: try place(of: id))
        case .release(let id):
            _ = try take(id)
        case .beginReset(let id):
            guard sides[id] == nil else { throw .alreadyBegun(PredictionID(id)) }
            throw .resetOutOfPlace("Reset<Left>")
        case .commitReset, .placeReset:
            throw .resetOutOfPlace("Reset<Left>")
        case .reopen, .endOfDrain:
            break
        }
    }

    /// Below all predictions, and never below a reset.
    var lowestPrediction: Int {
        let floor = (log.lastIndex(where: \.isReset) ?? -1) + 1
        return log[floor...].firstIndex { entry in
            if case .prediction = entry.owner { true } else { false }
        } ?? log.count
    }

    private func find(_ id: UInt64) throws(LedgerRefusal) {
        if sides[id] != nil { return }
        throw id <= lastPrediction ? .alreadyResolved(PredictionID(id)) : .neverBegun(PredictionID(id))
    }

    private func place(of id: UInt64) throws(LedgerRefusal) -> Int {
        guard let place = log.firstIndex(where: { $0.owner == .mark(id) }) else {
            throw id <= lastMark ? .markAlreadyUsed(MarkID(id)) : .neverMarked(MarkID(id))
        }
        return place
    }

    private mutating func take(_ id: UInt64) throws(LedgerRefusal) -> Int {
        let place = try place(of: id)
        held.remove(id)
        log.remove(at: place)
        return place
    }

    private mutating func resolve(_ id: UInt64) {
        sides[id] = nil
        log.removeAll { $0.owner == .prediction(id) }
    }

    private mutating func insert(_ moves: [Move], owner: Owner? = nil, at index: Int) {
        if moves.isEmpty, owner != nil { log.insert(Entry(owner: owner), at: index) }
        for (offset, move) in moves.enumerated() {
            lastSerial += 1
            log.insert(Entry(owner: owner, move: move, serial: lastSerial), at: index + offset)
        }
    }
}
