/// How a queue stands.
public struct ChangeQueueStatus: Hashable, Sendable {
    /// Whether there is a connection, as far as the queue knows.
    public let isOnline: Bool
    /// Whether every lane waits for new credentials.
    public let isWaitingForCredentials: Bool
    /// How many changes are to be pushed.
    public let queued: Int
    /// How many of their steps are on their way.
    public let sending: Int
    /// How many changes were refused.
    public let deadLetters: Int
    /// How long nothing may be sent in some lane, because a service asked for it, in this process or in one before; the
    /// longest of these times, nil where nothing was asked.
    public let pause: Duration?
    /// Why nothing is done any more, nil while the queue works.
    public let ended: ChangeQueueError?
}

extension ChangeQueue {
    /// How the queue stands.
    public var status: ChangeQueueStatus {
        let now = options.runtime.clock.now
        return ChangeQueueStatus(
            isOnline: onlineWhenResumed ?? machine.isOnline, isWaitingForCredentials: machine.isWaitingForCredentials,
            queued: machine.state.queued.count, sending: machine.inFlight, deadLetters: machine.state.refused.count,
            pause: machine.pausedUntil.map { max(.zero, $0 - now) }, ended: ended)
    }

    /// Reports whether there is a connection. When there is one again, requests that had no answer of the service are sent again,
    /// each lane at most once a second. Other waits still hold.
    public func setOnline(_ isOnline: Bool) {
        if isLeaving { return }
        if onlineWhenResumed != nil { return onlineWhenResumed = isOnline }
        let now = options.runtime.clock.now
        handle { $0.setOnline(isOnline, now: now) }
    }

    /// Follows what a monitor says about the connection, until it ends or the task is cancelled.
    ///
    /// - Throws: what the sequence throws.
    public nonisolated func follow<Connectivity: AsyncSequence & Sendable>(_ connectivity: Connectivity) async rethrows
    where Connectivity.Element == Bool {
        for try await isOnline in connectivity { await setOnline(isOnline) }
    }

    /// Says that there are new credentials: the user has signed in. Every lane goes on.
    public func credentialsRenewed() { handle { $0.credentialsRenewed() } }

    /// Returns when the queue can do nothing more by itself: everything was pushed, or refused, or stands behind what was
    /// refused, or waits for a connection or for credentials. Waits between attempts are waited for. Returns
    /// also when the task is cancelled.
    public func idle() async {
        if isIdle { return }
        lastIdling += 1
        let number = lastIdling
        let spawn = options.runtime.spawn
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { continuation.resume() } else { idling[number] = continuation }
            }
        } onCancel: {
            spawn.detached { await self.stopIdling(number) }
        }
    }

    private func stopIdling(_ number: Int) { idling.removeValue(forKey: number)?.resume() }

    /// The account signs out: takes and sends nothing more, says what was not sent, and ends the queue.
    ///
    /// When this has returned, nothing of the queue is on its way, nothing of it is predicted, and what it was given to ask
    /// with is not used any more: only then may somebody else sign in. To send what can be sent first, `await` ``idle()``.
    ///
    /// - Parameter unsent: what becomes of what was not sent.
    /// - Returns: what was not sent, in the order of queuing; of what has ``QueuedChange/sending`` something may have arrived.
    /// - Throws: as ``close()``; ``ChangeQueueError/closed`` when it was closed before.
    @discardableResult
    public func signOut(
        _ unsent: UnsentChanges
    ) async throws -> (queued: [QueuedChange<Change>], deadLetters: [DeadLetter<Change>]) {
        try await resume()
        if let ended { throw ended }
        if isLeaving { throw ChangeQueueError.closed }
        setOnline(false)
        isLeaving = true
        await cancelTasks()
        let left = (queued, deadLetters)
        if unsent == .drop { handle { $0.dropAll() } }
        while let pump { await pump.value }
        if let ended, ended != .closed { throw ended }
        try await close()
        return left
    }

    /// Cancels what is under way, the oldest first, and returns when it has ended.
    func cancelTasks() async {
        for task in tasks.sorted(by: { $0.key < $1.key }) { task.value.cancel() }
        while let task = tasks.min(by: { $0.key < $1.key })?.value {
            task.cancel()
            await task.value
        }
    }

    /// Ends the queue. What is on its way is cancelled, and sent again when the queue is opened the next time. The
    /// predictions of what is still queued are rolled back, and begun again then; an app that ends closes its core first.
    /// May be called often, but not from what renews the credentials: it waits for that.
    ///
    /// - Throws: `JournalError` of the kind `ended` when the journal could not be written before.
    public func close() async throws {
        ended = ended ?? .closed
        wakeChanging()
        alarm.cancel()
        await cancelTasks()
        await pump?.value
        audience.closed()
        wakeIdle()
        await core.close()
        try await journal.close()
    }
}
