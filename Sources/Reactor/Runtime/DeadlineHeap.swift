/// Keys by when they are due: a binary heap. A key that was set again stays until its old time, or until such keys are most of the
/// heap.
///
/// To set a key, and to take one that is due, costs the logarithm of how many there are.
package struct DeadlineHeap<Key: Hashable & Sendable, Time: Comparable & Sendable>: Sendable {
    private struct Due: Sendable {
        let time: Time
        let key: Key
    }

    private var heap: [Due] = []
    private var times: [Key: Time] = [:]

    package init() {}

    /// The first time at which a key is due.
    package var first: Time? { heap.first?.time }

    /// A key is due then, and no more when it was before; nil for never.
    package mutating func set(_ time: Time?, for key: Key) {
        times[key] = time
        if let time {
            heap.append(Due(time: time, key: key))
            rise(heap.count - 1)
        }
        dropPast()
    }

    /// Takes the keys that are due by then, in no particular order.
    package mutating func removeAll(until time: Time) -> [Key] {
        var keys: [Key] = []
        while let first = heap.first, first.time <= time {
            if times[first.key] == first.time {
                times[first.key] = nil
                keys.append(first.key)
            }
            removeFirst()
        }
        dropPast()
        return keys
    }

    /// The first entry is due.
    private mutating func dropPast() {
        while let first = heap.first, times[first.key] != first.time { removeFirst() }
        guard heap.count > 2 * times.count + 16 else { return }
        // Mostly what was set anew. Ascending order is a heap.
        heap = times.map { Due(time: $0.value, key: $0.key) }.sorted { $0.time < $1.time }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink()
    }

    private mutating func rise(_ start: Int) {
        var index = start
        while index > 0, heap[index].time < heap[(index - 1) / 2].time {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].time < heap[least].time
            {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
