import Reactor

/// A state as JSON, and the bytes of its canonical form.
struct EncodedState {
    let json: JSON
    let bytes: [UInt8]

    init(_ json: JSON) {
        self.json = json
        bytes = json.bytes(.canonical)
    }
}

/// Two replays of one recording that share no value and no thread.
struct ReplayPair<StateType: State & Codable> {
    var first: Replay<StateType>
    private var second: Replay<StateType>
    /// The lines that the second replay has not read, and their size.
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

    /// Applies the waiting lines to the second replay.
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

    /// The encodings of both states.
    struct States {
        let first: EncodedState
        let second: EncodedState

        /// The difference of the states, or nil if they are equal.
        var difference: JSONDifference? {
            first.bytes == second.bytes ? nil : JSONDifference(from: first.json, to: second.json)
        }
    }

    mutating func states() throws(ReplayError) -> States {
        try catchUp()
        return States(first: EncodedState(try first.json()), second: EncodedState(try second.json()))
    }

    /// The number of searches for the first entry. A search can miss it by chance, if a clock has not ticked or two sets have the
    /// same order, so the smallest result counts.
    private static var searches: Int { 4 }

    /// Finds the first entry after which the replays differ, between here, where they are equal, and an entry after which they
    /// differ. It is a binary search: O(entries), and a comparison for each step.
    ///
    /// - Parameter difference: The difference after the last entry, which is the result if no search finds one.
    func firstImpure(
        of source: some RecordingSource, through last: UInt64, otherwise difference: JSONDifference
    ) throws(ReplayError) -> Verification.Finding {
        var found = (seq: last, difference)
        for _ in 1...Self.searches {
            var agreed = self
            try agreed.narrow(&found, of: source)
        }
        return Verification.Finding(difference: .impure(seq: found.seq, found.1))
    }

    /// Narrows the range by binary search, until its ends are adjacent.
    private mutating func narrow(
        _ found: inout (seq: UInt64, JSONDifference), of source: some RecordingSource
    ) throws(ReplayError) {
        var bound = found.seq + 1
        while first.seq + 1 < bound {
            let middle = first.seq + (bound - first.seq) / 2
            var pair = self
            try pair.advance(through: middle, of: source)
            // The source ended earlier this time, for example because its reading was cancelled.
            guard pair.first.seq > first.seq else { return }
            if let difference = try pair.states().difference {
                found = (pair.first.seq, difference)
                bound = middle
            } else {
                self = pair
            }
        }
    }

    /// Continues to an entry, or to the end of its group.
    private mutating func advance(through last: UInt64, of source: some RecordingSource) throws(ReplayError) {
        var lines = try source.lines(after: first.reached)
        while first.seq < last, let line = try lines.next() { try read(line) }
    }

    mutating func flaw() throws(ReplayError) -> StateFlaw? {
        try ReplayError.atEntry(first.seq, first.catalog.flaw(of: first.state))
    }
}
