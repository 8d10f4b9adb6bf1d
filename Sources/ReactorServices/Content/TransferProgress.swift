import ReactorFoundation

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

/// A piece of a response's body, as it arrived.
public struct BodyPiece: Hashable, Sendable {
    /// The bytes of the piece.
    public let data: Data
    /// The number of bytes before the piece. Another attempt starts again at zero.
    public let offset: Int

    /// Creates a piece with `offset` bytes of the body before it.
    public init(data: Data, offset: Int) {
        self.data = data
        self.offset = offset
    }
}

extension BodyPiece: DescribedOnly {
    /// The position and size of the piece, without its content.
    public var description: String { "\(data.count) bytes at \(offset)" }
}
