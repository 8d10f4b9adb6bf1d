/// A string that is compared by its bytes. Swift's comparison treats two spellings of `é` as equal, which a journal must not do.
package struct ExactText: Hashable {
    @usableFromInline let text: String

    @inlinable package init(_ text: String) { self.text = text }

    @inlinable package static func == (left: Self, right: Self) -> Bool {
        if left.isIdentical(to: right) { return true }
        return left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Whether both are the same text in memory, or equal and short, as the member names of one type are.
    @inlinable func isIdentical(to other: Self) -> Bool {
        withUnsafeBytes(of: text) { left in
            withUnsafeBytes(of: other.text) { right in
                left.count == 16 && left.load(as: UInt64.self) == right.load(as: UInt64.self)
                    && left.load(fromByteOffset: 8, as: UInt64.self) == right.load(fromByteOffset: 8, as: UInt64.self)
            }
        }
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension ExactText: Comparable {
    @inlinable package static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
