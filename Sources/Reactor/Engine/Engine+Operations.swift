extension Engine {
    /// Performs the next operation.
    func handle(_ operation: consuming Operation, cause: CommandHandle?) {
        var closes = false
        switch consume operation {
        case .launch(let handle): launch(handle, cause: cause)
        case .returned(let handle, let result):
            // A command that has returned causes its own end.
            commands.spares = handle.run.spares
            commands.returned(handle, result)
        case .cancel(let target): cancel(target, cause: cause)
        case .timer(let timer):
            // A timer that was stopped meanwhile is no longer in the table.
            guard timers.removeValue(forKey: timer) != nil else { return }
            commands.spares = []
            commands.fired(timer)
        case .ledger(let request): handle(request, cause: cause)
        case .reading(let reading, let step): handle(step, of: reading, cause)
        case .save(let save, let begins): if begins { begin(save, cause) } else { end(save) }
        case .describe(let prediction): _ = store.log.describe(prediction)
        case .rebase(let change, let done):
            rebase(change)
            done.happen()
        case .startReactions: follow()
        case .close:
            companions.close()
            commands.spares = cause?.run.spares ?? []
            commands.close()
            endReadings()
            closes = true
        case .attach(let inbox):
            if life == .ended {
                inbox.finish()
            } else {
                subscriptions.attach(inbox, state: store.visible, version: version)
            }
        case .detach(let inbox): subscriptions.detach(inbox)
        case .remove(let subscriber):
            subscriptions.remove(subscriber, state: store.visible, version: version)
        case .event(let event, let watch, let place, let isOver):
            if watch?(store.visible) == false { part = .absent }
            refusal = nil
            if let cause, commands.isLate(cause) {
                refuse(event, .late, cause, place)
            } else {
                accept(event, cause: cause, at: place)
            }
            let refusal = refusal.take()
            turnEnded()
            isOver(refusal)
            part = .whole
        case .settle(let settled, let waiter): waiting.settle.append((settled, waiter))
        case .idle(let wait):
            wait.command?.run.isIdling = true
            waiting.idle.append(wait)
        case .lookAgain(let wait): wait.isAnnounced = false
        case .returnedAll(let returned, let besides):
            besides?.run.isClosing = true
            waiting.returnedAll.append(returned)
        case .end(let ended): waiting.end.append(ended)
        }
        if commands.hasSteps { carryOutSteps() }
        if closes && life == .open { life = .closed }
    }

    /// Posts a command that was fired, by the code that fires it.
    func post(_ handle: CommandHandle, cause: CommandHandle?, part: Part?) {
        if let observer { handle.observation = Observation(observer) }
        mailbox.post(.launch(handle), cause: cause, part: part)
    }

    private func launch(_ handle: CommandHandle, cause: CommandHandle?) {
        let isAbsent = if case .absent = part { true } else { false }
        handle.run.generation = cause?.run.generation ?? 0
        handle.run.launchedAt = store.recorder?.now
        commands.spares = cause?.run.spares ?? []
        handle.run.spares = commands.spares
        commands.launch(handle, cause: cause, isAbsent: isAbsent)
        handle.observation?.launched(handle)
        guard case .present(let part) = part, !handle.run.hasEnded else { return }
        handle.run.spares = stillFollowed(handle.run.spares) + [handle.run.launch]
        parts.add(handle, in: part, of: store.visible)
    }

    /// Cancels what is meant, unless a command asks for it that is over itself.
    private func cancel(_ target: CancelTarget, cause: CommandHandle?) {
        commands.spares = cause?.run.spares ?? []
        guard let cause, commands.isLate(cause) else { return commands.cancel(target) }
        counts.refusedCommands += 1
        runtime.report(Report(.refused(Refusal(type: "\(target)", reason: .late, cause: cause.asCause))))
    }

    /// Cancels the commands that run in parts that are absent, but not a command that caused the absence.
    func cancelAbsent(sparing spares: [UInt64]) {
        let absent = parts.removeAbsent(from: store.visible)
        commands.spares = spares
        for handle in absent where !spares.contains(handle.run.launch) { commands.cancel(.launch(handle)) }
        carryOutSteps()
    }

    /// Carries out the decisions of the command table, and those that follow from them, in order.
    func carryOutSteps() {
        guard commands.hasSteps && !isCarryingOut else { return }
        isCarryingOut = true
        defer { isCarryingOut = false }
        // The steps that follow from a step are decided behind the ones that were decided with it.
        while let step = commands.nextStep() { carryOut(step) }
    }

    private func carryOut(_ step: consuming CommandTable.Step) {
        switch consume step {
        case .start(let handle): if holdsStarts || isInGroup { heldStarts.append(handle) } else { start(handle) }
        case .cancelBody(let handle): handle.cancelBody()
        case .end(let handle, let outcome):
            parts.remove(handle)
            handle.end(outcome)
            handle.observation?.ended(handle, outcome)
        case .fire(let ended, let spares):
            accept(ended, causedBy: spares)
            turnEnded()
        case .startTimer(let timer, let duration): start(timer, duration)
        case .stopTimer(let timer): timers.removeValue(forKey: timer)?.cancel()
        case .report(let subject):
            if case .refused(let refusal) = subject {
                counts.refusedCommands += 1
                // Each cause is reported once, as for events.
                if refusal.reason == .closed, countLate(refusal) > 1 { return }
            }
            runtime.report(Report(subject))
        }
    }

    /// Prepares a command and hands it to the command executor.
    func start(_ handle: CommandHandle) {
        handle.prepare(on: self)
        handle.observation?.prepare(handle)
        if commandExecutor.add(handle) { startsCommands = true }
    }

    /// Timers hold the engine weakly: what only waits does not keep a core alive.
    private func start(_ timer: CommandTimer, _ duration: Duration) {
        let clock = runtime.clock
        timers[timer]?.cancel()
        timers[timer] = runtime.spawn.detached { [weak mailbox] in
            do { try await clock.sleep(for: duration) } catch { return }
            mailbox?.post(.timer(timer))
        }
    }

    // MARK: Waiting

    func settleAll() {
        let settling = waiting.settle
        waiting.settle = []
        for (settled, waiter) in settling { announce(DeliveryWait(waiter) { settled.happen() }) }
    }

    private func announce(_ wait: DeliveryWait) {
        subscriptions.announce(to: wait)
        wait.done()
    }

    /// Ends the waits for a moment at which no command is in flight, no subscriber is being notified, and nothing waits.
    /// Asked in this order: what a command or an update fired before it ended is seen to wait, and is looked at again when it
    /// was applied or refused.
    func releaseIdle() {
        waiting.idle.removeAll { wait in
            guard isQuiet(for: wait) else { return false }
            if subscriptions.owes(wait.waiter) {
                lookAgainWhenDelivered(wait)
                return false
            }
            guard batch.isEmpty && mailbox.isEmpty else { return false }
            wait.command?.run.isIdling = false
            wait.happened.happen()
            return true
        }
    }

    private func lookAgainWhenDelivered(_ wait: IdleWait) {
        if wait.isAnnounced { return }
        wait.isAnnounced = true
        announce(DeliveryWait(wait.waiter) { [mailbox] in mailbox.post(.lookAgain(wait)) })
    }

    /// Whether no command is in flight but those that are not waited for.
    ///
    /// A caller in a command, or in an update, does not wait for commands that wait for idle themselves, or they would wait
    /// for each other. A caller elsewhere waits for them: no command waits for it, and a command of which a child task waits
    /// may be at work itself.
    private func isQuiet(for wait: IdleWait) -> Bool {
        if commands.inFlight == 0 { return true }
        let sparesIdling = wait.command != nil || wait.waiter.line != nil
        return commands.live.allSatisfy { handle in
            handle.run.hasEnded || handle.options.isTimer || handle === wait.command
                || sparesIdling && handle.run.isIdling || handle.options.id.map { wait.spared.contains($0) } == true
        }
    }

    func notifyReturned() {
        guard commands.live.allSatisfy(\.run.isClosing) else { return }
        for returned in waiting.returnedAll { returned.happen() }
        waiting.returnedAll = []
    }

    func end() {
        if life != .ended { store.recordEnd() }
        life = .ended
        subscriptions.finish()
        for ended in waiting.end { ended.happen() }
        waiting.end = []
    }
}
