import ReactorFoundation

/// A piece of an answer's body, as it came.
public struct BodyPiece: Hashable, Sendable {
    /// The bytes of the piece.
    public let data: Data
    /// The bytes before it. Zero begins the body: when an attempt broke off and another is made, it begins anew.
    public let offset: Int

    /// A piece with `offset` bytes of the body before it.
    public init(data: Data, offset: Int) {
        self.data = data
        self.offset = offset
    }
}

extension BodyPiece: DescribedOnly {
    /// Where it stands, and its size; nothing of what is in it.
    public var description: String { "\(data.count) bytes at \(offset)" }
}
