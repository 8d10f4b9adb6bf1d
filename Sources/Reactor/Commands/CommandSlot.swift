/// The commands that share places: commands of one id, in one part of the state.
final class CommandSlot {
    /// The queues that a command may be in.
    enum Queue: Int {
        /// The command has a place.
        case running
        /// The command waits for a place.
        case waiting
        /// The command has ended while its body continues, and no command has waited for that yet.
        case lingering
        /// The same, and its grace is running.
        case graced
    }

    let id: CommandID
    private var queues: [[CommandHandle]] = [[], [], [], []]
    var debouncing: CommandHandle?
    /// Waits for the end of the interval.
    var throttled: CommandHandle?
    var isThrottleOpen = true
    /// The last launch before the last cancellation of the id: events of commands of the id launched until then are late.
    var cancelled: UInt64 = 0
    /// Whether a command was here that names the id itself.
    var hasFamily = false

    init(_ id: CommandID) { self.id = id }

    /// The commands in a queue, in the order in which they were added.
    subscript(queue: Queue) -> [CommandHandle] { queues[queue.rawValue] }

    var isEmpty: Bool {
        queues.allSatisfy(\.isEmpty) && debouncing == nil && throttled == nil && isThrottleOpen
    }

    /// The commands that have not ended, in no order.
    var inFlight: [CommandHandle] { self[.running] + self[.waiting] + [debouncing, throttled].compactMap { $0 } }

    /// Whether `handle` would find a place, by its own policy and `max`.
    func hasPlace(for handle: CommandHandle) -> Bool {
        switch handle.options.policy {
        case .parallel: self[.running].count < handle.options.max ?? .max
        case .restart, .drop: self[.running].count < handle.options.max ?? 1
        case .enqueue, .keepLatest:
            self[.running].count + self[.lingering].count + self[.graced].count < handle.options.max ?? 1
        }
    }

    /// Puts a command that is in no queue at the end of one.
    func add(_ handle: CommandHandle, to queue: Queue) {
        handle.state.queue = queue
        queues[queue.rawValue].append(handle)
    }

    /// Removes a command from wherever it is.
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
