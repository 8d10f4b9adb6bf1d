extension CommandTable {
    // MARK: Debounce

    mutating func debounce(_ handle: CommandHandle, _ slot: CommandSlot, _ quiet: Duration) {
        handle.state.phase = .debouncing
        slot.debouncing = handle
        startTimer(.debounce(launch: handle.state.launch), quiet, for: handle)
    }

    mutating func debounceEnded(_ launch: UInt64) {
        guard let handle = handle(launch), case .debouncing = handle.state.phase, let slot = handle.state.slot else {
            return
        }
        slot.debouncing = nil
        handle.state.timers = []
        if let interval = handle.options.throttle { return throttle(handle, slot, interval) }
        admit(handle, slot)
    }

    // MARK: Throttle

    mutating func throttle(_ handle: CommandHandle, _ slot: CommandSlot, _ interval: Duration) {
        guard slot.isThrottleOpen else {
            // `.drop` keeps the first command of an interval, other policies the newest.
            if handle.options.policy == .drop { return end(handle, .dropped) }
            if let earlier = slot.throttled { end(earlier, .dropped) }
            handle.state.phase = .throttled
            slot.throttled = handle
            return
        }
        // A command that `.drop` does not start begins no interval.
        if handle.options.policy != .drop || slot.canStart(handle) { closeThrottle(slot, interval) }
        admit(handle, slot)
    }

    /// Handles the end of a throttle interval: starts the newest command that waited for it, which begins another
    /// interval.
    mutating func throttleEnded(_ id: CommandID) {
        guard let slot = slot(id) else { return }
        slot.isThrottleOpen = true
        if let handle = slot.throttled {
            slot.throttled = nil
            closeThrottle(slot, handle.options.throttle ?? .zero)
            admit(handle, slot)
        }
        dropIfEmpty(slot)
    }

    private mutating func closeThrottle(_ slot: CommandSlot, _ interval: Duration) {
        slot.isThrottleOpen = false
        steps.append(.startTimer(.throttle(slot.id), interval))
    }

    // MARK: Timeout and backoff

    mutating func timedOut(_ launch: UInt64) {
        guard let handle = handle(launch), let timeout = handle.options.timeout, !handle.state.hasEnded else { return }
        handle.state.isLate = true
        let slot = handle.state.slot
        if case .finishing = handle.state.phase {
            endQuietly(handle)
        } else {
            end(handle, .failed(CommandTimedOut(command: handle.commandName, timeout: timeout)))
        }
        if let slot { advance(slot) }
    }

    mutating func backoffEnded(_ launch: UInt64) {
        guard let handle = handle(launch), case .backingOff = handle.state.phase else { return }
        handle.state.timers.removeAll { $0 == .backoff(launch: launch) }
        start(handle)
    }
}
