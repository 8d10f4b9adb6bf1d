extension CommandTable {
    /// Lets a newcomer in by its policy: it starts, waits, or is dropped.
    mutating func admit(_ handle: CommandHandle, _ id: CommandID) {
        let slot = slot(id)
        switch handle.options.policy {
        case .restart:
            for waiting in slot.queue { end(waiting, .dropped) }
            while let oldest = self.slot(id).running.first, !self.slot(id).hasPlace(for: handle) {
                end(oldest, .cancelled)
            }
            start(handle)
        case .drop:
            if slot.hasPlace(for: handle) && slot.queue.isEmpty { start(handle) } else { end(handle, .dropped) }
        case .keepLatest:
            for waiting in slot.queue { end(waiting, .dropped) }
            waitOrStart(handle, id)
        case .parallel where handle.options.max == nil:
            start(handle)
        case .parallel, .enqueue:
            waitOrStart(handle, id)
        }
    }

    private mutating func waitOrStart(_ handle: CommandHandle, _ id: CommandID) {
        handle.run.phase = .queued
        withSlot(id) { $0.queue.append(handle) }
        advance(id)
    }

    /// Starts those at the head of the line that find a place, and times those that stand in their way.
    mutating func advance(_ id: CommandID?) {
        guard let id else { return }
        while let next = slot(id).queue.first, slot(id).hasPlace(for: next) {
            withSlot(id) { _ = $0.queue.removeFirst() }
            start(next)
        }
        if let next = slot(id).queue.first { startGrace(blocking: next, id) }
        dropIfEmpty(id)
    }

    /// Ended commands whose bodies go on hold up `.enqueue` and `.keepLatest`, but not for ever.
    private mutating func startGrace(blocking next: CommandHandle, _ id: CommandID) {
        guard next.options.policy == .enqueue || next.options.policy == .keepLatest else { return }
        for handle in slot(id).lingering where handle.run.timers.isEmpty {
            startTimer(.grace(launch: handle.run.launch), handle.options.grace, for: handle)
        }
    }

    mutating func graceEnded(_ launch: UInt64) {
        guard let handle = handle(launch), handle.run.hasEnded, let id = handle.run.slot else { return }
        withSlot(id) { $0.lingering.removeAll { $0 === handle } }
        steps.append(.report(.commandIgnoresCancellation(command: handle.commandName, launch: launch)))
        advance(id)
    }
}
