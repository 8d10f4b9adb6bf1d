import Reactor

/// Whether a recording, told again, gives what was seen.
///
/// It is told twice at once, each time from values of its own, and compared with each other and with the digests in the
/// recording. A `react(to:)` that reads a clock, draws a random number or goes through a set in the order of its hashes
/// is found this way.
///
/// ```swift
/// let verification = try Verification(of: recording, catalog: Weights.catalog)
/// if let finding = verification.finding { print(finding) }
/// ```
public struct Verification: Hashable, Sendable {
    /// What does not agree.
    public enum Finding: Hashable, Sendable {
        /// Two replays give different states, after this entry for the first time.
        case impure(seq: UInt64, JSONDifference)
        /// Replays agree and the recording says otherwise: somewhere behind the one entry, up to the other, the program
        /// came to another state when it was recorded. The difference is known where the recording holds a state.
        case differs(after: UInt64, through: UInt64, JSONDifference?)
        /// The state does not read back from its own encoding as what it was.
        case flawed(seq: UInt64, [StateFlaw])
    }

    /// How many entries were told.
    public private(set) var entries: UInt64 = 0
    /// How many digests, and states at the beginning of later segments, were compared.
    public private(set) var checks = 0
    /// The last entry that was told.
    public private(set) var seq: UInt64
    /// The digest of the state there.
    public private(set) var digest = ""
    /// False when something secret was taken out, so that there was nothing to compare with.
    public private(set) var isExact = true
    /// What does not agree, nil when everything does.
    public private(set) var finding: Finding?

    /// Tells a recording, up to its end or to what does not agree.
    ///
    /// - Parameters:
    ///   - source: the recording.
    ///   - spacing: after how many entries the two replays are compared, besides at each digest. Comparing costs time in
    ///     the size of the state.
    ///   - catalog: what the events are read with.
    ///   - progress: told the entry that was reached, each time the replays are compared.
    /// - Throws: ``ReplayError`` when the recording cannot be told to its end.
    public init<StateType>(
        of source: some RecordingSource, every spacing: UInt64 = 1_000, catalog: EventCatalog<StateType>,
        progress: (UInt64) -> Void = { _ in }
    ) throws(ReplayError) {
        seq = source.header.from
        var pair = try ReplayPair(source.header, catalog: catalog)
        var agreed = pair
        var lastCheck = seq
        var lines = try source.lines(after: seq)
        while let line = try lines.next() {
            try pair.read(line)
            guard let state = try recorded(by: line, catalog, isDue: pair.first.seq >= agreed.first.seq + spacing)
            else {
                continue
            }
            progress(pair.first.seq)
            if let difference = try pair.difference() {
                finding =
                    try agreed.firstImpure(of: source, through: pair.first.seq)
                    ?? .impure(seq: pair.first.seq, difference)
                break
            }
            if pair.first.isExact, let through = try pair.disagrees(with: state) {
                finding = .differs(after: lastCheck, through: pair.first.seq, through.difference)
                break
            }
            if case .nothing = state {} else { (checks, lastCheck) = (checks + 1, pair.first.seq) }
            agreed = pair
        }
        try conclude(&pair, agreed, of: source)
    }

    private mutating func conclude<StateType>(
        _ pair: inout ReplayPair<StateType>, _ agreed: ReplayPair<StateType>, of source: some RecordingSource
    ) throws(ReplayError) {
        if finding == nil {
            if pair.first.isInGroup { throw .brokenGroup(seq: pair.first.seq + 1) }
            var agreed = agreed
            if try pair.difference() != nil { finding = try agreed.firstImpure(of: source, through: pair.first.seq) }
        }
        seq = pair.first.seq
        entries = seq - source.header.from
        isExact = pair.first.isExact
        digest = try pair.first.json().digest
        if finding == nil {
            let flaws = try pair.flaws()
            if !flaws.isEmpty { finding = .flawed(seq: seq, flaws) }
        }
    }

    /// What a recording says of the state at a line.
    enum RecordedState {
        case nothing
        case digest(String)
        case state(JSON)
    }

    private func recorded<StateType>(
        by line: JournalLine, _ catalog: EventCatalog<StateType>, isDue: Bool
    ) throws(ReplayError) -> RecordedState? {
        switch line {
        case .check(let check): return check.digest.map { .digest($0) } ?? (isDue ? .nothing : nil)
        case .header(let header):
            var replay = try Replay(header, catalog: catalog)
            return .state(try replay.json())
        case .entry: return isDue ? .nothing : nil
        }
    }
}

extension Verification.Finding: CustomStringConvertible {
    /// What was found, and what to do.
    public var description: String { Errors.finding(self) }
}
