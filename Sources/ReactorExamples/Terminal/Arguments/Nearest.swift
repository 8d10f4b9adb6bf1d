extension String {
    /// The candidate that this was probably meant to be: at most a third of it mistyped.
    func nearest(in candidates: [String]) -> String? {
        let ranked = candidates.map { (name: $0, distance: distance(to: $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, Swift.max(count, best.name.count) / 3) ? best.name : nil
    }

    /// How many characters must be added, dropped or exchanged to get from one to the other.
    func distance(to other: String) -> Int {
        let target = Array(other)
        var row = Array(0...target.count)
        for (line, character) in enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in target.indices {
                let replaced = diagonal + (character == target[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[target.count]
    }
}
