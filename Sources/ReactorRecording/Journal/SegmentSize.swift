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
