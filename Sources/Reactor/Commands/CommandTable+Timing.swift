extension CommandTable {
    // MARK: Debounce

    mutating func debounce(_ handle: CommandHandle, _ id: CommandID, _ quiet: Duration) {
        handle.run.phase = .debouncing
        withSlot(id) { $0.debouncing = handle }
        startTimer(.debounce(launch: handle.run.launch), quiet, for: handle)
    }

    mutating func debounceEnded(_ launch: UInt64) {
        guard let handle = handle(launch), handle.run.phase == .debouncing, let id = handle.run.slot else { return }
        withSlot(id) { $0.debouncing = nil }
        handle.run.timers = []
        if let interval = handle.options.throttle { return throttle(handle, id, interval) }
        admit(handle, id)
    }

    // MARK: Throttle

    mutating func throttle(_ handle: CommandHandle, _ id: CommandID, _ interval: Duration) {
        guard slot(id).isThrottleOpen else {
            if let earlier = slot(id).throttled { end(earlier, .dropped) }
            handle.run.phase = .throttled
            return withSlot(id) { $0.throttled = handle }
        }
        closeThrottle(id, interval)
        admit(handle, id)
    }

    /// The interval of a throttled id is over: the newest that waited for it starts, and begins another interval.
    mutating func throttleEnded(_ id: CommandID) {
        withSlot(id) { $0.isThrottleOpen = true }
        if let handle = slot(id).throttled {
            withSlot(id) { $0.throttled = nil }
            closeThrottle(id, handle.options.throttle ?? .zero)
            admit(handle, id)
        }
        dropIfEmpty(id)
    }

    private mutating func closeThrottle(_ id: CommandID, _ interval: Duration) {
        withSlot(id) { $0.isThrottleOpen = false }
        steps.append(.startTimer(.throttle(id), interval))
    }

    // MARK: Timeout and backoff

    mutating func timedOut(_ launch: UInt64) {
        guard let handle = handle(launch), let timeout = handle.options.timeout, !handle.run.hasEnded else { return }
        handle.run.isFenced = true
        end(handle, .failed(CommandTimedOut(command: handle.commandName, timeout: timeout)))
        advance(handle.run.slot)
    }

    mutating func backoffEnded(_ launch: UInt64) {
        guard let handle = handle(launch), handle.run.phase == .backingOff else { return }
        handle.run.timers.removeAll { $0 == .backoff(launch: launch) }
        start(handle)
    }
}
