/// The entries of a log in their order: a doubly linked list in one array.
///
/// Appending, inserting before an entry, changing and removing one are O(1), and a place stays valid until its entry is
/// removed. That is what lets 10,000 predictions be settled in any order without moving what lies between them.
package struct LedgerEntries: Sendable {
    /// Where an entry is kept. Not its rank in the order.
    package typealias Place = Int

    private struct Node {
        var entry: LedgerEntry
        var previous: Place?
        var next: Place?
    }

    private var nodes: [Node] = []
    private var free: [Place] = []
    package private(set) var first: Place?
    package private(set) var last: Place?

    /// Up to so many nodes the array is kept when the list becomes empty: enough for everyday use, and a burst gives its
    /// memory back.
    private static let kept = 64

    package init() {}

    package var count: Int { nodes.count - free.count }

    package subscript(place: Place) -> LedgerEntry {
        get { nodes[place].entry }
        set { nodes[place].entry = newValue }
    }

    package func place(after place: Place) -> Place? { nodes[place].next }

    /// Puts an entry before another, or at the end.
    @discardableResult
    package mutating func insert(_ entry: LedgerEntry, before next: Place? = nil) -> Place {
        let previous = if let next { nodes[next].previous } else { last }
        let place = store(Node(entry: entry, previous: previous, next: next))
        if let previous { nodes[previous].next = place } else { first = place }
        if let next { nodes[next].previous = place } else { last = place }
        return place
    }

    @discardableResult
    package mutating func remove(_ place: Place) -> LedgerEntry {
        let node = nodes[place]
        if let previous = node.previous { nodes[previous].next = node.next } else { first = node.next }
        if let next = node.next { nodes[next].previous = node.previous } else { last = node.previous }
        nodes[place] = Node(entry: LedgerEntry(events: .none))
        free.append(place)
        if first == nil { removeAll() }
        return node.entry
    }

    package mutating func removeAll() {
        let keeps = nodes.count <= Self.kept
        nodes.removeAll(keepingCapacity: keeps)
        free.removeAll(keepingCapacity: keeps)
        first = nil
        last = nil
    }

    private mutating func store(_ node: Node) -> Place {
        guard let place = free.popLast() else {
            nodes.append(node)
            return nodes.count - 1
        }
        nodes[place] = node
        return place
    }
}

extension LedgerEntries {
    /// Every entry, in order.
    package func forEach(_ body: (LedgerEntry) -> Void) {
        var place = first
        while let current = place {
            body(nodes[current].entry)
            place = nodes[current].next
        }
    }
}
