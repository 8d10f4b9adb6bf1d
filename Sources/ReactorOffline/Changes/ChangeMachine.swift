import Reactor
import ReactorServices

/// What a queue does next: pure, so that a random test can be its world.
///
/// Each thing that happens is a call, and answers with what is to be done, in its order. What is to be written comes
/// before what may only be done when it has been.
struct ChangeMachine<Change: OfflineChange>: Sendable {
    /// What is to be done. Everything behind a `write` waits until the disk has it.
    enum Effect: Sendable {
        case write(any Event)
        /// Begin the prediction of a change.
        case predict(QueuedChange<Change>)
        /// Notify the app.
        case notify(ChangeEvent)
        /// Send a step, and say how it went together with the same credentials' number.
        case send(ChangeID, RequestDescription, index: Int, credentials: Int)
        /// End the prediction of a change that was sent, and say when that is known to be kept.
        case resolve(ChangeID, Resolution)
        /// Take the prediction of a change back.
        case rollback(ChangeID, [any Event])
        case askForCredentials
        /// Say what time it is at this time, and not before.
        case wake(Duration)
    }

    /// One lane, as long as there is something in it.
    struct Lane {
        /// What waits in it, or is on its way, in the order of queuing.
        var changes: ArraySlice<ChangeID> = []
        /// The change whose steps are being sent. It is finished before any other, though an earlier one may be refused
        /// and retried meanwhile.
        var active: ChangeID?
        /// Where that stands, while this process knows.
        var cursor: SequenceCursor<AnyRequestSequence>?
        var isInFlight = false
        /// Whether it is among the turns.
        var hasTurn = false
        /// Attempts without an answer, since the last that had one.
        var failures = 0
        /// When a connection that came back ended its wait the last time, or will.
        var reconnected: Duration?
        var deadLetters = 0

        /// A change is not in the lane any more.
        mutating func leave(_ id: ChangeID) {
            if changes.first == id { changes.removeFirst() } else { changes.removeAll { $0 == id } }
            guard active == id else { return }
            active = nil
            cursor = nil
            failures = 0
        }
    }

    let options: ChangeQueueOptions
    /// What the files of a request are now.
    let fileMarks: @Sendable (RequestDescription) -> [String: FileMark]
    /// What the journal holds when everything is written.
    private(set) var state: ChangeQueueState<Change>
    var lanes: [LaneName: Lane] = [:]
    /// The lanes that send nothing for a while.
    var waits = Waits<LaneName, Duration>()
    /// The lanes that may send, the next first: each has something to send, and none is in flight, waits or is stopped.
    var turns: ArraySlice<LaneName> = []
    var inFlight = 0
    var isOnline: Bool
    var isWaitingForCredentials = false
    /// Whether new credentials were asked for, and nothing was taken since.
    var hasAsked = false
    /// Whether who was asked has not answered yet.
    var isAsking = false
    /// Whether who was asked had none, and was not asked again.
    var renewalHasFailed = false
    /// When a connection that came back had them asked for the last time.
    var reconnected: Duration?
    /// When they will be asked for again, since the connection comes and goes too often; nil if they need not be.
    var askingAgain: Duration?
    /// How often there were new ones.
    var credentials = 0

    /// A queue that goes on with what its journal holds.
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

    /// The queue is open: what it holds is predicted and fired again, and pauses that were asked for still hold.
    mutating func opened(now: Duration, at time: Timestamp) -> [Effect] {
        var effects: [Effect] = []
        let open = Array(state.sent.values) + Array(state.queued.values)
        for change in open.sorted(by: { $0.number < $1.number }) { effects.append(.predict(change)) }
        for change in state.sent.values.sorted(by: { $0.number < $1.number }) { effects += resolving(change) }
        for change in state.queued.values.sorted(by: { $0.number < $1.number }) {
            effects.append(notify(change, .queued))
        }
        for letter in state.refused.values.sorted(by: { $0.queued.number < $1.queued.number }) {
            effects.append(notify(letter.queued, .refused(letter.refusal)))
        }
        for name in inOrder(Array(lanes.keys)) { effects += standing(in: name) }
        pause(now: now, at: time)
        return effects + nextWake + next()
    }

    /// The queue goes on with what its journal holds by now: as when it is opened, but for what is shown already.
    ///
    /// - Parameter last: what it was when this process let go of it. All that was sent by then is being resolved.
    mutating func resumed(from last: Self, now: Duration, at time: Timestamp) -> [Effect] {
        // The journal knows nothing of who asks: what was not taken is not sent with the same credentials again.
        hasAsked = last.hasAsked
        isWaitingForCredentials = last.isWaitingForCredentials
        renewalHasFailed = isWaitingForCredentials
        // Each lane is tried at once, and where that fails again it waits as long as it would have waited next.
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
        return effects
            + opened(now: now, at: time).filter { effect in
                switch effect {
                case .predict(let change): before.sent[change.id] == nil
                case .notify(let event): !before.isKnown(event)
                default: true
                }
            } + (isOnline ? askedAgain(now: now) : [])
    }

    /// Lets those lanes wait whose next step was not to be sent again yet.
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

    /// The user changed something.
    mutating func enqueue(_ change: Change, id: ChangeID) throws(ChangeQueueError) -> [Effect] {
        guard id.isUsable else { throw .unusableID(id) }
        guard state.queued[id] == nil, state.refused[id] == nil, state.sent[id] == nil else { throw .duplicateID(id) }
        // What the user means is the file as it is now, however much later it is sent.
        let files = (try? SequenceCursor(AnyRequestSequence(change.requests)))?.request.map(fileMarks)
        let effects = apply(ChangeQueued(id: id, change: change, files: files))
        return effects + joined(id) + refusedIfUnsendable(id) + next()
    }

