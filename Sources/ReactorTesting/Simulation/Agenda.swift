/// What is to happen at times to come, the earliest first; at one time, what was put there first.
struct Agenda<Item> {
    private struct Entry {
        let time: Int
        let item: Item
    }

    /// The latest first, so that the next is cheap to take.
    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// The time of what comes next.
    var next: Int? { entries.last?.time }

    /// - Complexity: O(*n*), of a few dozen.
    mutating func add(_ item: Item, at time: Int) {
        let index = entries.lastIndex { $0.time > time }.map { $0 + 1 } ?? 0
        entries.insert(Entry(time: time, item: item), at: index)
    }

    mutating func removeNext() -> Item? { entries.popLast()?.item }

    mutating func removeAll(where isMeant: (Item) -> Bool) { entries.removeAll { isMeant($0.item) } }
}
