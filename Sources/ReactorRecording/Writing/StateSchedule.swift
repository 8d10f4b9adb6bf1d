/// A schedule that decides when the writer needs the state, for a check line or for the header of a new segment.
package struct StateSchedule {
    package enum Use: Hashable {
        case check
        case segment
    }

    private let checkEvery: Int
    private let rotation: Rotation
    private var entries: Int
    private var bytes: UInt64
    private var headerBytes: UInt64
    private var entriesSinceCheck: Int
    private var bytesSinceCheck: UInt64
    /// The size of the last encoded state.
    private var stateBytes: UInt64
    /// The number of entries since a new segment was requested before this one was full, or nil.
    private var entriesSinceForced: Int?
    private var forcedPause = Pause()
    /// The number of entries since the last failure to get a state.
    private var entriesSinceFailure = 0
    private var failurePause = Pause()

    /// The number of entries until the next attempt, which doubles each time, so that failures are not paid for at each batch.
    private struct Pause {
        var entries = 0

        mutating func grow() { entries = max(1, entries * 2) }
    }

    package init(checkEvery: Int, _ rotation: Rotation, _ size: SegmentSize) {
        self.checkEvery = checkEvery
        self.rotation = rotation
        entries = size.entries
        bytes = size.bytes
        headerBytes = size.headerBytes
        entriesSinceCheck = size.entriesSinceCheck
        bytesSinceCheck = size.bytes - size.bytesAtCheck
        stateBytes = size.stateBytes
    }

    package mutating func wrote(entries: Int, bytes: UInt64) {
        self.entries += entries
        self.bytes += bytes
        entriesSinceCheck += entries
        bytesSinceCheck += bytes
        entriesSinceFailure += entries
        if let since = entriesSinceForced { entriesSinceForced = since + entries }
    }

    package mutating func checked(stateBytes: Int) {
        self.stateBytes = UInt64(stateBytes)
        entriesSinceCheck = 0
        bytesSinceCheck = 0
        failurePause = Pause()
    }

    package mutating func began(headerBytes: UInt64, stateBytes: Int) {
        entries = 0
        bytes = headerBytes
        self.headerBytes = headerBytes
        self.stateBytes = UInt64(stateBytes)
        entriesSinceForced = nil
    }

    /// Notes that no state was available.
    package mutating func failed() {
        entriesSinceFailure = 0
        failurePause.grow()
    }

    /// Requests a new segment as soon as there is a state for it.
    package mutating func forceSegment() {
        if entriesSinceForced == nil { (entriesSinceForced, forcedPause) = (0, Pause()) }
    }

    /// Postpones the requested segment, because its header would still contain the cause of the request.
    package mutating func postponeForced() {
        entriesSinceForced = 0
        forcedPause.grow()
    }

    package var isFull: Bool {
        let isLong = bytes >= rotation.bytes && bytes - headerBytes >= headerBytes
        return entries > 0 && (isLong || entries >= rotation.entries)
    }

    /// A state of this size is cheap enough for a digest at each end of a journal.
    private static let shortState: UInt64 = 1 << 16

    /// The use of the state at the end of the core. The digest is written sooner than in the middle, so that short sessions have
    /// one, but not after each entry if the state is large.
    package var lastUse: Use? {
        if entriesSinceFailure < failurePause.entries { return nil }
        if isFull || entriesSinceForced != nil { return .segment }
        let isWorth = stateBytes <= Self.shortState || bytesSinceCheck >= stateBytes / 16
        return entriesSinceCheck > 0 && isWorth ? .check : nil
    }

    /// The current use of the state, or nil.
    package var use: Use? {
        if entriesSinceFailure < failurePause.entries { return nil }
        if isFull { return .segment }
        if let since = entriesSinceForced, since >= forcedPause.entries { return .segment }
        if entriesSinceCheck >= checkEvery && bytesSinceCheck >= stateBytes { return .check }
        return nil
    }
}
