import Reactor
import ReactorFoundation
import ReactorRecording
import ReactorServices

// The effects of the machine: they are stored, then performed.
extension ChangeQueue {
    typealias Effect = ChangeMachine<Change>.Effect

    /// Performs a decision, and returns when its effects are stored, fired and shown.
    func carryOut(
        _ decide: (inout ChangeMachine<Change>) throws(ChangeQueueError) -> [Effect]
    ) async throws(ChangeQueueError) {
        while onlineWhenResumed != nil, ended == nil {
            await withCheckedContinuation { untilResumed.append($0) }
        }
        if let ended { throw ended }
        if isLeaving { throw .closed }
        deliver(try decide(&machine))
        lastCaller += 1
        let number = lastCaller
        await withCheckedContinuation { continuation in
            outbox.append(.caller(number, continuation))
            startPump()
        }
        // This check needs the queue, so that every build returns to its executor. A release build omits a return
        // without work, and a seed of a simulation would then lead to another session.
        if let unkept, number > lastKept { throw unkept }
    }

    func handle(_ decide: (inout ChangeMachine<Change>) -> [Effect]) {
        if ended != nil { return }
        deliver(decide(&machine))
        startPump()
        wakeIdle()
    }

    private func deliver(_ effects: [Effect]) {
        for effect in effects {
            if case .write(let event) = effect { core.fire(event: event) } else { outbox.append(.effect(effect)) }
        }
    }

    private func startPump() {
        guard pump == nil, !outbox.isEmpty else { return }
        pump = options.runtime.spawn.detached { await self.emptyOutbox() }
    }

    /// Batches are serial, so that the order of decisions is preserved. All effects that wait in the meantime share one
    /// write to the disk.
    private func emptyOutbox() async {
        while !outbox.isEmpty {
            let batch = outbox
            outbox = []
            do {
                await core.settled()
                try await journal.durable()
            } catch {
                unkept = .journalEnded(reason: "\(error)")
                ended = ended ?? unkept
            }
            for delivery in batch { perform(delivery) }
            tell()
        }
        pump = nil
        wakeIdle()
    }

    /// Stores which phases the app's journal contains, so that they are not fired again when the queue is opened.
    private func tell() {
        guard ended == nil, !untold.isEmpty, let journal = receiver.journal else { return }
        let phases = untold
        untold = [:]
        start { queue in
            guard (try? await queue.receiver.stored()) != nil else { return }
            queue.handle { $0.told(phases, in: journal) }
        }
    }

    /// Reports the phases of changes again to a state that was reset.
    func stateWasReset() { handle { $0.reported } }

