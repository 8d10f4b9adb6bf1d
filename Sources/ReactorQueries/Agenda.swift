/// Keys by when they are due: a binary heap in which what was set anew stays until its old time comes.
struct Agenda<Key: Hashable> {
    private var heap: [(due: Duration, key: Key)] = []
    private var dues: [Key: Duration] = [:]

    /// The first time at which a key is due.
    var first: Duration? { heap.first?.due }

    /// A key is due then, and no more when it was before; nil for never.
    mutating func set(_ due: Duration?, for key: Key) {
        dues[key] = due
        if let due {
            heap.append((due, key))
            rise(heap.count - 1)
        }
        dropPast()
    }

    /// Takes the keys that are due by then.
    mutating func removeAll(until time: Duration) -> [Key] {
        var keys: [Key] = []
        while let first = heap.first, first.due <= time {
            if dues[first.key] == first.due {
                dues[first.key] = nil
                keys.append(first.key)
            }
            removeFirst()
        }
        dropPast()
        return keys
    }

    /// What stands first is due.
    private mutating func dropPast() {
        while let first = heap.first, dues[first.key] != first.due { removeFirst() }
        guard heap.count > 2 * dues.count + 16 else { return }
        // Mostly what was set anew: a value that is watched and released again and again.
        heap = dues.map { ($0.value, $0.key) }.sorted { $0.0 < $1.0 }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink()
    }

    private mutating func rise(_ start: Int) {
        var index = start
        while index > 0, heap[index].due < heap[(index - 1) / 2].due {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].due < heap[least].due {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
