import Reactor

/// How an entry is searched for.
public enum PlaybackSearch: Hashable, Sendable {
    /// Every entry is looked at, in order.
    case scan
    /// For what stays true once it is: a few entries are looked at.
    case bisection
}

extension Playback {
    /// The first entry after which the state is as asked for; ``first`` when it is so from the beginning, nil when never.
    ///
    /// ```swift
    /// struct Total: State, Codable {
    ///     var total = 0
    ///     mutating func react(to event: any Event) {}
    /// }
    /// func broken(in playback: Playback<Total, RecordingFile>) throws -> UInt64? {
    ///     try playback.first(by: .bisection) { $0.total < 0 }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - search: bisection finds the entry only if the state stays as asked for; otherwise it finds one of those at which
    ///     it became so, or none. It costs O(log n) states; a scan looks at every state up to the entry.
    ///   - predicate: what to look for.
    /// - Throws: what reading the recording throws.
    public func first(
        by search: PlaybackSearch = .scan, where predicate: (StateType) -> Bool
    ) throws(ReplayError) -> UInt64? {
        switch search {
        case .scan: try scan(predicate)
        case .bisection: try bisect(predicate)
        }
    }

    private func scan(_ predicate: (StateType) -> Bool) throws(ReplayError) -> UInt64? {
        var replay = try replay(through: first)
        if predicate(replay.state) { return replay.seq }
        var lines = try source.lines(after: first)
        var looked = replay.seq
        while replay.seq < last, let line = try lines.next() {
            try replay.read(line)
            guard replay.seq > looked else { continue }
            looked = replay.seq
            if predicate(replay.state) { return looked }
        }
        return nil
    }

    private func bisect(_ predicate: (StateType) -> Bool) throws(ReplayError) -> UInt64? {
        var (low, high) = (first, last)
        var begin = try replay(through: low)
        if predicate(begin.state) { return low }
        var end = try replay(through: high)
        guard predicate(end.state) else { return nil }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            var replay = try replay(through: middle)
            // Inside a group the state is that before it, which is known not to be as asked for.
            if replay.seq > low, predicate(replay.state) { high = middle } else { low = middle }
        }
        return high
    }

    /// What differs between the states after two entries.
    ///
    /// - Throws: what reading the recording throws.
    public func difference(from earlier: UInt64, to later: UInt64) throws(ReplayError) -> JSONDifference {
        var (before, after) = (try replay(through: earlier), try replay(through: later))
        return JSONDifference(from: try before.json(), to: try after.json())
    }
}
