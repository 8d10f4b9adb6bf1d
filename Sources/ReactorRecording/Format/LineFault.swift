/// Why a line cannot be read.
package enum LineFault: Hashable, Sendable {
    /// There is no newline at its end.
    case unfinished
    /// It does not end with a check.
    case withoutCheck
    /// Its check does not fit: the line was changed, or a line before it is missing, repeated or moved.
    case wrongCheck
    /// Its check is right, and it holds what no line of this format holds.
    case malformed
    /// It is longer than a line may be.
    case tooLong
    /// It is not the header that a recording begins with.
    case notHeader
    /// It is a header, and stands where none belongs.
    case misplacedHeader
    /// Its entry, or check, has this number and should have the other.
    case outOfSequence(found: UInt64, expected: UInt64)
    /// It breaks off a group before its last line.
    case brokenGroup
    /// The file ends within a group.
    case unfinishedGroup
    /// The file ends here, and more had reached the disk.
    case missing
    /// This library does not read the format.
    case otherFormat(Int)
    /// Its check is right, and it does what only a newer version of the library knows by this name.
    case newerStep(String)
}

/// A ``LineFault`` on its way up.
package struct LineError: Error, Hashable {
    package let fault: LineFault

    package init(_ fault: LineFault) { self.fault = fault }
}
