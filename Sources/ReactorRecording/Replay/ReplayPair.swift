import Reactor

/// Two replays of one recording that share no value.
struct ReplayPair<StateType: State & Codable> {
    var first: Replay<StateType>
    var second: Replay<StateType>

    init(_ header: JournalHeader, catalog: EventCatalog<StateType>) throws(ReplayError) {
        first = try Replay(header, catalog: catalog)
        second = try Replay(header, catalog: catalog)
    }

    mutating func read(_ line: JournalLine) throws(ReplayError) {
        try first.read(line)
        try second.read(line)
    }

    /// What differs between them, nil if nothing.
    mutating func difference() throws(ReplayError) -> JSONDifference? {
        let (left, right) = (try first.json(), try second.json())
        return left == right ? nil : JSONDifference(from: left, to: right)
    }

    /// Whether the recording says otherwise, and what differs where it holds a state.
    mutating func disagrees(
        with recorded: Verification.RecordedState
    ) throws(ReplayError) -> (difference: JSONDifference?, Void)? {
        switch recorded {
        case .nothing: return nil
        case .digest(let digest): return try first.json().digest == digest ? nil : (nil, ())
        case .state(let state):
            let replayed = try first.json()
            return replayed == state ? nil : (JSONDifference(from: state, to: replayed), ())
        }
    }

    /// Goes on from here, comparing after every entry. Nil when they agree this time: a clock may not have ticked.
    mutating func firstImpure(
        of source: some RecordingSource, through last: UInt64
    ) throws(ReplayError) -> Verification.Finding? {
        var lines = try source.lines(after: first.reached)
        while first.seq < last, let line = try lines.next() {
            let before = first.seq
            try read(line)
            guard first.seq > before, let difference = try difference() else { continue }
            return .impure(seq: first.seq, difference)
        }
        return nil
    }

    mutating func flaws() throws(ReplayError) -> [StateFlaw] {
        do {
            return try first.catalog.flaws(of: first.state)
        } catch {
            throw .catalog(error, seq: first.seq)
        }
    }
}
