extension LedgerScript {
    /// The shortest script that still shows a difference: reached by leaving out steps and making them simpler until
    /// nothing can go.
    func shrunk<Subject: LedgerSubject>(for subject: Subject.Type) -> LedgerDifference? {
        guard var best = difference(of: subject)?.cut else { return nil }
        while let better = best.script.smaller.lazy.compactMap({ $0.difference(of: subject)?.cut }).first {
            best = better
        }
        return best
    }

    /// Scripts that have less in them, those that have much less first.
    private var smaller: [LedgerScript] {
        var scripts: [LedgerScript] = []
        var length = steps.count / 2
        while length > 0 {
            for start in stride(from: 0, to: steps.count, by: length) {
                var script = self
                script.steps.removeSubrange(start..<min(start + length, steps.count))
                scripts.append(script)
            }
            length /= 2
        }
        for (index, step) in steps.enumerated() {
            for simpler in step.simpler {
                var script = self
                script.steps[index] = simpler
                scripts.append(script)
            }
        }
        return scripts
    }
}

extension LedgerDifference {
    /// Without the steps that follow the difference.
    fileprivate var cut: LedgerDifference {
        var cut = self
        cut.script.steps.removeSubrange((step + 1)...)
        return cut
    }
}

extension LedgerStep {
    /// Steps that do less of the same. None leads back, so shrinking ends.
    fileprivate var simpler: [LedgerStep] {
        switch self {
        case .fire(let moves): moves.fewer.map { .fire($0) }
        case .begin(let id, .some, let moves): [.begin(id, nil, moves)]
        case .begin(let id, nil, let moves): moves.fewer.map { .begin(id, nil, $0) } + [.fire(moves)]
        case .append(let id, let moves): moves.fewer.map { .append(id, $0) } + [.fire(moves)]
        case .commitWith(let id, let moves, let following):
            following.fewer.map { .commitWith(id, moves, then: $0) }
                + moves.fewer.map { .commitWith(id, $0, then: following) } + [.commit(id)]
        case .rollback(let id, let moves): moves.fewer.map { .rollback(id, $0) }
        case .place(let moves): moves.fewer.map { .place($0) } + [.fire(moves)]
        case .report(let id, let moves): moves.fewer.map { .report(id, $0) } + [.fire(moves)]
        case .placeAsOf(let id, let moves): moves.fewer.map { .placeAsOf(id, $0) }
        default: []
        }
    }
}

extension [Move] {
    fileprivate var fewer: [[Move]] {
        indices.map { index in
            var moves = self
            moves.remove(at: index)
            return moves
        }
    }
}
