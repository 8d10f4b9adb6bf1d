#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A piece of an answer's body, as it came.
public struct BodyPiece: Hashable, Sendable {
    public let data: Data
    /// The bytes before it. Zero begins the body: when an attempt broke off and another is made, it begins anew.
    public let offset: Int

    public init(data: Data, offset: Int) {
        self.data = data
        self.offset = offset
    }
}

extension BodyPiece: DescribedOnly {
    /// Where it stands, and its size; nothing of what is in it.
    public var description: String { "\(data.count) bytes at \(offset)" }
}
