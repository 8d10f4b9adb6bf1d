/// The elements of a list, in leaves. A changed list shares its unchanged leaves with the original.
package final class EncodedList: Sendable {
    package final class Leaf: Sendable {
        package let elements: [EncodedValue]
        /// A number for each row that is found by its id, or empty.
        let tags: [Int]

        init(_ elements: [EncodedValue], _ tags: [Int] = []) { (self.elements, self.tags) = (elements, tags) }
    }

    package let leaves: [Leaf]
    package let count: Int

    /// The largest number of elements in a leaf.
    package static let width = 64

    fileprivate init(_ leaves: [Leaf], count: Int) { (self.leaves, self.count) = (leaves, count) }

    /// Creates a list of elements, with a tag for each or for none.
    package init(_ elements: [EncodedValue], tags: [Int] = [], width: Int = EncodedList.width) {
        leaves = stride(from: 0, to: elements.count, by: width).map { start in
            let range = start..<min(start + width, elements.count)
            return Leaf(Array(elements[range]), tags.isEmpty ? [] : Array(tags[range]))
        }
        count = elements.count
    }

    package subscript(index: Int) -> EncodedValue {
        var index = index
        var leaf = 0
        while index >= leaves[leaf].elements.count {
            index -= leaves[leaf].elements.count
            leaf += 1
        }
        return leaves[leaf].elements[index]
    }

    /// Returns the numbers of common elements at the start and the end. Leaves that are the same object in memory are skipped.
    package func common(
        with other: EncodedList, _ areEqual: (EncodedValue, EncodedValue) -> Bool
    ) -> (head: Int, tail: Int) {
        let shorter = Swift.min(count, other.count)
        var (head, leaf) = (0, 0)
        while leaf < Swift.min(leaves.count, other.leaves.count), leaves[leaf] === other.leaves[leaf] {
            head += leaves[leaf].elements.count
            leaf += 1
        }
        var (mine, theirs) = (Walker(self, fromLeaf: leaf), Walker(other, fromLeaf: leaf))
        while head < shorter, let left = mine.next(), let right = theirs.next(), areEqual(left, right) { head += 1 }
        var tail = 0
        var (end, otherEnd) = (leaves.count, other.leaves.count)
        while end > 0, otherEnd > 0, leaves[end - 1] === other.leaves[otherEnd - 1],
            tail + leaves[end - 1].elements.count <= shorter - head
        {
            tail += leaves[end - 1].elements.count
            (end, otherEnd) = (end - 1, otherEnd - 1)
        }
        var (back, otherBack) = (Walker(self, beforeLeaf: end), Walker(other, beforeLeaf: otherEnd))
        while tail < shorter - head, let left = back.previous(), let right = otherBack.previous(),
            areEqual(left, right)
        {
            tail += 1
        }
        return (head, tail)
    }

    /// Returns the elements in a range. O(leaves + elements).
    package func elements(_ range: Range<Int>) -> [EncodedValue] {
        var (found, start) = ([EncodedValue](), 0)
        for leaf in leaves where start < range.upperBound {
            let end = start + leaf.elements.count
            if end > range.lowerBound {
                let (first, last) = (
                    max(0, range.lowerBound - start), min(leaf.elements.count, range.upperBound - start)
                )
                found += leaf.elements[first..<last]
            }
            start = end
        }
        return found
    }

    /// Returns the elements in leaves that another list does not have.
    package func elements(notIn other: EncodedList) -> [EncodedValue] {
        let head = zip(leaves, other.leaves).prefix { $0 === $1 }.count
        let known = Set(other.leaves[head...].map(ObjectIdentifier.init))
        return leaves[head...].filter { !known.contains(ObjectIdentifier($0)) }.flatMap(\.elements)
    }

    /// An iteration over elements, forward or backward from a leaf.
    package struct Walker {
        private let list: EncodedList
        private var leaf: Int
        private var offset = 0

        package init(_ list: EncodedList, fromLeaf leaf: Int = 0) { (self.list, self.leaf) = (list, leaf) }

        fileprivate init(_ list: EncodedList, beforeLeaf leaf: Int) { (self.list, self.leaf) = (list, leaf) }

        package mutating func next() -> EncodedValue? {
            while leaf < list.leaves.count {
                if offset < list.leaves[leaf].elements.count {
                    defer { offset += 1 }
                    return list.leaves[leaf].elements[offset]
                }
                (leaf, offset) = (leaf + 1, 0)
            }
            return nil
        }

        mutating func previous() -> EncodedValue? {
            while offset == 0 {
                guard leaf > 0 else { return nil }
                leaf -= 1
                offset = list.leaves[leaf].elements.count
            }
            offset -= 1
            return list.leaves[leaf].elements[offset]
        }
    }
}

