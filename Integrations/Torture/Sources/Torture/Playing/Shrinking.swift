extension History {
    /// The smallest form of this history that still breaks the same rule: steps are removed, several at a time and then one by
    /// one, and the remaining ones are simplified.
    ///
    /// - Parameter breaks: plays a history; which rule it breaks.
    package func shrunk(_ breaks: (History) throws -> Rule?) rethrows -> History {
        guard let rule = try breaks(self) else { return self }
        var least = self
        var isOver = false
        while !isOver {
            isOver = true
            for candidate in least.smaller() where try breaks(candidate) == rule {
                least = candidate
                isOver = false
                break
            }
        }
        return least
    }

    /// The smaller forms of this history, the smallest first.
    private func smaller() -> some Sequence<History> {
        var candidates: [History] = []
        var size = steps.count / 2
        while size >= 1 {
            for start in stride(from: 0, to: steps.count, by: size) {
                var less = self
                less.steps.removeSubrange(start..<min(start + size, steps.count))
                candidates.append(less)
            }
            size /= 2
        }
        for (index, step) in steps.enumerated() {
            for plainer in step.plainer {
                var less = self
                less.steps[index] = plainer
                candidates.append(less)
            }
        }
        if hasEcho {
            var less = self
            less.hasEcho = false
            candidates.append(less)
        }
        if !isInOrder {
            var less = self
            less.isInOrder = true
            candidates.append(less)
        }
        if isPushed {
            var less = self
            less.isPushed = false
            candidates.append(less)
        }
        return candidates
    }
}

extension Step {
    /// A simpler form of this step.
    fileprivate var plainer: [Step] {
        var plainer: [Step] = []
        if turns != nil { plainer.append(Step(kind)) }
        switch kind {
        case .act(let operation, isPlain: true): plainer.append(Step(.act(operation, isPlain: false), turns: turns))
        case .push(isKept: true): plainer.append(Step(.push(isKept: false), turns: turns))
        case .deliver(let number, let isKept):
            if isKept { plainer.append(Step(.deliver(number, isKept: false), turns: turns)) }
            if number > 0 { plainer.append(Step(.deliver(number - 1, isKept: isKept), turns: turns)) }
        case .serve(let number, let treatment):
            if treatment != .ok { plainer.append(Step(.serve(number, .ok), turns: turns)) }
            if number > 0 { plainer.append(Step(.serve(number - 1, treatment), turns: turns)) }
        case .refresh(.some): plainer.append(Step(.refresh(page: nil), turns: turns))
        default: break
        }
        return plainer
    }
}
