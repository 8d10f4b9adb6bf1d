extension CommandTable {
    /// Lets a newcomer in by its policy: it starts, waits, or is dropped.
    mutating func admit(_ handle: CommandHandle, _ slot: CommandSlot) {
        switch handle.options.policy {
        case .restart:
            makePlace(for: handle, slot)
            start(handle)
        case .drop:
            if slot.hasPlace(for: handle) && slot[.waiting].isEmpty { start(handle) } else { end(handle, .dropped) }
        case .keepLatest:
            while let waiting = slot[.waiting].first { end(waiting, .dropped) }
            waitOrStart(handle, slot)
        case .parallel where handle.options.max == nil:
            start(handle)
        case .parallel, .enqueue:
            waitOrStart(handle, slot)
        }
    }

    /// Drops the commands that wait, and cancels the oldest that run until there is a place.
    mutating func makePlace(for handle: CommandHandle, _ slot: CommandSlot) {
        while let waiting = slot[.waiting].first { end(waiting, .dropped) }
        while let oldest = slot[.running].first, !slot.hasPlace(for: handle) { end(oldest, .cancelled) }
    }

    private mutating func waitOrStart(_ handle: CommandHandle, _ slot: CommandSlot) {
        handle.state.phase = .queued
        slot.add(handle, to: .waiting)
        advance(slot)
    }

    /// Starts the commands at the head of the row that find a place, and times the commands that hold the others up.
    mutating func advance(_ slot: CommandSlot) {
        while let next = slot[.waiting].first, slot.hasPlace(for: next) {
            slot.remove(next)
            start(next)
        }
        if let next = slot[.waiting].first { startGrace(blocking: next, slot) }
        dropIfEmpty(slot)
    }

    /// Ended commands whose bodies go on hold up `.enqueue` and `.keepLatest`, but not for ever.
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