    private func perform(_ delivery: Delivery) {
        switch delivery {
        case .caller(let number, let continuation):
            if unkept == nil { lastKept = number }
            continuation.resume()
        case .effect(let effect): if ended == nil { perform(effect) }
        }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .write: break
        case .predict(let change):
            let isQueued = machine.state.sent[change.id] == nil
            receiver.begin(change, isReported: isQueued, at: sites[change.id] ?? site)
        case .moveUp(let id): receiver.moveUp(id)
        case .notify(let event):
            receiver.notify(event, at: sites[event.id] ?? site)
            switch event.phase {
            case .queued, .waiting, .refused: untold[event.id] = event.phase
            case .sending, .sent, .dropped: untold[event.id] = nil
            }
            if event.phase == .sent || event.phase == .dropped { sites[event.id] = nil }
        case .fire(let id, let events): receiver.fire(events, at: sites[id] ?? site)
        case .rollback(let id, let events): receiver.rollback(id, with: events, at: sites[id] ?? site)
        case .send(let id, let request, let index, let credentials):
            start { await $0.send(id, request, index: index, credentials: credentials) }
        case .resolve(let id, let resolution):
            receiver.resolve(id, resolution, at: sites[id] ?? site)
            start { queue in
                // If the result is not stored, the change is resolved again when the queue is resumed or opened.
                guard (try? await queue.receiver.stored()) != nil else { return }
                queue.handle { $0.resolved(id) }
            }
        case .askForCredentials: askForCredentials()
        case .wake(let time): wake(at: time)
        }
    }

    private func send(_ id: ChangeID, _ request: RequestDescription, index: Int, credentials: Int) async {
        do {
            let files = machine.state.queued[id]?.record.files ?? [:]
            let taken = try await runner.send(request, at: index, files: files)
            let answer = taken.raw
            let exchange = Exchange(
                request: request, status: answer.status, headers: answer.headers, body: answer.body)
            if let reason = unkeepable(StepAnswered(id: id, exchange: exchange)) {
                return done(id, status: answer.status, without: reason, credentials: credentials)
            }
            handle {
                $0.answered(
                    id, status: answer.status, headers: answer.headers, body: answer.body, credentials: credentials,
                    masked: taken.masked)
            }
        } catch {
            if let error = error as? ServiceError, let status = error.status, (200..<300).contains(status) {
                return done(id, status: status, without: "\(error)", credentials: credentials)
            }
            let asksForCredentials = runner.destinations[request.destination]?.hasServer ?? false
            let failure = PushFailure(error, step: request.step, asksForCredentials: asksForCredentials)
            fail(id, failure, status: (error as? ServiceError)?.status, credentials: credentials)
        }
    }

    /// Handles a step that succeeded and whose response is unusable: only the status is stored.
    private func done(_ id: ChangeID, status: Int, without reason: String, credentials: Int) {
        handle { machine in
            machine.answered(
                id, status: status, headers: [:], body: Data(), credentials: credentials, without: reason)
        }
    }

    private func fail(_ id: ChangeID, _ failure: PushFailure, status: Int?, credentials: Int) {
        let (elapsed, time) = (options.runtime.clock.now, now())
        let random = options.runtime.random()
        handle {
            $0.failed(
                id, failure, status: status, credentials: credentials, now: elapsed, at: time, random: random)
        }
    }

    private func askForCredentials() {
        guard let renew = options.renewCredentials else { return machine.renewalFailed() }
        start { queue in
            do {
                try await renew()
                queue.handle { $0.renewed() }
            } catch {
                queue.handle { machine in
                    machine.renewalFailed()
                    return []
                }
            }
        }
    }

    private func wake(at time: Duration) {
        alarm.set(time) { [weak self] in await self?.timeHasCome() }
    }

    private func timeHasCome() {
        let now = options.runtime.clock.now
        handle { $0.wake(now: now) }
    }

    /// Starts a task that the queue waits for. It remains on the queue's executor to its end: a release build omits a
    /// return without work, and a seed would then lead to another session.
    private func start(_ body: @escaping @Sendable (isolated ChangeQueue) async -> Void) {
        lastTask += 1
        let number = lastTask
        tasks[number] = options.runtime.spawn.detached { await self.perform(body, as: number) }
    }

    private func perform(_ body: @Sendable (isolated ChangeQueue) async -> Void, as number: Int) async {
        await body(self)
        tasks[number] = nil
        wakeIdle()
    }

    var isIdle: Bool { ended != nil || (pump == nil && outbox.isEmpty && tasks.isEmpty && !machine.isBusy) }

    func wakeIdle() {
        guard isIdle else { return }
        for waiting in idling.sorted(by: { $0.key < $1.key }) { waiting.value.resume() }
        idling = [:]
    }
}

extension ChangeQueue {
    /// Returns the reason why the journal cannot store and restore an entry, or nil. A change that is not stored would
    /// be lost, and a change that cannot be decoded would make all others inaccessible.
    func unkeepable(_ event: some Event) -> String? {
        let catalog = ChangeQueueState<Change>.catalog
        do {
            let recorded = try catalog.encode(event)
            _ = try catalog.decode(recorded)
            let bytes = recorded.payload.count
            guard bytes > limits.error else { return nil }
            return
                "it has \(bytes) bytes, and the journal's limit is \(limits.error) bytes. Store large data in a file, and its path "
                + "in the change."
        } catch {
            return "\(error)"
        }
    }
}
