/// A text that is cheap to edit anywhere and cheap to keep a copy of. Positions count code points.
///
/// An edit takes time that grows with the logarithm of the length. A copy is free, and shares with the original
/// everything that neither of them changes afterwards: an edit after a copy duplicates about two kilobytes,
/// however long the text is.
///
/// ```swift
/// var text = EditableText("Grüße")
/// text.replace(2..<4, with: "ü")       // "Grüe"
/// ```
struct EditableText: Sendable {
    /// How many code points there are. Costs nothing.
    private(set) var count: Int
    private(set) var root: TextNode

    init(_ string: String = "") {
        root = TextNode(bytes: Array(string.utf8))
        count = root.count
        levelRoot()
    }

    /// Puts `inserted` in the place of a range of code points; an empty range inserts, an empty string deletes.
    ///
    /// - Precondition: the range lies within `0..<count`; an empty one may stand at `count`.
    mutating func replace(_ range: Range<Int>, with inserted: String) {
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
    var string: String {
        var bytes: [UInt8] = []
        for leaf in root.leaves { bytes += leaf }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension EditableText: Equatable {
    /// Whether both hold the same code points. Parts that both share are not read.
    static func == (left: EditableText, right: EditableText) -> Bool {
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
    init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}
