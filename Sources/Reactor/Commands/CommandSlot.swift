/// The commands that share places: those with the same id in the same child state.
final class CommandSlot {
    /// The queues of a slot. A command is in at most one.
    enum Queue: Int {
        /// The command has a place.
        case running
        /// The command waits for a place.
        case waiting
        /// The command has ended while its body continues, and no command has waited for that yet.
        case lingering
        /// The command has ended while its body continues, and its grace is running.
        case graced
    }

    let id: CommandID
    private var queues: [[CommandHandle]] = [[], [], [], []]
    var debouncing: CommandHandle?
    /// The newest command that waits for the end of the throttle interval.
    var throttled: CommandHandle?
    var isThrottleOpen = true
    /// The last launch before the last cancellation of the id. Events of commands with the id that were launched until
    /// then are late.
    var cancelled: UInt64 = 0
    /// Whether a command with an explicit id was in the slot.
    var hasFamily = false

    init(_ id: CommandID) { self.id = id }

    /// The commands in a queue, in the order in which they were added.
    subscript(queue: Queue) -> [CommandHandle] { queues[queue.rawValue] }

    var isEmpty: Bool {
        queues.allSatisfy(\.isEmpty) && debouncing == nil && throttled == nil && isThrottleOpen
    }

    /// The commands that have not ended, in no particular order.
    var inFlight: [CommandHandle] { self[.running] + self[.waiting] + [debouncing, throttled].compactMap { $0 } }

    /// Whether there is a place for a command, by its own policy and `max`.
    func hasPlace(for handle: CommandHandle) -> Bool {
        switch handle.options.policy {
        case .parallel: self[.running].count < handle.options.max ?? .max
        case .restart, .drop: self[.running].count < handle.options.max ?? 1
        case .enqueue, .keepLatest:
            self[.running].count + self[.lingering].count + self[.graced].count < handle.options.max ?? 1
        }
    }

    /// Appends a command that is in no queue to a queue.
    func add(_ handle: CommandHandle, to queue: Queue) {
        handle.state.queue = queue
        queues[queue.rawValue].append(handle)
    }

    /// Removes a command from the slot.
    ///
    /// - Complexity: O(commands in its queue).
    func remove(_ handle: CommandHandle) {
        if let queue = handle.state.queue.take(), let index = self[queue].firstIndex(where: { $0 === handle }) {
            queues[queue.rawValue].remove(at: index)
        }
        if debouncing === handle { debouncing = nil }
        if throttled === handle { throttled = nil }
    }
}

/// A slot that exists as long as a command that was in it.
struct RetiredSlot { weak var slot: CommandSlot? }
