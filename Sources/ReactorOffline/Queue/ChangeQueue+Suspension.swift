import Reactor
import ReactorRecording

extension ChangeQueue {
    /// Stops sending, stores all decisions on the disk, and releases all locks: the system can stop the process, and
    /// another process can open the queue's journal.
    ///
    /// Requests in flight are cancelled, and sent again with the same keys when the queue resumes. Calls such as
    /// ``enqueue(_:id:fileID:line:)`` wait until then. A suspended queue does no work. Suspend the app's core after its queue, and
    /// resume it before.
    ///
    /// ```swift
    /// import ReactorRecording
    ///
    /// func enteredBackground<App>(_ app: OpenedCore<App>, _ queue: ChangeQueue<DescribedChange>) async throws {
    ///     try await queue.suspend()
    ///     try await app.suspend()
    /// }
    /// ```
    ///
    /// - Throws: ``ChangeQueueError``. With `journalEnded` the journal could not be written; the locks are released
    ///   anyway.
    public func suspend() async throws(ChangeQueueError) {
        await lock.lock()
        defer { lock.unlock() }
        if let ended { throw ended }
        if onlineWhenResumed != nil { return }
        let isOnline = machine.isOnline
        setOnline(false)
        onlineWhenResumed = isOnline
        alarm.cancel()
        // Earlier decisions can still start tasks, and ending tasks can still write.
        await cancelTasks()
        while let pump {
            await pump.value
            await cancelTasks()
        }
        do {
            try await opened.suspend()
        } catch {
            ended = ended ?? .journalEnded(reason: "\(error)")
            wakeChanging()
            throw ended ?? .closed
        }
    }

    /// Locks the journal again, and continues with its current state, which another process may have changed.
    ///
    /// Changes that the other process queued are predicted and pushed. Changes that it pushed are resolved with their
    /// responses, if it stored them in the journal, as a queue with the audience ``ChangeAudience/later`` does. Changes
    /// that it removed are rolled back and reported as dropped. If the queue is not suspended, this does nothing.
    ///
    /// - Throws: The errors of `OpenedCore.resume()`. The queue then remains suspended, and you can call this again.
    ///   ``ChangeQueueError/closed`` if the queue is closed in the meantime.
    public func resume() async throws {
        await lock.lock()
        defer { lock.unlock() }
        if ended != nil || onlineWhenResumed == nil { return }
        try await opened.resume()
        let (elapsed, time) = (options.runtime.clock.now, now())
        let state = await core.state
        guard let isOnline = onlineWhenResumed else { return }
        onlineWhenResumed = nil
        // Waiting calls continue after the current state is shown.
        defer { wakeChanging() }
        let last = machine
        machine = ChangeMachine(state, options, fileMarks: \.fileMarks)
        machine.isOnline = isOnline
        try await carryOut { $0.resumed(from: last, now: elapsed, at: time, journal: receiver.journal) }
    }

    /// Resumes the calls that wait for the resumption.
    func wakeChanging() {
        for waiting in untilResumed { waiting.resume() }
        untilResumed = []
    }
}
