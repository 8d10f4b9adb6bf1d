@testable import Reactor

extension CommandModel {
    /// The timers that must be running now.
    var timers: [CommandTimer: Duration] {
        var timers: [CommandTimer: Duration] = [:]
        for entry in present {
            switch entry.stage {
            case .quiet: timers[.debounce(launch: entry.launch)] = entry.options.debounce
            case .running: timers[.timeout(launch: entry.launch)] = entry.options.timeout
            case .backoff:
                timers[.timeout(launch: entry.launch)] = entry.options.timeout
                timers[.backoff(launch: entry.launch)] = backoff(entry)
            case .ended:
                if entry.isGraceStarted && !entry.isGraceOver {
                    timers[.grace(launch: entry.launch)] = entry.options.grace
                }
            case .new, .interval, .line: break
            }
        }
        for (id, interval) in intervals { timers[.throttle(id)] = interval }
        return timers
    }

    /// Half of the base, doubled for every attempt after the first, at most the cap.
    private func backoff(_ entry: Entry) -> Duration {
        var longest = entry.options.retry.backoff.base
        for _ in 1..<entry.attempts { longest *= 2 }
        return min(longest, entry.options.retry.backoff.cap) / 2
    }

    /// The expected content of a slot, as launches.
    func slot(_ id: CommandID) -> SlotContent? {
        let present = alike(present, id)
        if present.isEmpty && intervals[id] == nil { return nil }
        let content = SlotContent(
            running: alike(running, id).map { $0.launch },
            lingering: Set(present.filter { $0.stage == .ended && $0.hasBody && !$0.isGraceOver }.map { $0.launch }),
            queue: alike(line, id).map { $0.launch },
            debouncing: present.first { $0.stage == .quiet }?.launch,
            throttled: present.first { $0.stage == .interval }?.launch,
            isThrottleOpen: intervals[id] == nil)
        return content == SlotContent() ? nil : content
    }
}

/// The launches in a slot.
struct SlotContent: Equatable {
    var running: [UInt64] = []
    var lingering: Set<UInt64> = []
    var queue: [UInt64] = []
    var debouncing: UInt64?
    var throttled: UInt64?
    var isThrottleOpen = true
}

extension SlotContent {
    init(_ slot: CommandSlot) {
        running = slot[.running].all.map { $0.state.launch }
        lingering = Set((slot[.lingering].all + slot[.graced].all).map { $0.state.launch })
        queue = slot[.waiting].all.map { $0.state.launch }
        debouncing = slot.debouncing?.state.launch
        throttled = slot.throttled?.state.launch
        isThrottleOpen = slot.isThrottleOpen
    }
}
