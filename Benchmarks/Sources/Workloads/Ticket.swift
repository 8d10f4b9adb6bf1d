/// What every event of a workload carries: who fired it, and the how manieth of that producer it is. It lets each reducer
/// notice a lost, doubled or overtaken event at the cost of a few instructions.
public struct Ticket: Codable, Sendable {
    @usableFromInline let packed: Int

    /// The `sequence`th event, counted from zero, of one of four producers.
    @inlinable
    public init(producer: Int, sequence: Int) { packed = sequence &<< 2 | producer & 3 }

    @inlinable var producer: Int { packed & 3 }
    @inlinable var sequence: Int { packed &>> 2 }
}
