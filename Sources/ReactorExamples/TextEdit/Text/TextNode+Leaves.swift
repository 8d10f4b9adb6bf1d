extension TextNode {
    /// The bytes of every leaf, from the front to the back.
    var leaves: Leaves { Leaves(of: self) }

    struct Leaves: Sequence, IteratorProtocol {
        /// What is still to be visited: the next one is the last.
        private var pending: [TextNode]

        init(of root: TextNode) {
            pending = [root]
        }

        mutating func next() -> [UInt8]? {
            while let node = pending.popLast() {
                if node.isLeaf { return node.bytes }
                pending += node.children.reversed()
            }
            return nil
        }
    }

    /// Whether both are one and the same storage, so that there is nothing to compare. False tells nothing.
    func isIdentical(to other: TextNode) -> Bool {
        bytes.withUnsafeBufferPointer { mine in
            other.bytes.withUnsafeBufferPointer { $0.baseAddress == mine.baseAddress && $0.count == mine.count }
        }
            && children.withUnsafeBufferPointer { mine in
                other.children.withUnsafeBufferPointer { $0.baseAddress == mine.baseAddress && $0.count == mine.count }
            }
    }
}
