/// The callers that wait in `settled()`, `idle(except:)` and `close(grace:)`. Used only on the core's executor.
struct CoreWaits {
    var settle: [(Signal, DeliveryQueue?)] = []
    var idle: [IdleWait] = []
    var returnedAll: [Signal] = []
    var end: [Signal] = []
}

extension Engine {
    /// Ends the waits whose condition is met.
    func endWaits() {
        if !waiting.settle.isEmpty { settleAll() }
        if !waiting.idle.isEmpty { releaseIdle() }
        if !waiting.returnedAll.isEmpty { notifyReturned() }
        if !waiting.end.isEmpty { end() }
    }

    private func settleAll() {
        let settling = waiting.settle
        waiting.settle = []
        for (settled, waiting) in settling { add(DeliveryWait(waiting) { settled.fire() }) }
    }

    private func add(_ wait: DeliveryWait) {
        subscriptions.add(wait)
        wait.done()
    }

    /// Ends the waits for a moment at which no command is in flight, no subscriber is being notified, and nothing
    /// waits.
    ///
    /// The order of the checks matters: everything that a command or an update fired before its end is then in the
    /// mailbox, and the wait is checked again after it was applied or refused.
    private func releaseIdle() {
        waiting.idle.removeAll { wait in
            guard isQuiet(for: wait) else { return false }
            if subscriptions.owes(wait.waiting) {
                lookAgainWhenDelivered(wait)
                return false
            }
            guard loop.batch.isEmpty && mailbox.isEmpty else { return false }
            wait.command?.state.isIdling = false
            wait.signal.fire()
            return true
        }
    }

    private func lookAgainWhenDelivered(_ wait: IdleWait) {
        if wait.isAdded { return }
        wait.isAdded = true
        add(DeliveryWait(wait.waiting) { [mailbox] in mailbox.post(.lookAgain(wait)) })
    }

    /// Whether no command is in flight, except those that the wait excludes.
    ///
    /// A caller in an update waits for no command, because a command can wait for the update. A caller in a command
    /// does not wait for commands that are idling themselves, because they would wait for each other. Other callers
    /// wait for them: no command waits for such a caller, and a command whose child task is idling can be working
    /// itself.
    private func isQuiet(for wait: IdleWait) -> Bool {
        if commands.inFlight == 0 || wait.waiting != nil { return true }
        let sparesIdling = wait.command != nil
        return commands.live.allSatisfy { handle in
            handle.state.hasEnded || handle.options.isTimer || handle === wait.command
                || sparesIdling && handle.state.isIdling || handle.options.id.map { wait.spared.contains($0) } == true
        }
    }

    private func notifyReturned() {
        guard commands.live.allSatisfy(\.state.isClosing) else { return }
        for returned in waiting.returnedAll { returned.fire() }
        waiting.returnedAll = []
    }

    private func end() {
        if life != .ended { store.recordEnd() }
        life = .ended
        subscriptions.finish()
        for ended in waiting.end { ended.fire() }
        waiting.end = []
    }
}
