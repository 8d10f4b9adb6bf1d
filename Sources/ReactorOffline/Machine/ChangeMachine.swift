import Reactor
import ReactorServices

/// The decisions of a queue, as a pure value that randomized tests can drive.
///
/// Each method handles an event, and returns the effects in their order. Effects that must be stored precede the
/// effects that depend on them.
struct ChangeMachine<Change: OfflineChange>: Sendable {
    /// An effect of a decision. Effects after a `write` wait until it is stored on the disk.
    enum Effect: Sendable {
        case write(any Event)
        case predict(QueuedChange<Change>)
        /// Show a change after all others. The predictions of a lane are in the order in which its changes are pushed.
        case moveUp(ChangeID)
        case notify(ChangeEvent)
        /// Fire the events of a change whose refusal the app's journal may not contain.
        case fire(ChangeID, [any Event])
        /// Send a step, and report the result with the same number of credentials.
        case send(ChangeID, RequestDescription, index: Int, credentials: Int)
        /// End the prediction of a change that was sent, and report when that is stored.
        case resolve(ChangeID, Resolution)
        case rollback(ChangeID, [any Event])
        case askForCredentials
        /// Call ``wake(now:)`` at this time, and not earlier.
        case wake(Duration)
    }

    /// A lane that contains changes or dead letters.
    struct Lane {
        /// The changes that wait or are in flight, in the order of queuing.
        var changes: ArraySlice<ChangeID> = []
        /// The change whose steps are being sent. It is completed before any other, even if an earlier one was refused
        /// and is retried in the meantime.
        var active: ChangeID?
        /// The position of the active change, or nil if this process has not started it.
        var cursor: SequenceCursor<AnyRequestSequence>?
        var isInFlight = false
        var hasTurn = false
        /// The number of attempts without a response since the last response.
        var failures = 0
        /// The time at which a restored connection last ended the lane's wait, or will end it.
        var reconnected: Duration?
        var deadLetters = 0

        mutating func leave(_ id: ChangeID) {
            if changes.first == id { changes.removeFirst() } else { changes.removeAll { $0 == id } }
            guard active == id else { return }
            active = nil
            cursor = nil
            failures = 0
        }
    }

    let options: ChangeQueueOptions
    /// Returns the current size and date of a request's files.
    let fileMarks: @Sendable (RequestDescription) -> [String: FileMark]
    /// The state of the journal after all writes.
    private(set) var state: ChangeQueueState<Change>
    var lanes: [LaneName: Lane] = [:]
    var waits = Waits<LaneName, Duration>()
    /// The lanes that can send, in their order: each has a change, and none is in flight, waits or is stopped.
    var turns: ArraySlice<LaneName> = []
    var inFlight = 0
    var isOnline: Bool
    var isWaitingForCredentials = false
    /// Whether new credentials were requested, and no step was accepted since.
    var hasAsked = false
    var isAsking = false
    /// Whether the last renewal failed, and was not requested again.
    var renewalHasFailed = false
    /// The time at which a restored connection last requested a renewal.
    var reconnected: Duration?
    /// The time of the next renewal if the connection is restored too often, or nil.
    var askingAgain: Duration?
    /// The number of renewals.
    var credentials = 0

    /// Creates a queue that continues from the state of its journal.
    init(
        _ state: ChangeQueueState<Change>, _ options: ChangeQueueOptions,
        fileMarks: @escaping @Sendable (RequestDescription) -> [String: FileMark] = { _ in [:] }
    ) {
        self.state = state
        self.fileMarks = fileMarks
        self.options = options
        isOnline = options.isOnline
        for letter in state.refused.values { lanes[letter.change.lane, default: Lane()].deadLetters += 1 }
        for change in state.queued.values.sorted(by: { $0.number < $1.number }) {
            lanes[change.change.lane, default: Lane()].changes.append(change.id)
            if change.sending != nil { lanes[change.change.lane]?.active = change.id }
            giveTurn(to: change.change.lane)
        }
    }

