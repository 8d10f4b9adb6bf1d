/// The content of every event of a workload: its producer, and its number among the events of that producer. With it, each
/// reducer notices a lost, duplicated or reordered event at the cost of a few instructions.
public struct Ticket: Codable, Sendable {
    @usableFromInline let packed: Int

    /// The `sequence`th event, counted from zero, of one of four producers.
    @inlinable
    public init(producer: Int, sequence: Int) { packed = sequence &<< 2 | producer & 3 }

    @inlinable var producer: Int { packed & 3 }
    @inlinable var sequence: Int { packed &>> 2 }
}
