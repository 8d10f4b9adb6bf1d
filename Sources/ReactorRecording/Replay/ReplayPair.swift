import Reactor

/// A state as JSON, and as the bytes of its canonical form.
struct EncodedState {
    let json: JSON
    let bytes: [UInt8]

    init(_ json: JSON) {
        self.json = json
        bytes = json.bytes(.canonical)
    }
}

/// Two replays of one recording that share no value, and no thread.
struct ReplayPair<StateType: State & Codable> {
    var first: Replay<StateType>
    private var second: Replay<StateType>
    /// What the second one has still to read, and how long it is.
    private var waiting: [JournalLine] = []
    private var bytesWaiting = 0

    init(_ header: JournalHeader, catalog: EventCatalog<StateType>) throws(ReplayError) {
        first = try Replay(header, catalog: catalog)
        second = try Replay(header, catalog: catalog)
    }

    mutating func read(_ line: JournalLine) throws(ReplayError) {
        try first.read(line)
        waiting.append(line)
        if case .entry(let entry) = line { bytesWaiting += entry.event?.payload.count ?? 0 }
        if waiting.count >= 1_000 || bytesWaiting >= 1 << 20 { try catchUp() }
    }

    /// Lets the second one read what the first one has read.
    private mutating func catchUp() throws(ReplayError) {
        guard !waiting.isEmpty else { return }
        var failure: ReplayError?
        OtherThread.run {
            do throws(ReplayError) {
                for line in waiting { try second.read(line) }
            } catch {
                failure = error
            }
        }
        waiting.removeAll(keepingCapacity: true)
        bytesWaiting = 0
        if let failure { throw failure }
    }

    /// Both states as they are encoded.
    struct States {
        let first: EncodedState
        let second: EncodedState

        /// What differs between them, nil if nothing.
        var difference: JSONDifference? {
            first.bytes == second.bytes ? nil : JSONDifference(from: first.json, to: second.json)
        }
    }

    mutating func states() throws(ReplayError) -> States {
        try catchUp()
        return States(first: EncodedState(try first.json()), second: EncodedState(try second.json()))
    }

    /// How often the first entry is looked for. A clock may not have ticked, or a set have the same order by chance, and then
    /// a search goes past it: the smallest that any of them finds is named.
    private static var searches: Int { 4 }

    /// The first entry after which the two differ, looked for between here, where they agree, and an entry after which they
    /// do not. By halves: O(entries), and a comparison for each halving.
    ///
    /// - Parameter difference: what differs after the last entry, which is named where they agree each time.
    func firstImpure(
        of source: some RecordingSource, through last: UInt64, otherwise difference: JSONDifference
    ) throws(ReplayError) -> Verification.Finding {
        var found = (seq: last, difference)
        for _ in 1...Self.searches {
            var agreed = self
            try agreed.narrow(&found, of: source)
        }
        return .impure(seq: found.seq, found.1)
    }

    /// Halves what is between here and the entry that was found, until they stand beside each other.
    private mutating func narrow(
        _ found: inout (seq: UInt64, JSONDifference), of source: some RecordingSource
    ) throws(ReplayError) {
        var bound = found.seq + 1
        while first.seq + 1 < bound {
            let middle = first.seq + (bound - first.seq) / 2
            var pair = self
            try pair.advance(through: middle, of: source)
            // A source that ends earlier this time, as one whose reading was cancelled does.
            guard pair.first.seq > first.seq else { return }
            if let difference = try pair.states().difference {
                found = (pair.first.seq, difference)
                bound = middle
            } else {
                self = pair
            }
        }
    }

    /// Goes on to an entry, or to the end of the group that it stands in.
    private mutating func advance(through last: UInt64, of source: some RecordingSource) throws(ReplayError) {
        var lines = try source.lines(after: first.reached)
        while first.seq < last, let line = try lines.next() { try read(line) }
    }

    mutating func flaws() throws(ReplayError) -> [StateFlaw] {
        do {
            return try first.catalog.flaws(of: first.state)
        } catch {
            throw ReplayError(.catalog(error, seq: first.seq))
        }
    }
}
