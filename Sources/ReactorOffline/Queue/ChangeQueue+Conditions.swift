/// The status of a queue.
public struct ChangeQueueStatus: Hashable, Sendable {
    /// Whether the device is online, as far as the queue was notified.
    public let isOnline: Bool
    /// Whether all lanes wait for new credentials.
    public let isWaitingForCredentials: Bool
    /// The number of changes to push.
    public let queued: Int
    /// The number of steps in flight.
    public let sending: Int
    /// The number of refused changes.
    public let deadLetters: Int
    /// The longest remaining delay that a service requested for a lane, in this process or an earlier one, or nil.
    public let pause: Duration?
    /// The reason why the queue has ended, or nil while it works.
    public let ended: ChangeQueueError?
}

extension ChangeQueue {
    /// The status of the queue.
    public var status: ChangeQueueStatus {
        let now = options.runtime.clock.now
        return ChangeQueueStatus(
            isOnline: onlineWhenResumed ?? machine.isOnline, isWaitingForCredentials: machine.isWaitingForCredentials,
            queued: machine.state.queued.count, sending: machine.inFlight, deadLetters: machine.state.refused.count,
            pause: machine.pausedUntil.map { max(.zero, $0 - now) }, ended: ended)
    }

    /// Sets whether the device is online. When it is online again, requests without a response from the service are
    /// repeated, each lane at most once a second. Other delays still apply.
    public func setOnline(_ isOnline: Bool) {
        if isLeaving { return }
        if onlineWhenResumed != nil { return onlineWhenResumed = isOnline }
        let now = options.runtime.clock.now
        handle { $0.setOnline(isOnline, now: now) }
    }

    /// Sets whether the device is online from a monitor's values, until the sequence ends or the task is cancelled.
    ///
    /// - Throws: The error of the sequence.
    public nonisolated func follow<Connectivity: AsyncSequence & Sendable>(_ connectivity: Connectivity) async rethrows
    where Connectivity.Element == Bool {
        for try await isOnline in connectivity { await setOnline(isOnline) }
    }

    /// Reports new credentials, for example after a sign-in. All lanes continue.
    public func credentialsRenewed() { handle { $0.credentialsRenewed() } }

    /// Waits until the queue cannot continue on its own: every change was pushed or refused, or waits for a dead
    /// letter, a connection or credentials. Delays between attempts are included, so with a server that does not respond
    /// it does not return without a limit. Returns also when the task is cancelled.
    ///
    /// ```swift
    /// func push(_ queue: ChangeQueue<DescribedChange>) async throws {
    ///     if await !queue.idle(within: .seconds(30)) { print("\(await queue.status.queued) left") }
    ///     try await queue.close()
    /// }
    /// ```
    ///
    /// - Parameter limit: The longest wait, on the clock of the queue's runtime; nil for no limit. Use a limit in a program that
    ///   must end if the server is not available.
    /// - Returns: Whether the queue is idle. The queue continues to push in any case.
    @discardableResult
    public func idle(within limit: Duration? = nil) async -> Bool {
        guard let limit else {
            await becomeIdle()
            return isIdle
        }
        let clock = options.runtime.clock
        let idling = options.runtime.spawn.detached { await self.becomeIdle() }
        let timer = options.runtime.spawn.detached {
            if (try? await clock.sleep(for: limit)) != nil { idling.cancel() }
        }
        await withTaskCancellationHandler {
            await idling.value
        } onCancel: {
            idling.cancel()
        }
        timer.cancel()
        await timer.value
        return isIdle
    }

    private func becomeIdle() async {
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

    /// Signs the account out: stops accepting and sending changes, returns the unsent changes, and closes the queue.
    ///
    /// After the return, the queue has no requests in flight and no predictions, and does not use its credentials, so
    /// another user can sign in. To push the changes first, `await` ``idle(within:)``.
    ///
    /// - Parameter unsent: Whether unsent changes are kept or dropped.
    /// - Returns: The unsent changes, in the order of queuing. A change with ``QueuedChange/sending`` may have arrived
    ///   in part.
    /// - Throws: The errors of ``close()``, or ``ChangeQueueError/closed`` if the queue was closed before.
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
        // If the process ends now, the next one must not show the changes. Without the app's journal there is none.
        try? await receiver.stored()
        return left
    }

    /// Cancels the tasks in progress, the oldest first, and waits for them.
    func cancelTasks() async {
        for task in tasks.sorted(by: { $0.key < $1.key }) { task.value.cancel() }
        while let task = tasks.min(by: { $0.key < $1.key })?.value {
            task.cancel()
            await task.value
        }
    }

    /// Closes the queue. Requests in flight are cancelled, and sent again when the queue is opened the next time.
    /// Predictions of queued changes are rolled back, and begun again then. When an app ends, close its core first. You
    /// can call it repeatedly, but not from `renewCredentials`, which it waits for.
    ///
    /// - Throws: `JournalError` of the kind `ended` if a write to the journal failed before.
    public func close() async throws {
        ended = ended ?? .closed
        wakeChanging()
        alarm.cancel()
        await cancelTasks()
        await pump?.value
        receiver.closed()
        wakeIdle()
        await core.close()
        try await journal.close()
    }
}
