/// A text that is cheap to edit anywhere and cheap to copy. Positions count code points.
///
/// An edit takes time that grows with the logarithm of the length. A copy is free, and shares with the original
/// everything that neither of them changes afterwards: an edit after a copy duplicates about two kilobytes,
/// however long the text is.
///
/// ```swift
/// var text = EditableText("Grüße")
/// text.replace(2..<4, with: "ü")       // "Grüe"
/// ```
package struct EditableText: Sendable {
    /// The number of code points. It is stored, so reading it is free.
    package private(set) var count: Int
    package private(set) var root: TextNode

    package init(_ string: String = "") {
        root = TextNode(bytes: Array(string.utf8))
        count = root.count
        levelRoot()
    }

    /// Puts `inserted` in the place of a range of code points; an empty range inserts, an empty string deletes.
    ///
    /// - Precondition: The range lies within `0..<count`; an empty range may be at `count`.
    package mutating func replace(_ range: Range<Int>, with inserted: String) {
        guard range.lowerBound >= 0, range.upperBound <= count else {
            fatalError("\(range) is not within 0..<\(count)")
        }
        var inserted = inserted
        inserted.withUTF8 { bytes in
            root.replace(range, with: bytes, count: bytes.codePointCount)
        }
        levelRoot()
        count = root.count
    }

    private mutating func levelRoot() {
        while root.isOverfull { root = TextNode(children: root.split()) }
        while root.children.count == 1 { root = root.children[0] }
    }
}

extension EditableText {
    /// The whole text in one piece, which takes time and memory in proportion to its length.
    package var string: String {
        var bytes: [UInt8] = []
        for leaf in root.leaves { bytes += leaf }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension EditableText: Equatable {
    /// Whether both contain the same code points. Shared parts are not read.
    package static func == (left: EditableText, right: EditableText) -> Bool {
        guard left.count == right.count else { return false }
        if left.root.isIdentical(to: right.root) { return true }
        var leftLeaves = left.root.leaves
        var rightLeaves = right.root.leaves
        var leftRest: ArraySlice<UInt8> = []
        var rightRest: ArraySlice<UInt8> = []
        while true {
            if leftRest.isEmpty { leftRest = leftLeaves.next()?[...] ?? [] }
            if rightRest.isEmpty { rightRest = rightLeaves.next()?[...] ?? [] }
            let length = min(leftRest.count, rightRest.count)
            guard length > 0 else { return leftRest.isEmpty && rightRest.isEmpty }
            guard leftRest.prefix(length) == rightRest.prefix(length) else { return false }
            leftRest.removeFirst(length)
            rightRest.removeFirst(length)
        }
    }
}

extension EditableText: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The number of code points that these bytes of UTF-8 contain: every byte except continuation bytes starts one.
    package var codePointCount: Int {
        var count = 0
        for byte in self where !byte.continuesCodePoint { count += 1 }
        return count
    }
}

extension [UInt8] {
    /// The position of the bytes after this number of code points.
    package func offset(from start: Int, codePoints: Int) -> Int {
        withUnsafeBufferPointer { bytes in
            var offset = start
            for _ in 0..<codePoints { offset += bytes[offset].codePointLength }
            return offset
        }
    }

    /// The nearest place at or before `offset` that does not cut a code point in two.
    package func codePointBoundary(at offset: Int) -> Int {
        var offset = offset
        while offset < count && offset > 0 && self[offset].continuesCodePoint { offset -= 1 }
        return offset
    }
}

extension UInt8 {
    fileprivate var continuesCodePoint: Bool { self & 0b1100_0000 == 0b1000_0000 }

    /// The number of bytes of the code point that starts with this byte.
    fileprivate var codePointLength: Int {
        switch self {
        case ..<0xC0: 1
        case ..<0xE0: 2
        case ..<0xF0: 3
        default: 4
        }
    }
}