    /// Handles the opening of the queue: its content is predicted and reported again, and requested delays still apply.
    ///
    /// - Parameter journal: The id of the app's journal, which stores the events, or nil if they are not stored.
    mutating func opened(now: Duration, at time: Timestamp, journal: String? = nil) -> [Effect] {
        var effects: [Effect] = []
        let told = journal == state.told?.journal ? state.told?.phases ?? [:] : [:]
        for change in shown { effects.append(.predict(change)) }
        for change in state.sent.values.sorted(by: { $0.number < $1.number }) { effects += resolving(change) }
        for letter in letters where told[letter.id] != .refused(letter.refusal) {
            if journal != nil { effects.append(.fire(letter.id, letter.change.events(refused: letter.refusal))) }
            effects.append(notify(letter.queued, .refused(letter.refusal)))
        }
        for change in shown where state.queued[change.id] != nil {
            let phase = blocker(of: change.change.lane).map { ChangeEvent.Phase.waiting(behind: $0) }
            if told[change.id] != phase { effects.append(notify(change, phase ?? .queued)) }
        }
        pause(now: now, at: time)
        return effects + nextWake + next()
    }

    /// The phases of all changes, apart from those that are reported with their prediction.
    var reported: [Effect] {
        letters.map { notify($0.queued, .refused($0.refusal)) }
            + lanes.keys.sorted { $0.rawValue < $1.rawValue }.flatMap { standing(in: $0) }
    }

    private var letters: [DeadLetter<Change>] {
        state.refused.values.sorted { $0.queued.number < $1.queued.number }
    }

    /// Handles that the app's journal has stored these phases.
    mutating func told(_ phases: [ChangeID: ChangeEvent.Phase], in journal: String) -> [Effect] {
        let current = phases.filter { id, phase in
            if case .refused(let refusal) = phase { return state.refused[id]?.refusal == refusal }
            return state.queued[id] != nil && (phase != .queued || state.told?.phases[id] != nil)
        }
        return current.isEmpty ? [] : apply(PhasesStored(journal: journal, phases: current))
    }

    /// The changes that are shown, in the order in which each lane pushes them: a change that has begun is completed
    /// before earlier changes, which were retried since.
    private var shown: [QueuedChange<Change>] {
        (Array(state.sent.values) + Array(state.queued.values)).sorted {
            ($0.sending == nil ? 1 : 0, $0.number) < ($1.sending == nil ? 1 : 0, $1.number)
        }
    }

    /// Handles the resumption of the queue with the current state of its journal. It differs from ``opened(now:at:)``
    /// in that predictions that are already shown are not repeated.
    ///
    /// - Parameter last: The queue when this process suspended it. Its sent changes are being resolved.
    mutating func resumed(
        from last: Self, now: Duration, at time: Timestamp, journal: String? = nil
    ) -> [Effect] {
        // The journal does not contain credentials: refused steps are not sent again with the same credentials.
        hasAsked = last.hasAsked
        isWaitingForCredentials = last.isWaitingForCredentials
        renewalHasFailed = isWaitingForCredentials
        // Each lane is tried immediately, and its next failure waits as long as it would have without the suspension.
        for (name, lane) in last.lanes {
            if let active = lane.active, state.queued[active] != nil { lanes[name]?.failures = lane.failures }
        }
        let before = last.state
        var effects: [Effect] = []
        for change in before.queued.values.sorted(by: { $0.number < $1.number })
        where state.queued[change.id] == nil && state.sent[change.id] == nil {
            if let letter = state.refused[change.id] {
                effects.append(.rollback(change.id, letter.change.events(refused: letter.refusal)))
            } else {
                effects += [.rollback(change.id, []), notify(change, .dropped)]
            }
        }
        for letter in before.refused.values.sorted(by: { $0.queued.number < $1.queued.number })
        where state.queued[letter.id] == nil && state.refused[letter.id] == nil && state.sent[letter.id] == nil {
            effects.append(notify(letter.queued, .dropped))
        }
        // A change that is shown now is above the changes that were shown before. Later changes of its lane follow it.
        var reordered: Set<LaneName> = []
        for effect in opened(now: now, at: time, journal: journal) {
            switch effect {
            case .predict(let change):
                if before.sent[change.id] != nil { continue }
                effects.append(effect)
                if before.queued[change.id]?.edition != change.edition {
                    reordered.insert(change.change.lane)
                } else if reordered.contains(change.change.lane) {
                    effects.append(.moveUp(change.id))
                }
            case .notify(let event): if !before.isKnown(event) { effects.append(effect) }
            // The events of other refused changes are fired with their rollback.
            case .fire(let id, _): if before.queued[id] == nil && before.refused[id] == nil { effects.append(effect) }
            default: effects.append(effect)
            }
        }
        return effects + (isOnline ? askedAgain(now: now) : [])
    }