/// An editor of a list, which shares the unchanged leaves.
package struct EncodedListEditor {
    private var leaves: [EncodedList.Leaf]
    package private(set) var count: Int
    private var unchanged: EncodedList?

    package init(_ list: EncodedList) { (leaves, count, unchanged) = (list.leaves, list.count, list) }

    /// Returns the current list, or the original object if nothing was changed.
    package func finished() -> EncodedList { unchanged ?? EncodedList(leaves, count: count) }

    private func place(of index: Int) -> (leaf: Int, offset: Int) {
        // Most changes are at the end.
        if let last = leaves.last, index >= count - last.elements.count {
            return (leaves.count - 1, index - (count - last.elements.count))
        }
        var (leaf, rest) = (0, index)
        while rest >= leaves[leaf].elements.count {
            rest -= leaves[leaf].elements.count
            leaf += 1
        }
        return (leaf, rest)
    }

    package mutating func replace(_ index: Int, with element: EncodedValue) {
        let (leaf, offset) = place(of: index)
        var elements = leaves[leaf].elements
        if elements[offset].isSame(as: element) { return }
        elements[offset] = element
        leaves[leaf] = EncodedList.Leaf(elements, leaves[leaf].tags)
        unchanged = nil
    }

    /// - Parameter tag: The tag, or nil in a list without tags.
    package mutating func insert(_ element: EncodedValue, at index: Int, tag: Int? = nil) {
        unchanged = nil
        defer { count += 1 }
        let tag = tag.map { [$0] } ?? []
        guard let last = leaves.last else { return leaves.append(EncodedList.Leaf([element], tag)) }
        if index == count, last.elements.count >= EncodedList.width {
            return leaves.append(EncodedList.Leaf([element], tag))
        }
        let (leaf, offset) = place(of: index)
        let elements = leaves[leaf].elements[..<offset] + [element] + leaves[leaf].elements[offset...]
        let tags = tag.isEmpty ? [] : leaves[leaf].tags[..<offset] + tag + leaves[leaf].tags[offset...]
        leaves.replaceSubrange(
            leaf...leaf, with: EncodedList(Array(elements), tags: Array(tags), width: Self.width(elements.count)).leaves
        )
    }

    /// Returns the width of the halves of a leaf that is too long.
    private static func width(_ count: Int) -> Int { count > EncodedList.width ? (count + 1) / 2 : EncodedList.width }

    package mutating func remove(at index: Int) {
        let (leaf, offset) = place(of: index)
        var (elements, tags) = (leaves[leaf].elements, leaves[leaf].tags)
        elements.remove(at: offset)
        if !tags.isEmpty { tags.remove(at: offset) }
        if elements.isEmpty { leaves.remove(at: leaf) } else { leaves[leaf] = EncodedList.Leaf(elements, tags) }
        count -= 1
        unchanged = nil
    }

    /// Returns the position of the element with a tag. The search begins at the end.
    package func index(ofTag tag: Int) -> Int? {
        var end = count
        for leaf in leaves.reversed() {
            end -= leaf.elements.count
            if let offset = leaf.tags.lastIndex(of: tag) { return end + offset }
        }
        return nil
    }

    package var byTag: [Int: EncodedValue] {
        Dictionary(uniqueKeysWithValues: leaves.flatMap { zip($0.tags, $0.elements) })
    }
}
