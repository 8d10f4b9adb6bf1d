/// The commands of one id.
struct CommandSlot {
    /// Those that hold a place, oldest first.
    var running: [CommandHandle] = []
    /// Those that ended while their body goes on.
    var lingering: [CommandHandle] = []
    /// Those that wait for a place, in order.
    var queue: [CommandHandle] = []
    var debouncing: CommandHandle?
    /// Waits for the end of the throttle's interval.
    var throttled: CommandHandle?
    var isThrottleOpen = true

    var isEmpty: Bool {
        running.isEmpty && lingering.isEmpty && queue.isEmpty && debouncing == nil && throttled == nil && isThrottleOpen
    }

    /// Whether `handle` would find a place, by its own policy and `max`.
    func hasPlace(for handle: CommandHandle) -> Bool {
        switch handle.options.policy {
        case .parallel: running.count < handle.options.max ?? .max
        case .restart, .drop: running.count < handle.options.max ?? 1
        case .enqueue, .keepLatest: running.count + lingering.count < handle.options.max ?? 1
        }
    }

    mutating func remove(_ handle: CommandHandle) {
        running.removeAll { $0 === handle }
        queue.removeAll { $0 === handle }
        if debouncing === handle { debouncing = nil }
        if throttled === handle { throttled = nil }
    }
}
