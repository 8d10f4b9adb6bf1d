/// What was fired, in order: events in one array, and beside it marks at the positions of those that are more than a
/// plain event. Plain events pay nothing for what they do not use.
struct Batch {
    var events = ContiguousArray<any Event>()
    var marks = ContiguousArray<Mark>()

    /// Something about a position among the events.
    struct Mark {
        /// The index of the event it is about; for an operation, of the event it stands before.
        let position: Int
        let content: Content
    }

    enum Content {
        /// The next `count` events were fired by `cause`, count as one if `isGroup`, and may hold a Reset.
        case events(count: Int, isGroup: Bool, cause: CommandHandle?)
        /// An operation that keeps its place among the events.
        case operation(Operation, cause: CommandHandle?)
    }

    var isEmpty: Bool { events.isEmpty && marks.isEmpty }

    mutating func append(_ content: Content) {
        marks.append(Mark(position: events.count, content: content))
    }

    /// Forgets everything; keeps the memory of an ordinary load and gives back that of a burst.
    mutating func clear() {
        events.removeAll(keepingCapacity: events.capacity <= Batch.keptCapacity)
        marks.removeAll(keepingCapacity: marks.capacity <= Batch.keptCapacity)
    }

    /// How many slots an emptied batch may keep: 160 KiB of events.
    static let keptCapacity = 4096
}