    /// Delays the lanes whose next step must not be sent again yet.
    private mutating func pause(now: Duration, at time: Timestamp) {
        for name in turns {
            guard let id = change(next: name), let rest = state.queued[id]?.pause?.rest(at: time), rest > .zero else {
                continue
            }
            waits.begin(name, until: now + rest, isAskedByServer: true)
            lanes[name]?.hasTurn = false
        }
        turns.removeAll { waits[$0] != nil }
    }

    mutating func enqueue(_ change: Change, id: ChangeID) throws(ChangeQueueError) -> [Effect] {
        guard id.isUsable else { throw .unusableID(id) }
        guard state.queued[id] == nil, state.refused[id] == nil, state.sent[id] == nil else { throw .duplicateID(id) }
        // The change refers to the file as it is now, regardless of when it is sent.
        let files = (try? SequenceCursor(of: change.requests(after: nil)))?.request.map(fileMarks)
        let effects = apply(ChangeQueued(id: id, change: change, files: files))
        return effects + joined(id) + refusedIfUnsendable(id) + next()
    }

    /// The minimum interval at which a restored connection ends a wait.
    static var reconnection: Duration { .seconds(1) }

    /// Sets whether the device is online. Requests in flight continue.
    mutating func setOnline(_ isOnline: Bool, now: Duration) -> [Effect] {
        guard isOnline != self.isOnline else { return [] }
        self.isOnline = isOnline
        guard isOnline else { return [] }
        // The network has changed, so lanes do not wait for the previous one. Delays after a response of a service
        // still apply.
        for name in inOrder(waits.endingWithConnection) {
            let time = Self.reconnection(at: now, after: lanes[name]?.reconnected)
            guard let wait = waits[name], time < wait.until else { continue }
            lanes[name]?.reconnected = time
            waits.begin(name, until: time, isAskedByServer: false, endsWithConnection: true)
        }
        return askedAgain(now: now) + wake(now: now)
    }

    /// Returns the time at which a restored connection can end a wait, with a limited rate for an unstable connection.
    static func reconnection(at now: Duration, after last: Duration?) -> Duration {
        last.map { max(now, $0 + reconnection) } ?? now
    }

    /// Handles the waits that are due. O(waits that are due).
    mutating func wake(now: Duration) -> [Effect] {
        for name in inOrder(waits.takeOver(at: now)) { giveTurn(to: name) }
        let asking = askingAgain.map { $0 <= now } == true ? askedAgain(now: now) : []
        return asking + nextWake + next()
    }

    /// The latest time until which services requested a delay, or nil.
    var pausedUntil: Duration? { waits.lastAsked }

    /// Handles that the result of a sent change is stored.
    mutating func resolved(_ id: ChangeID) -> [Effect] { state.sent[id] == nil ? [] : apply(ChangeSettled(id: id)) }

    /// Whether a step is in flight, or a lane waits for a time.
    var isBusy: Bool {
        inFlight > 0 || (isOnline && !isWaitingForCredentials && !waits.isEmpty)
    }
}

// MARK: - Shared steps

extension ChangeMachine {
    mutating func apply(_ event: some Event) -> [Effect] {
        state.react(to: event)
        return [.write(event)]
    }

    /// The effect that wakes the queue at the next due time.
    var nextWake: [Effect] {
        let asking = renewalHasFailed && isOnline ? askingAgain : nil
        return [waits.first, asking].compactMap { $0 }.min().map { [.wake($0)] } ?? []
    }

