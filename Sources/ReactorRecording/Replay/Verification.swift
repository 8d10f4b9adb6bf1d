import Reactor

/// Whether a recording, told again, gives what was seen.
///
/// It is told twice at once, each time from values of its own, and compared with each other and with the digests in the
/// recording. A `react(to:)` that reads a clock, draws a random number or goes through a set in the order of its hashes
/// is found this way, and the first entry named after which the two differ.
///
/// ```swift
/// func verify<App>(_ recording: RecordingFile, _ catalog: EventCatalog<App>) throws {
///     switch try Verification(of: recording, catalog: catalog).outcome {
///     case .same: print("as it was recorded")
///     case .nothingToCompare(let reason): print(reason)
///     case .differs(let finding): print(finding)
///     }
/// }
/// ```
///
/// - Complexity: O(recording): the two are compared at each digest, which a writer takes no more often than its state is
///   short for, and besides when as much was read as the state is long.
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

    /// What it comes to.
    public enum Outcome: Hashable, Sendable {
        /// Two replays agree with each other, and with what the recording says of the state.
        case same
        /// Two replays agree with each other, and nothing in the recording says what the state was.
        case nothingToCompare(Incomparable)
        /// Something does not agree.
        case differs(Finding)
    }

    /// Why what a recording says of the state is not compared with it.
    public enum Incomparable: Hashable, Sendable {
        /// It says nothing of it.
        case withoutDigest
        /// Secrets were taken out, or the content of an event was not recorded: the states are not those that were seen.
        case inexact
        /// It was written when the state had another version.
        case version(recorded: Int, known: Int)
        /// The state that it begins with is encoded otherwise today, in the same version.
        case shape(JSONDifference)
    }

    /// How many entries were told.
    public private(set) var entries: UInt64 = 0
    /// How many digests, and states at the beginning of later segments, were compared.
    public private(set) var checks = 0
    /// The last entry that was told.
    public private(set) var seq: UInt64
    /// The last entry whose state was compared with what the recording says of it, nil when none was.
    public private(set) var lastDigest: UInt64?
    /// The digest of the state there.
    public private(set) var digest = ""
    /// False when something secret was taken out, so that there was nothing to compare with.
    public private(set) var isExact = true
    /// What does not agree, nil when everything does.
    public private(set) var finding: Finding?
    /// Why digests were passed over, the last reason; nil when none was.
    public private(set) var passedOver: Incomparable?

    /// What it comes to.
    public var outcome: Outcome {
        if let finding { return .differs(finding) }
        return checks > 0 ? .same : .nothingToCompare(passedOver ?? .withoutDigest)
    }

    /// Tells a recording, up to its end or to what does not agree.
    ///
    /// - Parameters:
    ///   - source: the recording.
    ///   - spacing: after how many entries the two replays are compared at the earliest, besides at each digest.
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
        var pace = ComparingPace(every: spacing)
        var digests = try DigestScope(source.header, catalog)
        var lines = try source.lines(after: seq)
        while let line = try lines.next() {
            try pair.read(line)
            pace.count(line)
            let recorded = try digests.recorded(by: line, isExact: pair.first.isExact, catalog)
            guard recorded != .nothing || pace.isDue else { continue }
            progress(pair.first.seq)
            let states = try pair.states()
            pace.compared(states.first.bytes.count)
            if let difference = states.difference {
                finding = try agreed.firstImpure(of: source, through: pair.first.seq, otherwise: difference)
                break
            }
            if let disagreement = recorded.disagreement(with: states.first) {
                finding = .differs(
                    after: lastDigest ?? source.header.from, through: pair.first.seq, disagreement.difference)
                break
            }
            if recorded != .nothing { (checks, lastDigest) = (checks + 1, pair.first.seq) }
            agreed = pair
        }
        passedOver = digests.passedOver
        try conclude(&pair, agreed, of: source)
    }

    private mutating func conclude<StateType>(
        _ pair: inout ReplayPair<StateType>, _ agreed: ReplayPair<StateType>, of source: some RecordingSource
    ) throws(ReplayError) {
        let states = try pair.states()
        seq = pair.first.seq
        entries = seq - source.header.from
        isExact = pair.first.isExact
        digest = SHA256.hexDigest(of: states.first.bytes)
        guard finding == nil else { return }
        if pair.first.isInGroup { throw .brokenGroup(seq: pair.first.seq + 1) }
        var agreed = agreed
        if let difference = states.difference {
            finding = try agreed.firstImpure(of: source, through: seq, otherwise: difference)
            return
        }
        let flaws = try pair.flaws()
        if !flaws.isEmpty { finding = .flawed(seq: seq, flaws) }
    }
}

extension Verification.Finding: CustomStringConvertible {
    /// What was found, and what to do.
    public var description: String { Errors.finding(self) }
}

extension Verification.Incomparable: CustomStringConvertible {
    /// Why nothing was compared, and what to do.
    public var description: String { Errors.incomparable(self) }
}

/// When two replays are compared: after so many entries, and not before as much was read as their state is long, so that
/// comparing costs no more than reading.
private struct ComparingPace {
    private let spacing: UInt64
    private var entries: UInt64 = 0
    private var bytes = 0
    private var stateBytes = 0

    init(every spacing: UInt64) { self.spacing = spacing }

    /// What an entry has besides its payload, about.
    private static let frame = 64

    mutating func count(_ line: JournalLine) {
        guard case .entry(let entry) = line else { return }
        entries += 1
        bytes += Self.frame + (entry.event?.payload.count ?? 0)
    }

    var isDue: Bool { entries >= spacing && bytes >= stateBytes }

    mutating func compared(_ stateBytes: Int) {
        self.stateBytes = stateBytes
        (entries, bytes) = (0, 0)
    }
}
