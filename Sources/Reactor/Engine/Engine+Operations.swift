extension Engine {
    /// Performs an operation whose turn has come.
    func perform(_ operation: consuming Operation, cause: CommandHandle?) {
        var closes = false
        switch consume operation {
        case .launch(let handle): launch(handle, cause: cause)
        case .returned(let handle, let result): commands.returned(handle, result)
        case .cancel(let target): cancel(target, cause: cause)
        case .timer(let timer):
            // A timer that was stopped meanwhile is gone from the table.
            guard timers.removeValue(forKey: timer) != nil else { return }
            commands.fired(timer)
        case .ledger(let request): perform(request, cause: cause)
        case .describe(let prediction): store.describe(prediction)
        case .startReactions: follow()
        case .close:
            commands.close()
            closes = true
        case .attach(let member):
            if life == .ended {
                member.finish()
            } else {
                subscriptions.attach(member, state: store.visible, version: version)
            }
        case .detach(let member): subscriptions.detach(member)
        case .remove(let subscriber):
            subscriptions.remove(subscriber, state: store.visible, version: version)
        case .event(let event, let watch, let isOver):
            if watch?(store.visible) == false { part = .absent }
            if let cause, commands.isFenced(cause) { refuse(event, .fence, cause) } else { accept(event, cause: cause) }
            turnEnded()
            isOver()
            part = .whole
        case .applied(let told): told.happen()
        case .settle(let told): waiting.settle.append(told)
        case .quiet(let told, let besides):
            besides?.run.isIdling = true
            waiting.quiet.append((told, besides))
        case .returnedAll(let told, let besides):
            besides?.run.isClosing = true
            waiting.returnedAll.append(told)
        case .end(let told): waiting.end.append(told)
        }
        performSteps()
        if closes && life == .open { life = .closed }
    }

    private func launch(_ handle: CommandHandle, cause: CommandHandle?) {
        let isGone = if case .absent = part { true } else { false }
        handle.run.generation = cause?.run.generation ?? 0
        commands.launch(handle, cause: cause, isGone: isGone)
        runtime.probe?.launched(handle.asLaunch)
        guard case .present(let part) = part, !handle.run.hasEnded else { return }
        handle.run.watch = part.watch(store.visible)
        parts.add(handle, in: part, of: store.visible)
    }

    /// Cancels what is meant, unless a command asks for it that is over itself.
    private func cancel(_ target: CancelTarget, cause: CommandHandle?) {
        guard let cause, commands.isFenced(cause) else { return commands.cancel(target) }
        runtime.report(.refused(Refusal(type: "\(target)", reason: .fence, cause: cause.asCause)))
    }

    /// Cancels what runs in parts that are gone.
    func cancelGone() {
        let gone = parts.removeGone(from: store.visible)
        for handle in gone { commands.cancel(.launch(handle)) }
        performSteps()
    }

    /// Performs what the command table decided, and what follows from that, in order.
    func performSteps() {
        guard commands.hasSteps && !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        // What follows from a step is decided behind those that were decided with it.
        while let step = commands.nextStep() { perform(step) }
    }

    private func perform(_ step: consuming CommandTable.Step) {
        switch consume step {
        case .start(let handle): if holdsStarts || isInGroup { heldStarts.append(handle) } else { start(handle) }
        case .cancelBody(let handle): handle.cancelBody()
        case .end(let handle, let outcome):
            parts.remove(handle)
            handle.end(outcome)
            runtime.probe?.ended(handle.run.launch, outcome)
        case .tell(let ended):
            accept(ended, cause: nil, isOwn: true)
            turnEnded()
        case .startTimer(let timer, let duration): start(timer, duration)
        case .stopTimer(let timer): timers.removeValue(forKey: timer)?.cancel()
        case .report(let report): runtime.report(report)
        }
    }

    /// Prepares a command and hands it to the lane.
    func start(_ handle: CommandHandle) {
        handle.prepare(on: self)
        if commandLane.add(handle) { startsCommands = true }
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

    // MARK: Notifying

    /// Offers the state to subscribers and lets those go on whose wait is over.
    func notify() {
        subscriptions.refresh(state: store.visible, version: version)
        if !waiting.settle.isEmpty { settleAll() }
        if !waiting.quiet.isEmpty { tellQuiet() }
        if !waiting.returnedAll.isEmpty { tellReturned() }
        if !waiting.end.isEmpty { end() }
    }

    private func settleAll() {
        let settling = waiting.settle
        waiting.settle = []
        // Counts the announcing itself as one, so that it cannot end before everybody was asked.
        let countdown = Countdown(1) { for told in settling { told.happen() } }
        subscriptions.announce(to: countdown)
        countdown.done()
    }

    private func tellQuiet() {
        waiting.quiet.removeAll { told, besides in
            guard isQuiet(besides: besides) else { return false }
            told.happen()
            return true
        }
    }

    /// Whether no command is in flight but the one given, and those that wait for that themselves.
    func isQuiet(besides own: CommandHandle?) -> Bool {
        commands.inFlight == 0
            || commands.live.allSatisfy { $0.run.hasEnded || $0 === own || $0.run.isIdling }
    }

    private func tellReturned() {
        guard commands.live.allSatisfy(\.run.isClosing) else { return }
        for told in waiting.returnedAll { told.happen() }
        waiting.returnedAll = []
    }

    private func end() {
        life = .ended
        reportLate()
        subscriptions.finish()
        for told in waiting.end { told.happen() }
        waiting.end = []
    }
}
