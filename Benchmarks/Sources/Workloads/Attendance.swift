/// Counts the tickets it is shown, and how many came out of their producer's order.
public struct Attendance: Sendable, Equatable, Codable {
    /// The number of tickets that were shown.
    public private(set) var count = 0
    /// The number of tickets that were not the next of their producer.
    public private(set) var outOfOrder = 0
    private var next = SIMD4<Int>.zero

    /// Nothing seen yet.
    public init() {}

    /// Takes a ticket.
    @inline(__always)
    mutating func take(_ ticket: Ticket) {
        count &+= 1
        if next[ticket.producer] != ticket.sequence { outOfOrder &+= 1 }
        next[ticket.producer] = ticket.sequence &+ 1
    }
}
