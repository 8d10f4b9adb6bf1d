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
    private var entriesSinceCheck = 0
    private var bytesSinceCheck: UInt64 = 0
    private var stateBytes: UInt64 = 0
    private var isSegmentForced = false

    /// A segment with so much in it.
    package init(checkEvery: Int, _ rotation: Rotation, entries: Int = 0, bytes: UInt64, headerBytes: UInt64) {
        self.checkEvery = checkEvery
        self.rotation = rotation
        self.entries = entries
        self.bytes = bytes
        self.headerBytes = headerBytes
    }

    package mutating func wrote(entries: Int, bytes: UInt64) {
        self.entries += entries
        self.bytes += bytes
        entriesSinceCheck += entries
        bytesSinceCheck += bytes
    }

    package mutating func checked(stateBytes: Int) {
        self.stateBytes = UInt64(stateBytes)
        entriesSinceCheck = 0
        bytesSinceCheck = 0
    }

    package mutating func began(headerBytes: UInt64) {
        entries = 0
        bytes = headerBytes
        self.headerBytes = headerBytes
        isSegmentForced = false
    }

    /// A new segment is to begin as soon as there is a state for it.
    package mutating func forceSegment() { isSegmentForced = true }

    /// What the state is wanted for, nil when it is not.
    package var use: Use? {
        let entriesBytes = bytes - headerBytes
        let isFull = bytes >= rotation.bytes && entriesBytes >= headerBytes
        if isSegmentForced || (entries > 0 && (isFull || entries >= rotation.entries)) { return .segment }
        if entriesSinceCheck >= checkEvery && bytesSinceCheck >= stateBytes { return .check }
        return nil
    }
}
