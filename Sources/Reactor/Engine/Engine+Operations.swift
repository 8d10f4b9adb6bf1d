extension Engine {
    /// Performs an operation when the loop reaches it.
    func perform(_ operation: consuming Operation, cause: CommandHandle?) {
        switch consume operation {
        case .launch(let handle): launch(handle, cause: cause)
        case .returned(let handle, let result):
            // A command that has returned causes its own end.
            commands.spares = handle.state.spares
            commands.returned(handle, result)
        case .cancel(let target): cancel(target, cause: cause)
        case .timer(let timer):
            guard timers.removeValue(forKey: .command(timer)) != nil else { return }
            commands.spares = []
            commands.fired(timer)
        case .ledger(let request): perform(request, cause: cause)
        case .read(let read, let step): perform(step, of: read, cause)
        case .change(let change, let begins): if begins { begin(change, cause) } else { end(change) }
        case .describe(let prediction): _ = store.log.describe(prediction)
        case .rebase(let change, let done):
            rebase(change)
            done.fire()
        case .startReactions: follow()
        case .close: close(cause: cause)
        case .attach(let inbox):
            if life == .ended {
                inbox.finish()
            } else {
                subscriptions.attach(inbox, state: store.visible, version: loop.version)
            }
        case .detach(let inbox): subscriptions.remove(inbox)
        case .remove(let subscriber):
            subscriptions.finish(subscriber, state: store.visible, version: loop.version)
        case .event(let event, let watch, let place, let isOver):
            if watch?(store.visible) == false { loop.target = .absent }
            accept(event, cause: cause, at: place, isOver)
            loop.target = .whole
        case .settle(let settled, let queue): waiting.settle.append((settled, queue))
        case .idle(let wait):
            wait.command?.state.isIdling = true
            waiting.idle.append(wait)
        case .lookAgain(let wait): wait.isAdded = false
        case .returnedAll(let returned, let besides):
            besides?.state.isClosing = true
            waiting.returnedAll.append(returned)
        case .end(let ended): waiting.end.append(ended)
        }
        if commands.hasSteps { carryOutSteps() }
    }

    /// Accepts an event, and calls `isOver` after it was applied or refused, before the next entry.
    private func accept(
        _ event: any Event, cause: CommandHandle?, at place: CallSite?, _ isOver: (Refusal?) -> Void
    ) {
        loop.refusal = nil
        if let cause, commands.isLate(cause) {
            refuse(event, .late, cause, place)
        } else {
            accept(event, cause: cause, at: place)
        }
        let refusal = loop.refusal.take()
        eventApplied()
        isOver(refusal)
    }

    private func close(cause: CommandHandle?) {
        companions.close()
        commands.spares = cause?.state.spares ?? []
        commands.close()
        endReads()
        // The events about the ended commands are applied while the core is open.
        carryOutSteps()
        if life == .open { life = .closed }
    }

    // MARK: Commands

    /// Posts a fired command. It runs in the code that fires the command.
    func post(_ handle: CommandHandle, cause: CommandHandle?, part: Part?) {
        // The flag is set for every observer, and reading the observer copies it.
        if followsCauses, let observer { handle.observation = Observation(observer) }
        mailbox.post(.launch(handle), cause: cause, part: part)
    }

    private func launch(_ handle: CommandHandle, cause: CommandHandle?) {
        let isAbsent = if case .absent = loop.target { true } else { false }
        handle.state.cascadeDepth = cause?.state.cascadeDepth ?? 0
        handle.state.launchedAt = store.recorder?.now
        commands.spares = cause?.state.spares ?? []
        handle.state.spares = commands.spares
        commands.launch(handle, cause: cause, isAbsent: isAbsent)
        handle.observation?.launched(handle)
        guard case .present(let part) = loop.target, !handle.state.hasEnded else { return }
        handle.state.spares = stillFollowed(handle.state.spares) + [handle.state.launch]
        commandsInParts.add(handle, in: part, of: store.visible)
    }

    /// Launches the command of a reaction.
    func launch(_ handle: CommandHandle, for cause: ReactionCause, isFollowed: Bool) {
        handle.state.isByReaction = true
        if !keepsPlaces { handle.state.place = nil }
        handle.state.cascadeDepth = cause.cascadeDepth + 1
        handle.state.launchedAt = store.recorder?.now
        noteCascade(handle.state.cascadeDepth, handle.commandName)
        if let observer { handle.observation = Observation(observer, isByReaction: true) }
        commands.launch(handle, cause: nil)
        handle.state.parent = cause.launch
        handle.state.event = cause.entry
        handle.state.spares = isFollowed ? stillFollowed(cause.spares) + [handle.state.launch] : cause.spares
        handle.observation?.launched(handle)
    }

    /// Cancels the commands of a target, unless the request comes from a command that is late.
    private func cancel(_ target: CancelTarget, cause: CommandHandle?) {
        commands.spares = cause?.state.spares ?? []
        guard let cause, commands.isLate(cause) else { return commands.cancel(target) }
        counts.refusedCommands += 1
        runtime.report(Report(.refused(Refusal(type: "\(target)", reason: .late, cause: cause.asCause))))
    }

    /// Cancels the commands in child states that no longer exist, except the commands that caused the removal.
    func cancelAbsent(sparing spares: [UInt64]) {
        let absent = commandsInParts.removeAbsent(from: store.visible)
        commands.spares = spares
        for handle in absent where !spares.contains(handle.state.launch) { commands.cancel(.launch(handle)) }
        carryOutSteps()
    }

    /// Performs the steps of the command table, and the steps that follow from them, in order.
    func carryOutSteps() {
        guard commands.hasSteps && !loop.isCarryingOut else { return }
        loop.isCarryingOut = true
        defer { loop.isCarryingOut = false }
        // New steps are appended after the steps that were decided together.
        while let step = commands.nextStep() { carryOut(step) }
    }

    private func carryOut(_ step: consuming CommandTable.Step) {
        switch consume step {
        case .start(let handle):
            if loop.startsWait || loop.isInGroup { loop.work.append(.start(handle)) } else { start(handle) }
        case .cancelBody(let handle): handle.cancelBody()
        case .end(let handle, let outcome):
            if let part = handle.state.part { commandsInParts.remove(handle, from: part.key) }
            handle.end(outcome)
            handle.observation?.ended(handle, outcome)
        case .fire(let ended, let spares):
            accept(ended, cause: nil, isOwn: true, origin: ReactionCause(sparing: spares))
            eventApplied()
        case .startTimer(let timer, let duration): start(.command(timer), duration) { .timer(timer) }
        case .stopTimer(let timer): timers.removeValue(forKey: .command(timer))?.cancel()
        case .report(let subject):
            if case .refused(let refusal) = subject {
                counts.refusedCommands += 1
                // A refusal with the same cause is reported once, as for events.
                if refusal.reason == .closed, misuse.countLate(refusal) > 1 { return }
            }
            runtime.report(Report(subject))
        }
    }

    /// Prepares a command and passes it to the command executor.
    func start(_ handle: CommandHandle) {
        handle.prepare(on: self)
        handle.observation?.prepare(handle)
        if commandExecutor.add(handle) { loop.startsCommands = true }
    }
}