    /// How often a connection that comes back ends a wait at most.
    static var reconnection: Duration { .seconds(1) }

    /// There is a connection, or there is none any more. What is on its way ends as it may.
    mutating func setOnline(_ isOnline: Bool, now: Duration) -> [Effect] {
        guard isOnline != self.isOnline else { return [] }
        self.isOnline = isOnline
        guard isOnline else { return [] }
        // The network has changed, so nothing waits for the old one. Waits after an answer of a service still hold.
        for name in inOrder(waits.endingWithConnection) {
            let time = Self.reconnection(at: now, after: lanes[name]?.reconnected)
            guard let wait = waits[name], time < wait.until else { continue }
            lanes[name]?.reconnected = time
            waits.begin(name, until: time, isAskedByServer: false, endsWithConnection: true)
        }
        return askedAgain(now: now) + wake(now: now)
    }

    /// When a connection that has come back may end a wait, so that one that comes and goes does not do it all the time.
    static func reconnection(at now: Duration, after last: Duration?) -> Duration {
        last.map { max(now, $0 + reconnection) } ?? now
    }

    /// Time has passed. Costs as much as is due.
    mutating func wake(now: Duration) -> [Effect] {
        for name in inOrder(waits.takeOver(at: now)) { giveTurn(to: name) }
        let asking = askingAgain.map { $0 <= now } == true ? askedAgain(now: now) : []
        return asking + nextWake + next()
    }

    /// Until when services asked that no lane of theirs sends anything, the last of those times; nil when none did.
    var pausedUntil: Duration? { waits.lastAsked }

    /// It is known to be kept that a change was shown as sent.
    mutating func resolved(_ id: ChangeID) -> [Effect] { state.sent[id] == nil ? [] : apply(ChangeSettled(id: id)) }

    /// Whether something is on its way, or waits for a time to come.
    var isBusy: Bool {
        inFlight > 0 || (isOnline && !isWaitingForCredentials && !waits.isEmpty)
    }
}

// MARK: - What every call uses

extension ChangeMachine {
    mutating func apply(_ event: some Event) -> [Effect] {
        state.react(to: event)
        return [.write(event)]
    }

    /// What makes somebody say when the first wait is over.
    var nextWake: [Effect] {
        let asking = renewalHasFailed && isOnline ? askingAgain : nil
        return [waits.first, asking].compactMap { $0 }.min().map { [.wake($0)] } ?? []
    }

    func notify(_ change: QueuedChange<Change>, _ phase: ChangeEvent.Phase) -> Effect {
        .notify(ChangeEvent(id: change.id, lane: change.change.lane, phase: phase))
    }

    /// Ends the prediction of a change that was sent.
    func resolving(_ change: QueuedChange<Change>) -> [Effect] {
        [.resolve(change.id, change.change.resolution(answers: change.record.exchanges)), notify(change, .sent)]
    }

    /// A change takes its place in its lane.
    mutating func joined(_ id: ChangeID) -> [Effect] {
        guard let change = state.queued[id] else { return [] }
        let name = change.change.lane
        let before = lanes[name]?.changes.lastIndex { (state.queued[$0]?.number ?? 0) < change.number }
        let place = before.map { $0 + 1 } ?? lanes[name]?.changes.startIndex ?? 0
        lanes[name, default: Lane()].changes.insert(id, at: place)
        giveTurn(to: name)
        let queued: [Effect] = [.predict(change), notify(change, .queued)]
        return queued + (blocker(of: name).map { [notify(change, .waiting(behind: $0))] } ?? [])
    }

    /// A change that is queued, and what it stands behind.
    func queued(_ id: ChangeID) -> QueuedChange<Change>? { state.queued[id].map(described) }

    /// The change, and what it stands behind.
    func described(_ change: QueuedChange<Change>) -> QueuedChange<Change> {
        var change = change
        change.waitsBehind = blocker(of: change.change.lane)
        return change
    }

    /// The dead letter behind which a lane stands; nil when it goes on. O(dead letters).
    func blocker(of name: LaneName) -> ChangeID? {
        guard let lane = lanes[name], isStopped(lane, name) else { return nil }
        return state.refused.values.filter { $0.change.lane == name }.min { $0.queued.number < $1.queued.number }?.id
    }

    /// Says of what is left in a lane whether it stands behind a dead letter.
    func standing(in name: LaneName) -> [Effect] {
        let phase = blocker(of: name).map { ChangeEvent.Phase.waiting(behind: $0) }
        return (lanes[name]?.changes ?? []).compactMap { state.queued[$0] }.compactMap { change in
            phase.map { notify(change, $0) }
        }
    }

    /// A lane's turn may come, if there is anything to be done in it.
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

    /// The change that is pushed in a lane.
    func change(next name: LaneName) -> ChangeID? { lanes[name].flatMap { $0.active ?? $0.changes.first } }

    private func isStopped(_ lane: Lane, _ name: LaneName) -> Bool {
        lane.deadLetters > 0 && options.lanePolicy(name) == .stops
    }

    /// Two runs of one script let lanes whose waits are over together go on in one order.
    private func inOrder(_ names: [LaneName]) -> [LaneName] { names.sorted { $0.rawValue < $1.rawValue } }
}

extension ChangeQueueState {
    /// Whether who follows it knows this already.
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
