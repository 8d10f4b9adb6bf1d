extension CommandTable {
    /// Applies the policy of a new command: starts it, lets it wait, or drops it.
    mutating func admit(_ handle: CommandHandle, _ slot: CommandSlot) {
        switch handle.options.policy {
        case .restart:
            makePlace(for: handle, slot)
            start(handle)
        case .drop:
            if slot.canStart(handle) { start(handle) } else { end(handle, .dropped) }
        case .keepLatest:
            while let waiting = slot[.waiting].first { end(waiting, .dropped) }
            waitOrStart(handle, slot)
        case .parallel where handle.options.max == nil:
            start(handle)
        case .parallel, .enqueue:
            waitOrStart(handle, slot)
        }
    }

    /// Drops the waiting commands, and cancels the oldest running commands until there is a place.
    mutating func makePlace(for handle: CommandHandle, _ slot: CommandSlot) {
        while let waiting = slot[.waiting].first { end(waiting, .dropped) }
        while let oldest = slot[.running].first, !slot.hasPlace(for: handle) { end(oldest, .cancelled) }
    }

    private mutating func waitOrStart(_ handle: CommandHandle, _ slot: CommandSlot) {
        handle.state.phase = .queued
        slot.add(handle, to: .waiting)
        advance(slot)
    }

    /// Starts the waiting commands for which there is a place, and starts the grace of commands that block the rest.
    mutating func advance(_ slot: CommandSlot) {
        while let next = slot[.waiting].first, slot.hasPlace(for: next) {
            slot.remove(next)
            start(next)
        }
        if let next = slot[.waiting].first { startGrace(blocking: next, slot) }
        dropIfEmpty(slot)
    }

    /// Starts the grace of ended commands whose bodies still run, so that they do not block `.enqueue` and
    /// `.keepLatest` forever.
    private mutating func startGrace(blocking next: CommandHandle, _ slot: CommandSlot) {
        guard next.options.policy == .enqueue || next.options.policy == .keepLatest else { return }
        while let handle = slot[.lingering].first {
            slot.remove(handle)
            slot.add(handle, to: .graced)
            startTimer(.grace(launch: handle.state.launch), handle.options.grace, for: handle)
        }
    }

    mutating func graceEnded(_ launch: UInt64) {
        guard let handle = handle(launch), handle.state.hasEnded, let slot = handle.state.slot else { return }
        slot.remove(handle)
        handle.state.slot = nil
        steps.append(.report(.commandIgnoresCancellation(command: handle.commandName, launch: launch)))
        advance(slot)
    }
}
