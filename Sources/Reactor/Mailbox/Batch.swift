/// The fired events in order, each after the previous one, along with notes at the positions of entries that are
/// more than a plain event. Plain events do not pay for features that they do not use.
struct Batch: ~Copyable {
    var events = EventBuffer()
    var notes = ContiguousArray<Note>()
    /// How many notes were taken.
    var nextNote = 0

    /// Something about a position among the events.
    struct Note {
        /// The index of its event; for an operation, of the next event.
        let position: Int
        /// Moved out when the core comes to it: copying it retains everything in it.
        var item: Item?
        /// The part it was fired into, if that may become absent.
        let part: Part?
    }

    enum Item {
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

        /// Whether it is a step of the ledger, and no event besides.
        var isOnTheLedger: Bool {
            switch self {
            case .operation(.ledger, _), .operation(.read, _): true
            case .events, .operation: false
            }
        }
    }

    /// Whether nothing waits in it.
    var isEmpty: Bool { events.count == 0 && nextNote == notes.count }

    /// How many plain events come before the next note.
    var plainCount: Int {
        let stop = nextNote < notes.count ? notes[nextNote].position : events.end
        return stop - events.head
    }

    mutating func append(_ content: consuming Item, part: Part? = nil) {
        notes.append(Note(position: events.end, item: content, part: part))
    }

    /// The part that the next note was fired into. There must be one.
    var nextPart: Part? { notes[nextNote].part }

    /// Takes the next note. There must be one.
    mutating func removeFirstNote() -> Item? {
        defer { nextNote += 1 }
        return notes[nextNote].item.take()
    }

    /// Makes an emptied batch ready again; keeps the memory of an ordinary load and gives back that of a burst.
    mutating func reset() {
        events.reset()
        if !notes.isEmpty { notes.removeAll(keepingCapacity: notes.capacity <= EventBuffer.keptCapacity) }
        nextNote = 0
    }
}

/// Events in order: put at the end, moved out from the front.
///
/// Its own memory and not an array, because an event then moves twice on its way and is never copied: with an array, the way
/// of an event through the core costs twice as much. In chunks, because the events that wait would have to move, under the lock,
/// whenever one piece of memory was full.
///
/// Safe, since it alone has the chunks and counts what is in them: from ``head`` to ``end`` there are events, and no others.
struct EventBuffer: ~Copyable {
    /// Each holds ``chunkLength`` events. The chunks before the one at `head` are empty, and kept until ``reset()``.
    private var chunks: ContiguousArray<UnsafeMutablePointer<WaitingEvent>>
    /// Where the next event goes, and where the chunk that it goes to ends.
    private var next: UnsafeMutablePointer<WaitingEvent>
    private var limit: UnsafeMutablePointer<WaitingEvent>
    /// How many were moved out.
    private(set) var head = 0
    /// How many were put in.
    private(set) var end = 0

    /// 2.5 KiB: an idle core has two of them, and little else.
    static let chunkLength = 64
    /// How many slots an emptied buffer may keep: 160 KiB.
    static let keptCapacity = 4096

    init() {
        next = .allocate(capacity: EventBuffer.chunkLength)
        limit = next + EventBuffer.chunkLength
        chunks = [next]
    }

    deinit {
        for index in head..<end { slot(at: index).deinitialize(count: 1) }
        for chunk in chunks { chunk.deallocate() }
    }

    /// How many wait.
    var count: Int { end - head }

    var capacity: Int { chunks.count * EventBuffer.chunkLength }

    /// Puts an event at the end.
    @inline(__always)
    mutating func append(_ event: consuming WaitingEvent) {
        if next == limit { beginChunk() }
        next.initialize(to: event)
        next += 1
        end += 1
    }

    /// Moves the next event out. There must be one.
    @inline(__always)
    mutating func removeFirst() -> WaitingEvent {
        defer { head += 1 }
        return slot(at: head).move()
    }

    /// Takes the last event back. There must be one.
    mutating func removeLast() -> WaitingEvent {
        end -= 1
        // The next slot is where it was; a chunk that was begun for it alone stays as the one to begin next.
        next = slot(at: end)
        limit = chunks[end / EventBuffer.chunkLength] + EventBuffer.chunkLength
        return next.move()
    }

    /// The name of the type of the next event, empty when there is none.
    var firstType: String { count > 0 ? "\(type(of: slot(at: head).pointee.event))" : "" }

    /// The name of the type of the last event. There must be one.
    var lastType: String { "\(type(of: slot(at: end - 1).pointee.event))" }

    /// Hands over the next `count` events, as far as they lie in one chunk, to be released before the buffer is made ready
    /// again.
    mutating func removeFirst(atMost count: Int) -> EventRun {
        let length = min(count, self.count, EventBuffer.chunkLength - head % EventBuffer.chunkLength)
        defer { head += length }
        return EventRun(UnsafeMutableBufferPointer(start: slot(at: head), count: length))
    }

    /// Makes an emptied buffer ready again; gives back the memory of a burst.
    mutating func reset() {
        while capacity > EventBuffer.keptCapacity { chunks.removeLast().deallocate() }
        head = 0
        end = 0
        next = chunks[0]
        limit = next + EventBuffer.chunkLength
    }

    @inline(__always)
    private func slot(at index: Int) -> UnsafeMutablePointer<WaitingEvent> {
        chunks[index / EventBuffer.chunkLength] + index % EventBuffer.chunkLength
    }

    @inline(never)
    private mutating func beginChunk() {
        let chunk = end / EventBuffer.chunkLength
        if chunk == chunks.count { chunks.append(.allocate(capacity: EventBuffer.chunkLength)) }
        next = chunks[chunk]
        limit = next + EventBuffer.chunkLength
    }
}

/// Events that follow one another, taken out of the mailbox and left where they lie. The run owns them and releases them at its
/// end, before the buffer, which counts them no more, is made ready again.
package struct EventRun: ~Copyable {
    private let events: UnsafeMutableBufferPointer<WaitingEvent>

    fileprivate init(_ events: UnsafeMutableBufferPointer<WaitingEvent>) { self.events = events }

    deinit { events.deinitialize() }

    package var count: Int { events.count }
    package var indices: Range<Int> { 0..<events.count }

    /// Where an event was fired.
    package func place(of index: Int) -> CallSite { self[index].place }

    /// An event as a separate step.
    package func step(_ index: Int) -> LogStep { .event(self[index].event, at: place(of: index)) }

    /// Lends an event.
    package subscript(index: Int) -> WaitingEvent {
        @inline(__always) _read {
            assert(indices.contains(index), "a run lends what is in it")
            yield events[index]
        }
    }
}

/// An event in the mailbox.
///
/// It cannot be copied, so that it is built where it waits, and lent to the reducer from there: the compiler copies an
/// existential that it reads through a pointer.
@usableFromInline
package struct WaitingEvent: ~Copyable {
    @usableFromInline package let event: any Event
    @usableFromInline package let place: CallSite

    @inlinable
    package init(_ event: any Event, at place: CallSite) {
        self.event = event
        self.place = place
    }
}
