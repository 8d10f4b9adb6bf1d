extension CommandTable {
    // MARK: Debounce

    mutating func debounce(_ handle: CommandHandle, _ slot: CommandSlot, _ quiet: Duration) {
        handle.run.phase = .debouncing
        slot.debouncing = handle
        startTimer(.debounce(launch: handle.run.launch), quiet, for: handle)
    }

    mutating func debounceEnded(_ launch: UInt64) {
        guard let handle = handle(launch), handle.run.phase == .debouncing, let slot = handle.run.slot else { return }
        slot.debouncing = nil
        handle.run.timers = []
        if let interval = handle.options.throttle { return throttle(handle, slot, interval) }
        admit(handle, slot)
    }

    // MARK: Throttle

    mutating func throttle(_ handle: CommandHandle, _ slot: CommandSlot, _ interval: Duration) {
        guard slot.isThrottleOpen else {
            if let earlier = slot.throttled { end(earlier, .dropped) }
            handle.run.phase = .throttled
            slot.throttled = handle
            return
        }
        closeThrottle(slot, interval)
        admit(handle, slot)
    }

    /// The interval of a throttled id is over: the newest that waited for it starts, and begins another interval.
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
        guard let handle = handle(launch), let timeout = handle.options.timeout, !handle.run.hasEnded else { return }
        handle.run.isLate = true
        let slot = handle.run.slot
        end(handle, .failed(CommandTimedOut(command: handle.commandName, timeout: timeout)))
        if let slot { advance(slot) }
    }

    mutating func backoffEnded(_ launch: UInt64) {
        guard let handle = handle(launch), handle.run.phase == .backingOff else { return }
        handle.run.timers.removeAll { $0 == .backoff(launch: launch) }
        start(handle)
    }
}
