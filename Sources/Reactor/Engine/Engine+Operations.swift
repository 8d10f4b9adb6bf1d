extension Engine {
    /// Performs an operation when the loop reaches it.
    func perform(_ operation: consuming Operation, cause: CommandHandle?) {
        switch consume operation {
        case .launch(let handle): launch(handle, cause: cause)
        case .returned(let handle, let result):
            // A command that has returned causes its own end.
            commands.spares = handle.state.spares
            let hadEnded = handle.state.hasEnded
            commands.returned(handle, result)
            if hadEnded { handle.bodyOfEndedReturned() }
        case .cancel(let target): cancel(target, cause: cause)
        case .loadBegan(let load, let name): began(load, name)
        case .timer(let timer):
            guard timers.removeValue(forKey: .command(timer)) != nil else { return }
            commands.spares = []
            commands.fired(timer)
        case .ledger(let request): perform(request, cause: cause)
        case .read(let read, let step): perform(step, of: read, cause)
        case .turn(let body): body()
        case .change(let change, let begins): if begins { begin(change, cause) } else { end(change) }
        case .describe(let prediction): _ = store.log.describe(prediction)
        case .rebase(let change, let done):
            rebase(change)
            done.fire()
        case .startReactions:
            work.begin()
            follow()
        case .close: close(cause: cause)
        case .attach(let inbox):
            if life == .ended {
                inbox.finish()
            } else {
                subscriptions.attach(inbox, state: store.visible, version: loop.version)
            }
        case .detach(let inbox): subscriptions.remove(inbox)
        case .detachMirror(let mirror): mirrors.remove(mirror)
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
        // A load has an id.
        if handle.options.id != nil { cancelObsoleteLoads(for: handle) }
        commands.launch(handle, cause: cause, isAbsent: isAbsent)
        handle.observation?.launched(handle)
        guard case .present(let part) = loop.target, !handle.state.hasEnded else { return }
        handle.state.spares = stillFollowed(handle.state.spares) + [handle.state.launch]
        commandsInParts.add(handle, in: part, of: store.visible)
    }

    /// Launches the command of a reaction.
    ///
    /// - Parameter work: The work that the state wishes; nil for a command that an event started.
    func launch(_ wished: WishedCommand, of work: WishedWork?, for cause: ReactionCause) {
        let handle = wished.handle
        handle.state.isByReaction = true
        if !keepsPlaces { handle.state.place = nil }
        handle.state.cascadeDepth = cause.cascadeDepth + 1
        handle.state.launchedAt = store.recorder?.now
        noteCascade(handle.state.cascadeDepth, handle.commandName)
        if let observer { handle.observation = Observation(observer, isByReaction: true) }
        if handle.options.id != nil { cancelObsoleteLoads(for: handle) }
        commands.launch(handle, cause: nil)
        handle.state.parent = cause.launch
        handle.state.event = cause.entry
        if let work { self.work.launched(handle, for: work) }
        let ends = work != nil || wished.part != nil
        handle.state.spares = ends ? stillFollowed(cause.spares) + [handle.state.launch] : cause.spares
        handle.observation?.launched(handle)
        if let part = wished.part, !handle.state.hasEnded { commandsInParts.add(handle, in: part, of: store.visible) }
    }

    /// Cancels the commands of a target, unless the request comes from a command that is late.
    private func cancel(_ target: CancelTarget, cause: CommandHandle?) {
        commands.spares = cause?.state.spares ?? []
        guard let cause, commands.isLate(cause) else { return commands.cancel(target) }
        counts.refusedCommands += 1
        runtime.report(Runtime.Report(.refused(Refusal(type: "\(target)", reason: .late, cause: cause.asCause))))
    }

    /// Cancels the commands in child states that no longer exist, and refuses the events of their callbacks if they have
    /// returned. A command that removed its own child state continues, unless it is a timer.
    func cancelAbsent(sparing spares: [UInt64]) {
        let absent = commandsInParts.removeAbsent(from: store.visible)
        commands.spares = spares
        for (handle, part) in absent {
            if spares.contains(handle.state.launch) && !handle.options.isTimer {
                undecided.append((handle, part))
            } else if handle.state.hasEnded {
                handle.state.watch = { _ in false }
            } else {
                commands.cancel(.launch(handle))
            }
        }
        carryOutSteps()
    }

    /// Decides about commands that removed their own child state. If a pending prediction removed it, a rollback can
    /// bring the same child state back. Otherwise no later child state is that of the command, even after it has ended.
    func decideParts() {
        let waiting = undecided
        undecided = []
        for (handle, part) in waiting where !commands.isLate(handle) {
            if isPredicting(handle) {
                undecided.append((handle, part))
            } else if handle.state.watch?(store.visible) == true {
                commandsInParts.add(handle, in: part, of: store.visible)
            } else {
                handle.state.watch = { _ in false }
            }
        }
    }

    // MARK: Loads

    /// Records that a load has shown its run. Reports a load that no status shows.
    private func began(_ load: CommandHandle, _ name: String) {
        guard !load.state.hasEnded else { return }
        load.state.hasBegunLoad = true
        guard let row = load.launchPath?.path.row, !load.canEnd(store.visible) else { return }
        runtime.report(
            Runtime.Report(
                .mistake(
                    "The load \"\(name)\" of the row \(row) was started, and no status stored it. Call react(to: event, as: "
                        + "\"\(name)\", row: id) of the status in the row's react(to:).")))
    }

    /// Cancels the running loads of the same status that can no longer fill it, so that they do not delay a new load.
    private func cancelObsoleteLoads(for handle: CommandHandle) {
        guard handle.isLoad, let id = handle.slotID, let slot = commands.slot(id) else { return }
        for load in slot[.running].all where load.state.hasBegunLoad && !load.canEnd(store.visible) {
            commands.cancel(.launch(load))
        }
    }

    // MARK: Finishing

    /// Cancels the tasks of commands that ended their own wish, except while their
    /// predictions are pending: those requests are not over.
    func cancelFinishing() {
        let waiting = finishing
        finishing = []
        for handle in waiting where !handle.state.hasEnded {
            if isPredicting(handle) { finishing.append(handle) } else { handle.cancelBody() }
        }
    }

    /// Whether a prediction of a command, or of a command that it launched, is pending.
    private func isPredicting(_ handle: CommandHandle) -> Bool {
        let launch = handle.state.launch
        return store.hasPending && store.log.pending.contains { $0.launch == launch || $0.spares.contains(launch) }
    }

    /// The number of events that a command can fire after it ended its own wish.
    static let eventsAfterEnd = 1_000

    /// Counts events of a command that ended its own wish. Cancels a command that ignores the cancellation of its task
    /// and fires without end.
    func isBeyondEnd(_ cause: CommandHandle, _ count: Int) -> Bool {
        guard case .finishing(let fired) = cause.state.phase else { return false }
        cause.state.phase = .finishing(fired: fired + count)
        guard fired + count > Engine.eventsAfterEnd else { return false }
        commands.cancel(.launch(cause))
        runtime.report(Runtime.Report(.endlessAfterOwnWish(command: cause.commandName, launch: cause.state.launch)))
        carryOutSteps()
        return true
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
            if loop.startsWait || loop.isInGroup { loop.deferred.append(.start(handle)) } else { start(handle) }
        case .cancelBody(let handle): handle.cancelBody()
        case .end(let handle, let outcome):
            if let part = handle.state.part {
                commandsInParts.ended(handle, in: part, canFire: !commands.isLate(handle))
            }
            handle.observation?.ended(handle, outcome)
            handle.end(outcome)
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
            runtime.report(Runtime.Report(subject))
        }
    }

    /// Whether each command that was launched before the command that is being started has reached its first await, and
    /// everything that it has posted until then is applied.
    var isCaughtUp: Bool {
        // A command without others needs no lock. Otherwise in this order: a command that was started has posted to the
        // mailbox before.
        commands.live.count < 2 || !commandExecutor.isStartingCommands && mailbox.isEmpty && loop.batch.isEmpty
    }

    /// Prepares a command and passes it to the command executor.
    func start(_ handle: CommandHandle) {
        handle.prepare(on: self)
        handle.observation?.prepare(handle)
        // A call on the main actor can start it before the scheduled start of other commands.
        if commandExecutor.add(handle) || commandExecutor.isMain { loop.startsCommands = true }
    }
}
