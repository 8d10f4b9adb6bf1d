import Reactor

/// Whether a recording, replayed, gives what was seen.
///
/// It is replayed twice at once, each time from values of its own, and compared with each other and with the digests in the
/// recording. A `react(to:)` that reads a clock, draws a random number or goes through a set in the order of its hashes
/// is found this way, and the first entry named after which the two differ.
///
/// ```swift
/// func verify<App>(_ path: String, _ catalog: EventCatalog<App>) {
///     switch Verification(at: path, catalog: catalog).outcome {
///     case .same: print("as it was recorded")
///     case .nothingToCompare(let reason): print(reason)
///     case .differs(let finding): print(finding.seq, finding.path.map { "\($0)" } ?? "", finding)
///     case .damaged(let error): print(error)
///     case .unreadable(let error): print(error)
///     }
/// }
/// ```
///
/// - Complexity: O(recording): the two are compared at each digest, which a writer takes no more often than its state is
///   short for, and besides when as much was read as the state is long.
public struct Verification: Hashable, Sendable {
    /// How many entries were replayed.
    public private(set) var entries: UInt64 = 0
    /// How many digests, and states at the beginning of later segments, were compared.
    public private(set) var checks = 0
    /// The last entry that was replayed.
    package private(set) var seq: UInt64 = 0
    /// The last entry whose state was compared with what the recording says of it, nil when none was.
    package private(set) var lastDigest: UInt64?
    /// The digest of the state there.
    package private(set) var digest = ""
    /// False when something secret was taken out, so that there was nothing to compare with.
    package private(set) var isExact = true
    /// What does not agree, nil when everything does.
    public private(set) var finding: Finding?
    /// Why digests were passed over, the last reason; nil when none was.
    private(set) var passedOver: Incomparable?
    /// Why it could not be replayed to its end, nil when it was.
    private(set) var failure: ReplayError?

    /// What it comes to.
    public var outcome: Outcome {
        if let finding { return .differs(finding) }
        if let failure { return Outcome(failure) }
        return checks > 0 ? .same : .nothingToCompare(passedOver ?? .withoutDigest)
    }

    /// Replays a recording, up to its end or to what does not agree.
    ///
    /// - Parameters:
    ///   - source: the recording.
    ///   - spacing: after how many entries the two replays are compared at the earliest, besides at each digest.
    ///   - catalog: what the events are read with.
    ///   - progress: called with the entry that was reached, each time the replays are compared.
    /// - Throws: ``ReplayError`` when the recording cannot be replayed to its end.
    public init<StateType>(
        of source: some RecordingSource, every spacing: UInt64 = 1_000, catalog: EventCatalog<StateType>,
        progress: (UInt64) -> Void = { _ in }
    ) throws(ReplayError) {
        try compare(source, every: spacing, catalog, progress)
    }

    /// Replays the recording at a path. What cannot be read is an outcome: ``Outcome/damaged(_:)`` or
    /// ``Outcome/unreadable(_:)``, and what stood before it was compared.
    ///
    /// - Parameters:
    ///   - path: a folder of segments, or one file.
    ///   - spacing: after how many entries the two replays are compared at the earliest, besides at each digest.
    ///   - catalog: what the events are read with.
    ///   - progress: called with the entry that was reached, each time the replays are compared.
    public init<StateType>(
        at path: String, every spacing: UInt64 = 1_000, catalog: EventCatalog<StateType>,
        progress: (UInt64) -> Void = { _ in }
    ) {
        do throws(ReplayError) {
            try compare(RecordingFile(path: path), every: spacing, catalog, progress)
        } catch {
            failure = error
        }
    }

    private mutating func compare<StateType>(
        _ source: some RecordingSource, every spacing: UInt64, _ catalog: EventCatalog<StateType>,
        _ progress: (UInt64) -> Void
    ) throws(ReplayError) {
        seq = source.header.from
        var pair = try ReplayPair(source.header, catalog: catalog)
        defer {
            seq = pair.first.seq
            entries = seq - source.header.from
            isExact = pair.first.isExact
        }
        var agreed = pair
        var pace = ComparingPace(every: spacing)
        var digests = try DigestScope(source.header, pair.first)
        defer { passedOver = digests.passedOver }
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
            if let divergence = recorded.divergence(of: states.first) {
                finding = .differs(after: lastDigest ?? source.header.from, through: pair.first.seq, divergence)
                break
            }
            if recorded != .nothing { (checks, lastDigest) = (checks + 1, pair.first.seq) }
            agreed = pair
        }
        try conclude(&pair, agreed, of: source)
    }

    private mutating func conclude<StateType>(
        _ pair: inout ReplayPair<StateType>, _ agreed: ReplayPair<StateType>, of source: some RecordingSource
    ) throws(ReplayError) {
        let states = try pair.states()
        digest = SHA256.hexDigest(of: states.first.bytes)
        guard finding == nil else { return }
        if pair.first.isInGroup { throw ReplayError(.brokenGroup(seq: pair.first.seq + 1)) }
        if let difference = states.difference {
            finding = try agreed.firstImpure(of: source, through: pair.first.seq, otherwise: difference)
            return
        }
        let flaws = try pair.flaws()
        if !flaws.isEmpty { finding = .flawed(seq: pair.first.seq, flaws) }
    }
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
