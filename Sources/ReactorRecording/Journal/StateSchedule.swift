/// Decides when the state is wanted: for a check line, or for the header of a new segment.
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
    /// What the state takes, as it was encoded last.
    private var stateBytes: UInt64
    /// A new segment is wanted although this one is not full, for so many entries by now.
    private var entriesSinceForced: Int?
    private var forcedPause = Pause()
    /// Since no state could be had.
    private var entriesSinceFailure = 0
    private var failurePause = Pause()

    /// After how many entries to try again, each time twice as many: what fails is not to be paid for at each batch.
    private struct Pause {
        var entries = 0

        mutating func grow() { entries = max(1, entries * 2) }
    }

    /// A segment with so much in it.
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

    /// There was no state to be had.
    package mutating func failed() {
        entriesSinceFailure = 0
        failurePause.grow()
    }

    /// A new segment is to begin as soon as there is a state for it.
    package mutating func forceSegment() {
        if entriesSinceForced == nil { (entriesSinceForced, forcedPause) = (0, Pause()) }
    }

    /// What forces a segment would still be in it: later, then.
    package mutating func postponeForced() {
        entriesSinceForced = 0
        forcedPause.grow()
    }

    /// Whether a new segment is begun whatever is in it.
    package var isFull: Bool {
        let isLong = bytes >= rotation.bytes && bytes - headerBytes >= headerBytes
        return entries > 0 && (isLong || entries >= rotation.entries)
    }

    /// A state so long is cheap enough for a digest whenever a journal ends.
    private static let shortState: UInt64 = 1 << 16

    /// What the state is wanted for in which the core has ended. A digest sooner than in the middle, so that short sessions
    /// have one too, and still not after each entry above a state that is long to encode.
    package var lastUse: Use? {
        if entriesSinceFailure < failurePause.entries { return nil }
        if isFull || entriesSinceForced != nil { return .segment }
        let isWorth = stateBytes <= Self.shortState || bytesSinceCheck >= stateBytes / 16
        return entriesSinceCheck > 0 && isWorth ? .check : nil
    }

    /// What the state is wanted for, nil when it is not.
    package var use: Use? {
        if entriesSinceFailure < failurePause.entries { return nil }
        if isFull { return .segment }
        if let since = entriesSinceForced, since >= forcedPause.entries { return .segment }
        if entriesSinceCheck >= checkEvery && bytesSinceCheck >= stateBytes { return .check }
        return nil
    }
}

/// How much is in a segment that was found, for who decides what to write next.
package struct SegmentSize: Hashable, Sendable {
    package private(set) var entries = 0
    package private(set) var bytes: UInt64 = 0
    package private(set) var headerBytes: UInt64 = 0
    /// What the state in the header takes; the rest of a header is what was pending.
    package private(set) var stateBytes: UInt64 = 0
    /// Since the last digest, or the header, which holds the state itself.
    package private(set) var entriesSinceCheck = 0
    package private(set) var bytesAtCheck: UInt64 = 0

    /// Nothing.
    package init() {}

    /// Counts a line, the last one up to so many bytes.
    package mutating func count(_ line: JournalLine, upTo offset: UInt64) {
        bytes = offset
        switch line {
        case .header(let header):
            headerBytes = offset
            stateBytes = UInt64(header.base.count)
            checked()
        case .entry:
            entries += 1
            entriesSinceCheck += 1
        case .check(let check): if check.digest != nil { checked() }
        }
    }

    private mutating func checked() {
        entriesSinceCheck = 0
        bytesAtCheck = bytes
    }
}
