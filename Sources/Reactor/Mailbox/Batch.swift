/// The fired events in order, with notes at the positions of entries that are more than a plain event. Plain events do
/// not pay for features that they do not use.
struct Batch: ~Copyable {
    var events = EventBuffer()
    var notes = ContiguousArray<Note>()
    /// The index of the next note.
    var nextNote = 0

    /// An entry that is more than a plain event.
    struct Note {
        /// The index of its first event; for an operation, that of the next event.
        let position: Int
        /// The content. It is moved out when the core processes it, because a copy would retain everything in it.
        var item: Item?
        /// The child state into which the entry was fired, if it can cease to exist.
        let part: Part?
    }

    enum Item {
        /// The next `count` events, fired by `cause`. They are one group if `isGroup` is true, and can contain a Reset.
        case events(count: Int, isGroup: Bool, cause: CommandHandle?)
        /// An operation in order with the events.
        case operation(Operation, cause: CommandHandle?)

        /// The command that fired the entry, if any.
        var cause: CommandHandle? {
            switch self {
            case .events(_, _, let cause), .operation(_, let cause): cause
            }
        }

        /// Whether the entry is a step of the ledger, and not an event.
        var isOnTheLedger: Bool {
            switch self {
            case .operation(.ledger, _), .operation(.read, _): true
            case .events, .operation: false
            }
        }
    }

    /// Whether neither events nor notes are waiting.
    var isEmpty: Bool { events.count == 0 && nextNote == notes.count }

    /// The number of plain events before the next note.
    var plainCount: Int {
        let stop = nextNote < notes.count ? notes[nextNote].position : events.end
        return stop - events.head
    }

    mutating func append(_ content: consuming Item, part: Part? = nil) {
        notes.append(Note(position: events.end, item: content, part: part))
    }

    /// The child state into which the next note was fired. There must be a note.
    var nextPart: Part? { notes[nextNote].part }

    /// Removes the next note. There must be one.
    mutating func removeFirstNote() -> Item? {
        defer { nextNote += 1 }
        return notes[nextNote].item.take()
    }

    /// Prepares an empty batch for the next events. It retains the memory of a normal load, and releases that of a
    /// burst.
    mutating func reset() {
        events.reset()
        if !notes.isEmpty { notes.removeAll(keepingCapacity: notes.capacity <= EventBuffer.keptCapacity) }
        nextNote = 0
    }
}

/// A queue of events: they are appended at the end, and moved out at the front.
///
/// It has its own memory instead of an array, because an event is then moved twice and never copied: with an array, an
/// event costs twice as much in the core. The memory consists of chunks, because growing a single block would move all
/// waiting events while the lock is held.
///
/// It is safe, because only this type accesses the chunks and counts their contents: the slots from ``head`` to ``end``
/// are initialized, and no others.
struct EventBuffer: ~Copyable {
    /// The chunks, each with ``chunkLength`` slots. The chunks before the one at `head` are empty, and retained until
    /// ``reset()``.
    private var chunks: ContiguousArray<UnsafeMutablePointer<WaitingEvent>>
    /// The slot for the next event, and the end of its chunk.
    private var next: UnsafeMutablePointer<WaitingEvent>
    private var limit: UnsafeMutablePointer<WaitingEvent>
    /// The number of events that were moved out.
    private(set) var head = 0
    /// The number of events that were appended.
    private(set) var end = 0

    /// About 2 KiB per chunk: half of the memory of an idle core is two chunks.
    static let chunkLength = 32
    /// The number of slots that an empty buffer can retain: less than 300 KiB.
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

    /// The number of waiting events.
    var count: Int { end - head }

    var capacity: Int { chunks.count * EventBuffer.chunkLength }

    /// Appends an event.
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

    /// Removes the last event. There must be one.
    mutating func removeLast() -> WaitingEvent {
        end -= 1
        // A chunk that was begun for this event alone remains as the next chunk.
        next = slot(at: end)
        limit = chunks[end / EventBuffer.chunkLength] + EventBuffer.chunkLength
        return next.move()
    }

    /// The name of the type of the next event; empty if there is none.
    var firstType: String { count > 0 ? "\(type(of: slot(at: head).pointee.event))" : "" }

    /// The name of the type of the last event. There must be one.
    var lastType: String { "\(type(of: slot(at: end - 1).pointee.event))" }

    /// Moves the next events out, at most `count` and only those in the same chunk. The run has to be released before
    /// ``reset()``.
    mutating func removeFirst(atMost count: Int) -> EventRun {
        let length = min(count, self.count, EventBuffer.chunkLength - head % EventBuffer.chunkLength)
        defer { head += length }
        return EventRun(UnsafeMutableBufferPointer(start: slot(at: head), count: length))
    }

    /// Prepares an empty buffer for the next events, and releases the memory of a burst.
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

/// Consecutive events that were taken out of the mailbox, and remain in its memory. The run owns them and destroys them
/// at its end, before the buffer, which no longer counts them, is reset.
package struct EventRun: ~Copyable {
    private let events: UnsafeMutableBufferPointer<WaitingEvent>

    fileprivate init(_ events: UnsafeMutableBufferPointer<WaitingEvent>) { self.events = events }

    deinit { events.deinitialize() }

    package var count: Int { events.count }
    package var indices: Range<Int> { 0..<events.count }

    /// The place at which an event was fired.
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
/// It is not copyable, so it is created in the buffer and lent to the reducer from there: the compiler copies an
/// existential that it reads through a pointer.
@frozen @usableFromInline
package struct WaitingEvent: ~Copyable {
    @usableFromInline package let event: any Event
    @usableFromInline package let place: CallSite

    @inlinable
    package init(_ event: any Event, at place: CallSite) {
        self.event = event
        self.place = place
    }
}
