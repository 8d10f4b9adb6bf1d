/// Who waits until when, found by name and by whose wait is over first.
///
/// Beginning and ending a wait, and taking one that is over, cost the logarithm of how many wait.
struct Waits<Name: Hashable & Sendable, Time: Comparable & Sendable>: Sendable {
    struct Wait: Sendable {
        let until: Time
        /// Whether somebody asked for it, so that a connection that comes back does not end it.
        let isAskedByServer: Bool
        fileprivate let number: UInt64
    }

    private struct Entry: Sendable {
        let until: Time
        let name: Name
        let number: UInt64
    }

    private var waits: [Name: Wait] = [:]
    /// A heap, the first to be over at the top. Entries of waits that ended otherwise stay until they come to the top, or
    /// are most of it.
    private var heap: [Entry] = []
    private var lastNumber: UInt64 = 0

    var isEmpty: Bool { waits.isEmpty }

    /// When the first wait is over; nil when nobody waits.
    var first: Time? { heap.first?.until }

    /// The latest time at which a wait that somebody asked for is over. O(waits).
    var lastAsked: Time? { waits.values.lazy.filter(\.isAskedByServer).map(\.until).max() }

    subscript(name: Name) -> Wait? { waits[name] }

    /// Lets `name` wait, in place of a wait it has.
    mutating func begin(_ name: Name, until: Time, isAskedByServer: Bool) {
        lastNumber += 1
        waits[name] = Wait(until: until, isAskedByServer: isAskedByServer, number: lastNumber)
        heap.append(Entry(until: until, name: name, number: lastNumber))
        rise(heap.count - 1)
        clean()
    }

    mutating func end(_ name: Name) {
        guard waits.removeValue(forKey: name) != nil else { return }
        clean()
    }

    /// Ends the waits that are over at that time, and says whose they were, in no particular order.
    mutating func takeOver(at time: Time) -> [Name] {
        var over: [Name] = []
        while let entry = heap.first, entry.until <= time {
            waits[entry.name] = nil
            over.append(entry.name)
            removeFirst()
            clean()
        }
        return over
    }

    /// Ends the waits that nobody asked for, and says whose they were, in no particular order. O(waits).
    mutating func takeUnasked() -> [Name] {
        let unasked = waits.filter { !$0.value.isAskedByServer }.map(\.key)
        for name in unasked { waits[name] = nil }
        clean()
        return unasked
    }

    private func isOpen(_ entry: Entry) -> Bool { waits[entry.name]?.number == entry.number }

    /// Takes what has ended otherwise away from the top, and everywhere when it is most.
    private mutating func clean() {
        while let entry = heap.first, !isOpen(entry) { removeFirst() }
        guard heap.count > 2 * waits.count + 16 else { return }
        // Ascending order is a heap.
        heap = heap.filter(isOpen).sorted { $0.until < $1.until }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink()
    }

    private mutating func rise(_ start: Int) {
        var place = start
        while place > 0 {
            let above = (place - 1) / 2
            guard heap[place].until < heap[above].until else { return }
            heap.swapAt(place, above)
            place = above
        }
    }

    private mutating func sink() {
        var place = 0
        while true {
            var least = place
            for below in [2 * place + 1, 2 * place + 2] where below < heap.count {
                if heap[below].until < heap[least].until { least = below }
            }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}
