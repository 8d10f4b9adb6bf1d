import Reactor
import ReactorFoundation
import ReactorServices

extension ChangeMachine {
    mutating func next() -> [Effect] {
        var effects: [Effect] = []
        while isOnline, !isWaitingForCredentials, inFlight < options.parallelLanes, !turns.isEmpty {
            let name = turns.removeFirst()
            lanes[name]?.hasTurn = false
            effects += start(name)
        }
        return effects
    }

    private mutating func start(_ name: LaneName) -> [Effect] {
        guard let id = change(next: name), let change = state.queued[id] else { return [] }
        lanes[name]?.active = id
        do {
            let cursor =
                try lanes[name]?.cursor
                ?? change.cursor()
            lanes[name]?.cursor = cursor
            guard let described = cursor.request else { return complete(id, name) }
            let request = change.keyed(described)
            var effects: [Effect] = []
            if change.sending != request.idempotencyKey {
                effects += apply(
                    StepSending(id: id, step: request.step, key: request.idempotencyKey, files: fileMarks(request)))
            }
            effects.append(notify(change, .sending(step: request.step)))
            lanes[name]?.isInFlight = true
            inFlight += 1
            let index = cursor.record.exchanges.count
            return effects + [.send(id, request, index: index, credentials: credentials)]
        } catch {
            return refuse(id, name, change.refusal(undescribed: error))
        }
    }

    /// Makes a change a dead letter if its first request cannot be described or sent. If the lane stops at dead letters
    /// and has earlier changes, this happens when the change's turn comes.
    mutating func refusedIfUnsendable(_ id: ChangeID) -> [Effect] {
        guard let change = state.queued[id], !change.hasBegun else { return [] }
        let name = change.change.lane
        guard options.lanePolicy(name) == .goesOn || lanes[name]?.changes.first == id else { return [] }
        let request: RequestDescription?
        do {
            request = try change.cursor().request
        } catch {
            return refuse(id, name, change.refusal(undescribed: error))
        }
        do {
            try request?.validate()
            return []
        } catch {
            return refuse(id, name, ChangeRefusal(step: request?.step, unsent: error))
        }
    }

    /// Handles the response to a step.
    ///
    /// - Parameters:
    ///   - reason: The reason why only the status of the response is usable, or nil.
    ///   - masked: A closure that removes the request's secrets from a text.
    mutating func answered(
        _ id: ChangeID, status: Int, headers: HeaderFields, body: Data, credentials: Int, without reason: String? = nil,
        masked: (String) -> String = { $0 }
    ) -> [Effect] {
        guard let name = landed(id), var cursor = lanes[name]?.cursor else { return [] }
        lanes[name]?.failures = 0
        if credentials == self.credentials { hasAsked = false }
        let step = cursor.request?.step
        do {
            try cursor.answered(status: status, headers: headers, body: body)
        } catch {
            let refusal = ChangeRefusal(
                step: step, status: status, message: reason ?? masked(ChangeRefusal.unusable(error)))
            return refuse(id, name, refusal) + next()
        }
        guard let exchange = cursor.record.exchanges.last else { return [] }
        lanes[name]?.cursor = cursor
        let next = cursor.request.map(fileMarks)
        var effects = apply(StepAnswered(id: id, exchange: exchange, files: next))
        if cursor.request == nil { effects += complete(id, name) } else { giveTurn(to: name) }
        return effects + self.next()
    }

    /// Handles a step that failed, or whose result is unknown.
    ///
    /// - Parameters:
    ///   - now: The time for delays.
    ///   - time: The same time on the wall clock.
    ///   - random: Evenly distributed bits. The caller draws them after every failure, whether they are used or not.
    mutating func failed(
        _ id: ChangeID, _ failure: PushFailure, status: Int?, credentials: Int, now: Duration, at time: Timestamp,
        random: UInt64
    ) -> [Effect] {
        guard let name = landed(id) else { return [] }
        if let status, let restarted = restart(id, name, status: status) { return restarted + next() }
        switch failure {
        case .transient(let retryAfter):
            if status != nil, credentials == self.credentials { hasAsked = false }
            let asked = retryAfter.map { min($0, Pause.longest) }
            let kept = asked.flatMap { $0 > .zero ? apply(StepPaused(id: id, pause: Pause($0, since: time))) : nil }
            let endsWithConnection = status.map(PushFailure.isOfConnection) ?? true
            return (kept ?? [])
                + wait(name, asked: asked, endsWithConnection: endsWithConnection, now: now, random: random) + next()
        case .unauthorized: return unauthorized(name, credentials: credentials) + next()
        case .refused(let refusal):
            if status != nil, credentials == self.credentials { hasAsked = false }
            return refuse(id, name, refusal) + next()
        }
    }

