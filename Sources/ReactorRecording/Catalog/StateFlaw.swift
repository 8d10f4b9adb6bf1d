import Reactor

/// A place of a state that differs after encoding and decoding, so that a recording of the state is not exact.
public struct StateFlaw: Hashable, Sendable, CustomStringConvertible {
    /// The path in the encoding of the state.
    package let path: JSONPath

    /// The place, and a fix.
    public var description: String {
        "\(path) differs after encoding and decoding. Encode all of it in encode(to:), and restore exactly that in init(from:). If "
            + "encode(to:) iterates over a set or a dictionary, encode the set itself, which a recording sorts, or sort first."
    }
}

extension EventCatalog {
    /// Returns the first place of a state that differs after encoding and decoding, or nil if none does. It encodes and decodes
    /// the state several times, because two sets in one process usually have different orders.
    ///
    /// The encoder of recordings sorts sets, and dictionaries with arbitrary keys. The flaws are in custom encodings, such as a
    /// loop over a set, or a member that is left out and created by `init(from:)`.
    ///
    /// - Throws: ``CatalogError`` if the state does not encode or decode.
    public func flaw(of state: StateType) throws(CatalogError) -> StateFlaw? {
        let written = try encode(state: state)
        let bytes = written.bytes(.canonical)
        for _ in 0..<8 {
            let again = try encode(state: decode(state: bytes, version: version))
            if let change = JSONDifference(from: written, to: again, limit: 1).changes.first {
                return StateFlaw(path: change.path)
            }
        }
        return nil
    }
}
