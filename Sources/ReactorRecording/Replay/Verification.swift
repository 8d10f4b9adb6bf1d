import Reactor

/// A check that the replay of a recording gives the recorded states.
///
/// The recording is replayed twice in parallel, without shared values. The two replays are compared with each other and with the
/// digests in the recording. This finds a `react(to:)` that reads a clock, draws a random number, or depends on the order of a
/// set, and the first entry after which the states differ.
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
/// - Complexity: O(recording). The replays are compared at each digest, and also whenever the bytes that were read since the last
///   comparison exceed the size of the state.
public struct Verification: Hashable, Sendable {
    /// The number of replayed entries.
    public private(set) var entries: UInt64 = 0
    /// The number of digests, and of base states of later segments, that were compared.
    public private(set) var checks = 0
    /// The last entry that was replayed.
    package private(set) var seq: UInt64 = 0
    /// The last entry whose state was compared with the recording, or nil if there is none.
    package private(set) var lastDigest: UInt64?
    /// The digest of the last state.
    package private(set) var digest = ""
    /// Whether the states are exactly the visible ones. False if a secret was removed.
    package private(set) var isExact = true
    /// The difference that was found, or nil.
    public private(set) var finding: Finding?
    /// The last reason why digests were skipped, or nil if none were.
    private(set) var passedOver: Incomparable?
    /// The reason why the replay did not reach the end, or nil if it did.
    private(set) var failure: ReplayError?

    /// The outcome of the verification.
    public var outcome: Outcome {
        if let finding { return .differs(finding) }
        if let failure { return Outcome(failure) }
        return checks > 0 ? .same : .nothingToCompare(reason: "\(passedOver ?? .withoutDigest)")
    }

    /// Replays a recording, up to its end or to the first difference.
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - spacing: The smallest number of entries between two comparisons, apart from those at digests.
    ///   - catalog: The catalog that decodes the events.
    ///   - progress: A closure that receives the current entry after each comparison.
    /// - Throws: ``ReplayError`` if the recording cannot be replayed to its end.
    public init<StateType>(
        of source: some RecordingSource, every spacing: UInt64 = 1_000, catalog: EventCatalog<StateType>,
        progress: (UInt64) -> Void = { _ in }
    ) throws(ReplayError) {
        try compare(source, every: spacing, catalog, progress)
    }

    /// Replays the recording at a path. A recording that cannot be read is an outcome: ``Outcome/damaged(_:)`` or
    /// ``Outcome/unreadable(_:)``. The entries before the error are compared.
    ///
    /// - Parameters:
    ///   - path: A folder of segments, or a file.
    ///   - spacing: The smallest number of entries between two comparisons, apart from those at digests.
    ///   - catalog: The catalog that decodes the events.
    ///   - progress: A closure that receives the current entry after each comparison.
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
                let after = lastDigest ?? source.header.from
                finding = Finding(difference: .differs(after: after, through: pair.first.seq, divergence))
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
        if pair.first.isInGroup { throw ReplayError.brokenGroup(seq: pair.first.seq + 1) }
        if let difference = states.difference {
            finding = try agreed.firstImpure(of: source, through: pair.first.seq, otherwise: difference)
            return
        }
        finding = try pair.flaw().map { Finding(difference: .flawed(seq: pair.first.seq, $0)) }
    }
}

/// The pace of comparisons: after this many entries, and not before as many bytes were read as the state has, so that comparisons
/// cost no more than reading.
private struct ComparingPace {
    private let spacing: UInt64
    private var entries: UInt64 = 0
    private var bytes = 0
    private var stateBytes = 0

    init(every spacing: UInt64) { self.spacing = spacing }

    /// The approximate size of an entry without its payload.
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
