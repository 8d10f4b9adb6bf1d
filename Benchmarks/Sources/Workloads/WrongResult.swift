/// The error of a measurement whose work is incorrect, so that its figures are invalid.
package struct WrongResult: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// Throws unless a measurement did the work that it measures.
package func check(_ isRight: Bool, _ sentence: @autoclosure () -> String) throws {
    guard isRight else { throw WrongResult(description: sentence()) }
}

/// Stops the run unless every event came once, and, where that is promised, in its producer's order.
package func check(_ attendance: Attendance, _ count: Int, inOrder: Bool = true, _ name: String) throws {
    try check(attendance.count == count, "\(name): \(attendance.count) of \(count) events were applied.")
    try check(
        !inOrder || attendance.outOfOrder == 0,
        "\(name): \(attendance.outOfOrder) of \(count) events were applied out of their producer's order.")
}
