/// A string compared byte for byte. Swift's own comparison takes two spellings of `é` for one, and a journal must not.
package struct ExactText: Hashable {
    @usableFromInline let text: String

    @inlinable package init(_ text: String) { self.text = text }

    @inlinable package static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
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
