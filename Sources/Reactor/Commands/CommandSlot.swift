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
    private var queues = [HandleQueue](repeating: HandleQueue(), count: 4)
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
    subscript(queue: Queue) -> HandleQueue { _read { yield queues[queue.rawValue] } }

    var isEmpty: Bool {
        queues.allSatisfy(\.isEmpty) && debouncing == nil && throttled == nil && isThrottleOpen
    }

    /// The commands that have not ended, in no particular order.
    var inFlight: [CommandHandle] {
        self[.running].all + self[.waiting].all + [debouncing, throttled].compactMap { $0 }
    }

    /// Whether there is a place for a command, by its own policy and `max`.
    func hasPlace(for handle: CommandHandle) -> Bool {
        switch handle.options.policy {
        case .parallel: self[.running].count < handle.options.max ?? .max
        case .restart, .drop: self[.running].count < handle.options.max ?? 1
        case .enqueue, .keepLatest:
            self[.running].count + self[.lingering].count + self[.graced].count < handle.options.max ?? 1
        }
    }

    /// Whether a command with `.drop` starts.
    func canStart(_ handle: CommandHandle) -> Bool { hasPlace(for: handle) && self[.waiting].isEmpty }

    /// Appends a command that is in no queue to a queue.
    func add(_ handle: CommandHandle, to queue: Queue) {
        handle.state.queue = queue
        queues[queue.rawValue].append(handle)
    }

    /// Removes a command from the slot.
    func remove(_ handle: CommandHandle) {
        if let queue = handle.state.queue.take() { queues[queue.rawValue].remove(handle) }
        if debouncing === handle { debouncing = nil }
        if throttled === handle { throttled = nil }
    }
}

/// Commands in the order in which they were added. Each contains its position.
///
/// - Complexity: O(1), amortized, to append, to find the first, and to remove any.
struct HandleQueue {
    /// The commands, and nil for each removed command after the first one.
    private var handles: [CommandHandle?] = []
    /// The index of the first command.
    private var head = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }
    var first: CommandHandle? { isEmpty ? nil : handles[head] }
    var all: [CommandHandle] { handles[head...].compactMap { $0 } }

    mutating func append(_ handle: CommandHandle) {
        handle.state.position = handles.count
        handles.append(handle)
        count += 1
    }

    mutating func remove(_ handle: CommandHandle) {
        handles[handle.state.position] = nil
        count -= 1
        if isEmpty {
            handles.removeAll(keepingCapacity: handles.count <= 64)
            head = 0
            return
        }
        while handles[head] == nil { head += 1 }
        guard handles.count > 32, count * 2 < handles.count else { return }
        handles = all
        head = 0
        for (position, handle) in handles.enumerated() { handle?.state.position = position }
    }
}

/// A slot that exists as long as a command that was in it.
struct RetiredSlot { weak var slot: CommandSlot? }
