import ReactorState

@testable import ReactorStateSupport

/// Restores, on failure, the state as it was when the prediction began. Everything that happened since is lost.
struct SnapshotLedger: LedgerSubject {
    private var model = NaiveLedger()
    private var visible: UInt32 = 0
    private var snapshots: [UInt64: UInt32] = [:]

    mutating func endDrain() {}

    var sight: LedgerSight {
        var sight = model.sight
        sight.visible = visible
        return sight
    }

    mutating func perform(_ step: LedgerStep) {
        let before = model.sight
        model.perform(step)
        let after = model.sight
        guard after.deliveries > before.deliveries || after.pending != before.pending else { return }
        switch step {
        case .begin(let id, _, let moves):
            snapshots[id] = visible
            visible = visible.after(moves)
        case .fire(let moves), .append(_, let moves):
            visible = visible.after(moves)
        case .rollback(let id, let moves):
            visible = (snapshots[id] ?? visible).after(moves)
        case .commit:
            break
        default:
            visible = after.visible
        }
    }
}

/// Applies, on failure, the inverse of the prediction. This is correct for one prediction, and wrong when two overlap.
struct InversePatchLedger: LedgerSubject {
    private var model = NaiveLedger()
    private var visible: UInt32 = 0
    private var patches: [UInt64: [Move]] = [:]

    mutating func endDrain() {}

    var sight: LedgerSight {
        var sight = model.sight
        sight.visible = visible
        return sight
    }

    mutating func perform(_ step: LedgerStep) {
        let before = model.sight
        model.perform(step)
        let after = model.sight
        guard after.deliveries > before.deliveries || after.pending != before.pending else { return }
        switch step {
        case .begin(let id, _, let moves), .append(let id, let moves):
            for move in moves { patches[id, default: []].append(predict(move)) }
        case .fire(let moves):
            visible = visible.after(moves)
        case .rollback(let id, let moves):
            visible = visible.after((patches[id] ?? []).reversed() + moves)
        case .commit:
            break
        default:
            visible = after.visible
        }
    }

    /// The event that restores the value that this one overwrites.
    private mutating func predict(_ move: Move) -> Move {
        let old = UInt8(Board(cells: visible)[Int(move.cell)])
        visible = visible.after([move])
        return .put(move.cell, old)
    }
}

/// Confirms a prediction by moving it to the end of the log, as if it had happened when the server responded.
struct CommitAtEndLedger: LedgerSubject {
    private var model = NaiveLedger()
    private var moved = NaiveLedger()

    mutating func endDrain() {}

    var sight: LedgerSight {
        var sight = model.sight
        sight.visible = moved.sight.visible
        return sight
    }

    mutating func perform(_ step: LedgerStep) {
        if case .commit(let id) = step {
            let own = moved.log.filter { $0.owner == .prediction(id) }
            moved.log.removeAll { $0.owner == .prediction(id) }
            moved.log += own
        }
        model.perform(step)
        moved.perform(step)
    }
}

extension UInt32 {
    fileprivate func after(_ moves: [Move]) -> UInt32 {
        var board = Board(cells: self)
        for move in moves { board.apply(move) }
        return board.cells
    }
}
