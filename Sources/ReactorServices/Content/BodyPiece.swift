import ReactorFoundation

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
