/// The commands that share places: commands of one id, in one part of the state.
final class CommandSlot {
    /// The rows that a command may stand in.
    enum Row {
        /// It holds a place.
        case running
        /// It waits for a place.
        case waiting
        /// It has ended while its body goes on, and no command has waited for that yet.
        case lingering
        /// The same, and its grace is running.
        case graced
    }

    let id: CommandID
    var running = CommandQueue()
    var waiting = CommandQueue()
    var lingering = CommandQueue()
    var graced = CommandQueue()
    var debouncing: CommandHandle?
    /// Waits for the end of the throttle's interval.
    var throttled: CommandHandle?
    var isThrottleOpen = true
    /// The last launch before the last cancellation of the id: commands of the id launched up to there fire late events.
    var cancelled: UInt64 = 0
    /// Whether commands stood here that name the id themselves.
    var hasFamily = false

    init(_ id: CommandID) { self.id = id }

    var isEmpty: Bool {
        running.isEmpty && waiting.isEmpty && lingering.isEmpty && graced.isEmpty && debouncing == nil
            && throttled == nil && isThrottleOpen
    }

    /// The commands that have not ended, in no order.
    var inFlight: [CommandHandle] { running.all + waiting.all + [debouncing, throttled].compactMap { $0 } }

    /// Whether `handle` would find a place, by its own policy and `max`.
    func hasPlace(for handle: CommandHandle) -> Bool {
        switch handle.options.policy {
        case .parallel: running.count < handle.options.max ?? .max
        case .restart, .drop: running.count < handle.options.max ?? 1
        case .enqueue, .keepLatest: running.count + lingering.count + graced.count < handle.options.max ?? 1
        }
    }

    /// Puts a command at the end of a row; it stands in none.
    func add(_ handle: CommandHandle, to row: Row) {
        handle.run.row = row
        switch row {
        case .running: running.append(handle)
        case .waiting: waiting.append(handle)
        case .lingering: lingering.append(handle)
        case .graced: graced.append(handle)
        }
    }

    /// Takes a command out of wherever it is.
    func remove(_ handle: CommandHandle) {
        switch handle.run.row {
        case .running: running.remove(handle)
        case .waiting: waiting.remove(handle)
        case .lingering: lingering.remove(handle)
        case .graced: graced.remove(handle)
        case nil: break
        }
        handle.run.row = nil
        if debouncing === handle { debouncing = nil }
        if throttled === handle { throttled = nil }
    }
}

/// A slot that exists as long as a command that was in it.
struct RetiredSlot { weak var slot: CommandSlot? }

/// Commands in a row: put at the end, taken from the front or out of the middle, each in O(1).
///
/// A command knows its index. One that is taken out leaves a hole; when there are more holes than commands, the commands
/// move together.
struct CommandQueue {
    private var entries: [CommandHandle?] = []
    private var head = 0
    private(set) var count = 0
    #if DEBUG
        /// How many entries were put in, taken out, passed or moved so far: what the row has cost.
        private(set) var visits = 0
    #endif

    var isEmpty: Bool { count == 0 }

    /// The one that stands there longest.
    var first: CommandHandle? { count == 0 ? nil : entries[head] }

    /// In the order in which they were put in.
    var all: [CommandHandle] { entries.compactMap { $0 } }

    mutating func append(_ handle: CommandHandle) {
        handle.run.indexInRow = entries.count
        entries.append(handle)
        count += 1
        noteVisits(1)
    }

    mutating func remove(_ handle: CommandHandle) {
        assert(entries[handle.run.indexInRow] === handle, "a command stands where it says")
        entries[handle.run.indexInRow] = nil
        count -= 1
        noteVisits(1)
        if entries.count > 2 * count + 32 { closeHoles() }
        while head < entries.count && entries[head] == nil {
            head += 1
            noteVisits(1)
        }
        if count == 0 {
            entries.removeAll(keepingCapacity: true)
            head = 0
        }
    }

    private mutating func noteVisits(_ entries: Int) {
        #if DEBUG
            visits += entries
        #endif
    }

    private mutating func closeHoles() {
        noteVisits(entries.count)
        entries = entries.filter { $0 != nil }
        for index in entries.indices { entries[index]?.run.indexInRow = index }
        head = 0
    }
}
