/// A part of a text: a leaf with bytes of UTF-8, or a branch with smaller parts. All leaves are equally deep.
///
/// Bytes and children are arrays, so copies share them, and an edit duplicates only the arrays on its path that another copy
/// still retains. No code point is ever cut in two.
package struct TextNode: Sendable {
    /// The number of code points in this node.
    package private(set) var count: Int
    /// Empty in a branch.
    package private(set) var bytes: [UInt8]
    /// Empty in a leaf.
    package private(set) var children: [TextNode]

    /// An overfull node is split, a sparse one joined to its neighbour.
    package static let capacity = (bytes: 512, children: 16)

    package init(bytes: [UInt8]) {
        self.count = bytes.withUnsafeBufferPointer(\.codePointCount)
        self.bytes = bytes
        self.children = []
    }

    package init(children: [TextNode]) {
        self.count = children.reduce(0) { $0 + $1.count }
        self.bytes = []
        self.children = children
    }

    package var isLeaf: Bool { children.isEmpty }

    package var isOverfull: Bool {
        bytes.count > Self.capacity.bytes || children.count > Self.capacity.children
    }

    package var isSparse: Bool {
        isLeaf ? bytes.count < Self.capacity.bytes / 4 : children.count < Self.capacity.children / 4
    }

    /// Replaces a range of code points, and leaves no node below this one too large or sparse.
    package mutating func replace(
        _ range: Range<Int>, with inserted: UnsafeBufferPointer<UInt8>, count insertedCount: Int
    ) {
        let hadOnlySingleBytes = count == bytes.count
        count += insertedCount - range.count
        guard !isLeaf else {
            let replaced = hadOnlySingleBytes ? range : byteRange(of: range)
            bytes.replaceSubrange(replaced, with: inserted)
            return
        }
        // A deletion starts in the child that contains its first code point; an insertion between two children goes to the left
        // child, where typing continued.
        let first = range.isEmpty ? range.lowerBound - 1 : range.lowerBound
        var index = 0
        var start = 0
        while first >= start + children[index].count && index < children.count - 1 {
            start += children[index].count
            index += 1
        }
        let end = start + children[index].count
        let within = range.lowerBound - start..<min(range.upperBound, end) - start
        children[index].replace(within, with: inserted, count: insertedCount)
        if range.upperBound > end {
            deleteFirst(range.upperBound - end, from: index + 1)
            level(index...index + 1)
        } else {
            level(index...index)
        }
    }

    /// Takes code points away from the front of the children that start at `index`.
    private mutating func deleteFirst(_ amount: Int, from index: Int) {
        var rest = amount
        var last = index
        while last < children.count && children[last].count <= rest {
            rest -= children[last].count
            last += 1
        }
        children.removeSubrange(index..<last)
        guard rest > 0 else { return }
        children[index].replace(0..<rest, with: UnsafeBufferPointer(start: nil, count: 0), count: 0)
    }

    private func byteRange(of range: Range<Int>) -> Range<Int> {
        let lower = bytes.offset(from: 0, codePoints: range.lowerBound)
        return lower..<bytes.offset(from: lower, codePoints: range.count)
    }
}

// MARK: - Keeping the tree level

extension TextNode {
    /// Splits the children that are too large, and joins the sparse ones to a neighbor. A range that reaches beyond the last
    /// child ends there.
    ///
    /// Goes from right to left, so that a split or a join does not affect the indices after it. The result of a join is checked
    /// again: it may still be sparse, or too large.
    private mutating func level(_ range: ClosedRange<Int>) {
        var first = range.lowerBound
        var index = min(range.upperBound, children.count - 1)
        while index >= first {
            if children[index].isSparse && children.count > 1 {
                index = max(0, index - 1)
                first = min(first, index)
                let right = children.remove(at: index + 1)
                children[index].append(right)
                continue
            }
            if children[index].isOverfull {
                let pieces = children[index].split()
                children.replaceSubrange(index...index, with: pieces)
            }
            index -= 1
        }
    }

    /// Takes in the neighbour to the right, which is as deep as this one.
    private mutating func append(_ right: TextNode) {
        count += right.count
        bytes += right.bytes
        guard !isLeaf else { return }
        let seam = children.count
        children += right.children
        // An only child may be sparse; here it got neighbours.
        level(seam - 1...seam)
    }

    /// The same in pieces about three quarters full, so that the next edits find room.
    package func split() -> [TextNode] {
        if isLeaf {
            let cuts = Self.cuts(of: bytes.count, capacity: Self.capacity.bytes).map(bytes.codePointBoundary(at:))
            return zip(cuts, cuts.dropFirst()).map { TextNode(bytes: Array(bytes[$0..<$1])) }
        }
        let cuts = Self.cuts(of: children.count, capacity: Self.capacity.children)
        return zip(cuts, cuts.dropFirst()).map { TextNode(children: Array(children[$0..<$1])) }
    }

    private static func cuts(of length: Int, capacity: Int) -> [Int] {
        let pieces = length / (capacity * 3 / 4) + 1
        return (0...pieces).map { length * $0 / pieces }
    }
}

extension TextNode {
    /// The bytes of every leaf, from the front to the back.
    package var leaves: Leaves { Leaves(of: self) }

    package struct Leaves: Sequence, IteratorProtocol {
        /// The nodes to visit: the next one is the last.
        private var pending: [TextNode]

        package init(of root: TextNode) {
            pending = [root]
        }

        package mutating func next() -> [UInt8]? {
            while let node = pending.popLast() {
                if node.isLeaf { return node.bytes }
                pending += node.children.reversed()
            }
            return nil
        }
    }

    /// Whether both have the same storage, so that there is nothing to compare. If false, the content may still be equal.
    package func isIdentical(to other: TextNode) -> Bool {
        bytes.withUnsafeBufferPointer { mine in
            other.bytes.withUnsafeBufferPointer { $0.baseAddress == mine.baseAddress && $0.count == mine.count }
        }
            && children.withUnsafeBufferPointer { mine in
                other.children.withUnsafeBufferPointer { $0.baseAddress == mine.baseAddress && $0.count == mine.count }
            }
    }
}
