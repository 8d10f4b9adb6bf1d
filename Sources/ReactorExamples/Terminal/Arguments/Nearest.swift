extension String {
    /// The candidate that this was probably meant to be: at most a third of it mistyped.
    func nearest(in candidates: [String]) -> String? {
        let ranked = candidates.map { (name: $0, distance: distance(to: $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, Swift.max(count, best.name.count) / 3) ? best.name : nil
    }

    /// How many characters must be added, dropped, exchanged, or swapped with the next, to get from one to the other.
    func distance(to other: String) -> Int {
        let (source, target) = (Array(self), Array(other))
        var before: [Int] = []
        var row = Array(0...target.count)
        for line in source.indices {
            var next = [line + 1]
            for column in target.indices {
                let replaced = row[column] + (source[line] == target[column] ? 0 : 1)
                var least = Swift.min(replaced, row[column + 1] + 1, next[column] + 1)
                if line > 0, column > 0, source[line] == target[column - 1], source[line - 1] == target[column] {
                    least = Swift.min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[target.count]
    }
}
