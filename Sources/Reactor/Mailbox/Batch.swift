/// What was fired, in order: events one behind the other, and beside them marks at the positions of those that are more
/// than a plain event. Plain events pay nothing for what they do not use.
struct Batch: ~Copyable {
    var events = EventBuffer()
    var marks = ContiguousArray<Mark>()
    /// How many marks were taken.
    var nextMark = 0

    /// Something about a position among the events.
    struct Mark {
        /// The index of the event it is about; for an operation, of the event it stands before.
        let position: Int
        /// Moved out when its turn comes: copying it retains everything in it.
        var content: Content?
        /// The part it was fired into, if that may go.
        let part: Part?
    }

    enum Content {
        /// The next `count` events were fired by `cause`, count as one if `isGroup`, and may hold a Reset.
        case events(count: Int, isGroup: Bool, cause: CommandHandle?)
        /// An operation that keeps its place among the events.
        case operation(Operation, cause: CommandHandle?)

        /// The command it was fired by, if any.
        var cause: CommandHandle? {
            switch self {
            case .events(_, _, let cause), .operation(_, let cause): cause
            }
        }
    }

    /// Whether nothing waits in it.
    var isEmpty: Bool { events.count == 0 && nextMark == marks.count }

    /// How many plain events stand before the next mark.
    var plainCount: Int {
        let stop = nextMark < marks.count ? marks[nextMark].position : events.end
        return stop - events.head
    }

    mutating func append(_ content: consuming Content, part: Part? = nil) {
        marks.append(Mark(position: events.end, content: content, part: part))
    }

    /// The part that the next mark was fired into. There must be one.
    var nextPart: Part? { marks[nextMark].part }

    /// Takes the next mark. There must be one.
    mutating func removeFirstMark() -> Content? {
        defer { nextMark += 1 }
        return marks[nextMark].content.take()
    }

    /// Makes an emptied batch ready again; keeps the memory of an ordinary load and gives back that of a burst.
    mutating func reset() {
        events.reset()
        if !marks.isEmpty { marks.removeAll(keepingCapacity: marks.capacity <= EventBuffer.keptCapacity) }
        nextMark = 0
    }
}
