/// The reason why a line cannot be read.
package enum LineFault: Hashable, Sendable {
    /// The line has no newline at its end.
    case unfinished
    /// The line does not end with a check.
    case withoutCheck
    /// The check is wrong: the line was changed, or a previous line is missing, repeated or moved.
    case wrongCheck
    /// The check is correct, and the content is not a line of this format.
    case malformed
    /// The line is longer than the limit.
    case tooLong
    /// The first line is not a header.
    case notHeader
    /// The line is a header in a wrong place.
    case misplacedHeader
    /// The number of the entry or check is not the expected one.
    case outOfSequence(found: UInt64, expected: UInt64)
    /// The line interrupts a group.
    case brokenGroup
    /// The file ends within a group.
    case unfinishedGroup
    /// The file ends here although more had been synced to disk.
    case missing
    /// The format is not supported by this library.
    case otherFormat(Int)
    /// The check is correct, and only a newer version of the library supports this step.
    case newerStep(String)
}

/// An error with a ``LineFault``.
package struct LineError: Error, Hashable {
    package let fault: LineFault

    package init(_ fault: LineFault) { self.fault = fault }
}
