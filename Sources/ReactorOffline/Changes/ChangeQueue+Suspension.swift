import Reactor
import ReactorRecording

extension ChangeQueue {
    /// Sends nothing more, brings to the disk what was decided, and lets go of every lock: a system may stop the process now,
    /// and another process may open the queue's journal.
    ///
    /// What is on its way is cancelled, and sent again under the same key when the queue resumes. Who wants to change
    /// something meanwhile, by ``enqueue(_:id:)`` say, waits until then. Once it is suspended, it does nothing. The app's core
    /// is suspended behind it, and resumed before it.
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
    /// - Throws: ``ChangeQueueError``, `journalEnded` when the journal could not be written; nothing is locked then either.
    public func suspend() async throws(ChangeQueueError) {
        await turns.take()
        defer { turns.end() }
        if let ended { throw ended }
        if onlineWhenResumed != nil { return }
        let isOnline = machine.isOnline
        setOnline(false)
        onlineWhenResumed = isOnline
        alarm.cancel()
        // What was decided before may still begin something, and what ends may still be written.
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

    /// Locks the journal again, and goes on: with what another process has left of the queue, when it changed it meanwhile.
    ///
    /// What that has queued is predicted and pushed. What it has pushed is resolved with the answers, where it left them in
    /// the journal, as a queue whose audience is ``ChangeAudience/later`` does; what it has forgotten is rolled back, and said
    /// to be dropped. When the queue is not suspended, this does nothing.
    ///
    /// - Throws: as `OpenedCore.resume()` does; it is suspended then as before, and may be asked again.
    ///   ``ChangeQueueError/closed`` when it is closed meanwhile.
    public func resume() async throws {
        await turns.take()
        defer { turns.end() }
        if ended != nil || onlineWhenResumed == nil { return }
        try await opened.resume()
        let (elapsed, time) = (options.runtime.clock.now, now())
        let state = await core.state
        guard let isOnline = onlineWhenResumed else { return }
        onlineWhenResumed = nil
        // What waits to change something comes behind what is shown now.
        defer { wakeChanging() }
        let last = machine
        machine = ChangeMachine(state, options, fileMarks: \.fileMarks)
        machine.isOnline = isOnline
        try await carryOut { $0.resumed(from: last, now: elapsed, at: time) }
    }

    /// Lets those go on who want to change something.
    func wakeChanging() {
        for waiting in untilResumed { waiting.resume() }
        untilResumed = []
    }
}