    /// Marks a step as no longer in flight, and returns its lane.
    private mutating func landed(_ id: ChangeID) -> LaneName? {
        guard let name = state.queued[id]?.change.lane, lanes[name]?.isInFlight == true else { return nil }
        lanes[name]?.isInFlight = false
        inFlight -= 1
        return name
    }

    /// Moves back to the step whose response has expired, or returns nil if the refusal does not mean that.
    private mutating func restart(_ id: ChangeID, _ name: LaneName, status: Int) -> [Effect]? {
        guard var cursor = lanes[name]?.cursor, let change = state.queued[id],
            cursor.record.restarts - change.restartsBefore < options.restarts
        else { return nil }
        do {
            guard try cursor.restart(after: status) else { return nil }
        } catch {
            return refuse(id, name, ChangeRefusal(step: nil, message: ChangeRefusal.unusable(error)))
        }
        lanes[name]?.cursor = cursor
        defer { giveTurn(to: name) }
        return apply(SequenceRestarted(id: id, keeping: cursor.record.exchanges.count))
    }

    private mutating func wait(
        _ name: LaneName, asked: Duration?, endsWithConnection: Bool, now: Duration, random: UInt64
    ) -> [Effect] {
        let failures = (lanes[name]?.failures ?? 0) + 1
        let drawn = options.backoff.delay(afterAttempt: failures, random: random)
        // The delay is at least the one that the service requested.
        lanes[name]?.failures = failures
        let pause = asked ?? .zero
        waits.begin(
            name, until: now + max(drawn, pause), isAskedByServer: pause > .zero, endsWithConnection: endsWithConnection
        )
        return nextWake
    }

    private mutating func complete(_ id: ChangeID, _ name: LaneName) -> [Effect] {
        var effects = apply(ChangeSent(id: id, next: following(id, in: name)))
        if let change = state.sent[id] { effects += resolving(change) }
        leave(name, id)
        return effects
    }

    /// Makes a change a dead letter: stores the refusal, rolls its prediction back, and then notifies the app.
    private mutating func refuse(_ id: ChangeID, _ name: LaneName, _ refusal: ChangeRefusal) -> [Effect] {
        var effects = apply(ChangeRefused(id: id, refusal: refusal, next: following(id, in: name)))
        if let letter = state.refused[id] {
            effects.append(.rollback(id, letter.change.events(refused: refusal)))
            effects.append(notify(letter.queued, .refused(refusal)))
        }
        lanes[name]?.deadLetters += 1
        leave(name, id)
        return effects + standing(in: name)
    }

    /// The first change of a lane that was queued after this one: the response to this one is passed to it.
    func following(_ id: ChangeID, in name: LaneName) -> ChangeID? {
        guard let number = state.queued[id]?.number else { return nil }
        return lanes[name]?.changes.first { state.queued[$0].map { $0.number > number } ?? false }
    }

    private mutating func leave(_ name: LaneName, _ id: ChangeID) {
        lanes[name]?.leave(id)
        giveTurn(to: name)
    }
}

extension QueuedChange {
    /// Returns the change's position in its sequence.
    ///
    /// - Throws: The error of the description of a request.
    func cursor() throws -> SequenceCursor<AnyRequestSequence> {
        try SequenceCursor(of: change.requests(after: previous?.exchange), record: record)
    }

    func refusal(undescribed error: any Error) -> ChangeRefusal {
        let isFirst = record.exchanges.isEmpty
        return ChangeRefusal(
            step: nil, message: isFirst ? ChangeRefusal.undescribed(error) : ChangeRefusal.unusable(error))
    }
}