    func notify(_ change: QueuedChange<Change>, _ phase: ChangeEvent.Phase) -> Effect {
        .notify(ChangeEvent(id: change.id, lane: change.change.lane, phase: phase))
    }

    /// Returns the effects that end the prediction of a sent change.
    func resolving(_ change: QueuedChange<Change>) -> [Effect] {
        [.resolve(change.id, change.change.resolution(answers: change.record.exchanges)), notify(change, .sent)]
    }

    /// Adds a change to its lane at its position.
    mutating func joined(_ id: ChangeID) -> [Effect] {
        guard let change = state.queued[id] else { return [] }
        let name = change.change.lane
        let before = lanes[name]?.changes.lastIndex { (state.queued[$0]?.number ?? 0) < change.number }
        let place = before.map { $0 + 1 } ?? lanes[name]?.changes.startIndex ?? 0
        lanes[name, default: Lane()].changes.insert(id, at: place)
        giveTurn(to: name)
        let later = (lanes[name]?.changes ?? []).dropFirst(place + 1 - (lanes[name]?.changes.startIndex ?? 0))
        let moved: [Effect] = later.filter { $0 != lanes[name]?.active }.map { .moveUp($0) }
        return [.predict(change)] + moved
            + (blocker(of: name).map { [notify(change, .waiting(behind: $0))] } ?? [])
    }

    /// Returns a queued change with the dead letter that it waits for.
    func queued(_ id: ChangeID) -> QueuedChange<Change>? { state.queued[id].map(described) }

    /// Returns a change with the dead letter that it waits for.
    func described(_ change: QueuedChange<Change>) -> QueuedChange<Change> {
        var change = change
        change.waitsBehind = blocker(of: change.change.lane)
        return change
    }

    /// Returns the dead letter at which a lane is stopped, or nil. O(dead letters).
    func blocker(of name: LaneName) -> ChangeID? {
        guard let lane = lanes[name], isStopped(lane, name) else { return nil }
        return state.refused.values.filter { $0.change.lane == name }.min { $0.queued.number < $1.queued.number }?.id
    }

    /// Returns the events for changes that wait for a dead letter in a lane.
    func standing(in name: LaneName) -> [Effect] {
        let phase = blocker(of: name).map { ChangeEvent.Phase.waiting(behind: $0) }
        return (lanes[name]?.changes ?? []).compactMap { state.queued[$0] }.compactMap { change in
            phase.map { notify(change, $0) }
        }
    }

    /// Adds a lane to the turns if it can send.
    mutating func giveTurn(to name: LaneName, first: Bool = false) {
        guard let lane = lanes[name], !lane.isInFlight, waits[name] == nil, !lane.hasTurn else { return }
        guard !lane.changes.isEmpty else {
            if lane.deadLetters == 0 { lanes[name] = nil }
            return
        }
        guard !isStopped(lane, name) else { return }
        turns.insert(name, at: first ? turns.startIndex : turns.endIndex)
        lanes[name]?.hasTurn = true
    }

    func change(next name: LaneName) -> ChangeID? { lanes[name].flatMap { $0.active ?? $0.changes.first } }

    private func isStopped(_ lane: Lane, _ name: LaneName) -> Bool {
        lane.deadLetters > 0 && options.lanePolicy(name) == .stops
    }

    /// The order is deterministic, for waits that end at the same time.
    private func inOrder(_ names: [LaneName]) -> [LaneName] { names.sorted { $0.rawValue < $1.rawValue } }
}

extension ChangeQueueState {
    /// Whether a subscriber of this state already knows the event.
    fileprivate func isKnown(_ event: ChangeEvent) -> Bool {
        switch event.phase {
        case .queued: queued[event.id] != nil
        case .refused: refused[event.id] != nil
        case .sent: sent[event.id] != nil
        case .waiting(let letter): queued[event.id] != nil && refused[letter] != nil
        case .sending, .dropped: false
        }
    }
}
