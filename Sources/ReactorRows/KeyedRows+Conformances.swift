import ReactorState

extension KeyedRows: Equatable where Row: Equatable {
    /// Returns whether the rows are equal, in the same order. O(1) if neither side has changed since one was copied
    /// from the other.
    @inlinable
    public static func == (left: KeyedRows, right: KeyedRows) -> Bool {
        left.revision == right.revision || left.elementsEqual(right)
    }
}

extension KeyedRows: Hashable where Row: Hashable {
    /// Hashes the rows in their order.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for row in self { hasher.combine(row) }
    }
}

extension KeyedRows: Encodable where Row: Encodable {
    /// Encodes the rows in their order, in the format of an array.
    @inlinable
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for row in self { try container.encode(row) }
    }
}

extension KeyedRows: Decodable where Row: Decodable {
    /// Decodes an array of rows. The collection has a new revision.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if two rows have the same id, and the errors of the rows.
    @inlinable
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var decoded: [Row] = []
        decoded.reserveCapacity(container.count ?? 0)
        while !container.isAtEnd { decoded.append(try container.decode(Row.self)) }
        do {
            try self.init(validating: decoded)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
        }
    }
}

extension KeyedRows: ExpressibleByArrayLiteral {
    /// Creates a collection from rows with unique ids. If two rows have the same id, the program stops.
    @inlinable
    public init(arrayLiteral elements: Row...) {
        self.init(uniqueRows: elements)
    }
}

extension KeyedRows: CustomStringConvertible {
    /// The description of the rows, in the format of an array.
    public var description: String { Array(self).description }
}

extension KeyedRows: CustomReflectable {
    /// A mirror with only the rows, so that a dumped state is the same in every run.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .collection) }
}
