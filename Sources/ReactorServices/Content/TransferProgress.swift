/// How much of a body has gone over the network.
public struct TransferProgress: Hashable, Sendable {
    /// Which of the two bodies moves.
    public enum Direction: Hashable, Sendable {
        /// The request's body.
        case sending
        /// The answer's body.
        case receiving
    }

    /// Whether the bytes belong to the request or to its answer.
    public let direction: Direction
    /// The bytes moved so far in this attempt; never goes down within one attempt.
    public let bytes: Int
    /// The bytes in all, where that is known.
    public let total: Int?

    /// Progress of `bytes` moved out of `total`; nil where the total is unknown.
    public init(direction: Direction, bytes: Int, total: Int?) {
        self.direction = direction
        self.bytes = bytes
        self.total = total
    }

    /// The part moved, from 0 to 1; nil when the whole is unknown.
    public var fraction: Double? {
        guard let total else { return nil }
        return total == 0 ? 1 : Double(bytes) / Double(total)
    }
}
