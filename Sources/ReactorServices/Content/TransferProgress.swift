/// The progress of a body's transfer.
public struct TransferProgress: Hashable, Sendable {
    /// The two directions of a transfer.
    public enum Direction: Hashable, Sendable {
        /// The request's body.
        case sending
        /// The response's body.
        case receiving
    }

    /// The direction of the transfer.
    public let direction: Direction
    /// The bytes that were transferred in this attempt. The number never decreases within an attempt.
    public let bytes: Int
    /// The total number of bytes, or nil if it is unknown.
    public let total: Int?

    /// Creates a progress of `bytes` out of `total`, which is nil if it is unknown.
    public init(direction: Direction, bytes: Int, total: Int?) {
        self.direction = direction
        self.bytes = bytes
        self.total = total
    }

    /// The transferred fraction, from 0 to 1, or nil if the total is unknown.
    public var fraction: Double? {
        guard let total else { return nil }
        return total == 0 ? 1 : Double(bytes) / Double(total)
    }
}
