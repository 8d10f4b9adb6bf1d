/// Decides about commands: who starts, waits, is cancelled or dropped, and when each one ends.
///
/// Pure and synchronous: each input appends to `steps` what the core is to do, in order. Time comes back in as timers,
/// randomness through the closure it was given, bodies that returned as `returned`.
struct CommandTable {
    /// What is to be done.
    enum Step {
        case start(CommandHandle)
        /// Cancel the task of the body.
        case cancelBody(CommandHandle)
        /// The end of a command: its handle tells the outcome from now on.
        case end(CommandHandle, CommandOutcome)
        /// Tell the state.
        case tell(CommandEnded)
        case startTimer(CommandTimer, Duration)
        case stopTimer(CommandTimer)
        case report(Report)
    }

    /// What was decided; the first so many of them were taken.
    var steps: [Step?] = []
    private var taken = 0

    /// Whether something was decided and not taken.
    var hasSteps: Bool { taken < steps.count }

    /// Takes what is to be done next, in the order in which it was decided.
    mutating func nextStep() -> Step? {
        // Mostly there is one.
        if steps.count == 1 { return steps.removeLast() }
        guard taken < steps.count else { return nil }
        let step = steps[taken].take()
        taken += 1
        guard taken == steps.count else { return step }
        taken = 0
        steps.removeAll(keepingCapacity: steps.count <= 64)
        return step
    }
    /// Everything that did not end, and ended ones whose body goes on, in no order; each knows its index.
    private(set) var live: [CommandHandle] = []
    /// Those of them that timers were started for, by launch.
    private var timed: [UInt64: CommandHandle] = [:]
    /// How many did not end.
    private(set) var inFlight = 0
    private(set) var isClosed = false
    private(set) var slots: [CommandID: CommandSlot] = [:]
    private var lastLaunch: UInt64 = 0
    /// The last launch before the last reset of a scope: what was launched up to there is fenced.
    private var resets: [ObjectIdentifier: UInt64] = [:]
    private let random: @Sendable () -> UInt64

    init(random: @escaping @Sendable () -> UInt64) { self.random = random }

    /// Goes on counting behind this launch.
    mutating func resume(lastLaunch: UInt64) { self.lastLaunch = lastLaunch }

    /// Whether what `handle` fires is to be refused.
    func isFenced(_ handle: CommandHandle) -> Bool {
        if handle.run.isFenced { return true }
        return handle.run.scopes.contains { resets[$0, default: 0] >= handle.run.launch }
    }

    // MARK: Inputs

    /// A command was fired, by `cause` if not from outside. Its turn has come.
    ///
    /// - Parameter isGone: the part of the state it was fired into is gone.
    mutating func launch(_ handle: CommandHandle, cause: CommandHandle?, isGone: Bool = false) {
        lastLaunch += 1
        handle.run.launch = lastLaunch
        handle.run.parent = cause?.run.launch
        if isClosed { return refuse(handle, .closed, cause) }
        if let cause, isFenced(cause) { return refuse(handle, .fence, cause) }
        if isGone { return refuse(handle, .gone, cause) }
        handle.run.scopes = handle.options.scopes?.map { ObjectIdentifier($0) } ?? cause?.run.scopes ?? []
        handle.run.index = live.count
        live.append(handle)
        inFlight += 1
        guard let id = handle.slotID else { return start(handle) }
        handle.run.slot = id
        // Its quiet is over, whatever the newcomer was fired with.
        if let earlier = slot(id).debouncing { end(earlier, .dropped) }
        if let quiet = handle.options.debounce { return debounce(handle, id, quiet) }
        if let interval = handle.options.throttle { return throttle(handle, id, interval) }
        admit(handle, id)
    }

    /// The body of an attempt has returned or thrown.
    mutating func returned(_ handle: CommandHandle, _ result: AttemptResult) {
        handle.run.isBodyRunning = false
        guard handle.run.phase == .running else { return bodyOfEndedReturned(handle) }
        switch result {
        case .returned: end(handle, .finished)
        case .threw(is CancellationError): end(handle, .cancelled)
        case .threw(let error) where isRetryable(handle, error):
            handle.run.phase = .backingOff
            let delay = handle.options.retry.delay(afterAttempt: handle.run.attempt, random: random())
            startTimer(.backoff(launch: handle.run.launch), delay, for: handle)
        case .threw(let error): end(handle, .failed(error))
        }
        if handle.run.slot != nil { advance(handle.run.slot) }
    }

    /// A timer that was asked for has run out.
    mutating func fired(_ timer: CommandTimer) {
        switch timer {
        case .debounce(let launch): debounceEnded(launch)
        case .timeout(let launch): timedOut(launch)
        case .backoff(let launch): backoffEnded(launch)
        case .grace(let launch): graceEnded(launch)
        case .throttle(let id): throttleEnded(id)
        }
    }

    /// Cancels what is meant, in the order of launching.
    mutating func cancel(_ target: CancelTarget) {
        switch target {
        case .launch(let handle):
            // Also when it has ended: its callbacks may still fire.
            handle.run.isFenced = true
            cancel([handle])
        case .id(let id) where id.place == nil: cancel(ordered { $0.options.id == id })
        case .id(let id): cancel(ordered { $0.options.id != nil && $0.run.slot == id })
        case .scope(let scope): cancel(ordered { $0.run.scopes.contains(scope) })
        case .all: cancel(ordered { _ in true })
        }
    }

    /// A scope starts over: cancels what runs in it and fences what was ever launched in it, returned or not.
    mutating func reset(_ scope: ObjectIdentifier) {
        resets[scope] = lastLaunch
        cancel(.scope(scope))
    }

    /// Cancels what runs, drops what waits, refuses what comes.
    mutating func close() {
        isClosed = true
        let all = ordered { _ in true }
        for handle in all where handle.run.phase != .running && handle.run.phase != .backingOff {
            end(handle, .dropped)
        }
        cancel(all)
    }

    // MARK: Starting and ending

    mutating func start(_ handle: CommandHandle) {
        handle.run.phase = .running
        handle.run.attempt += 1
        handle.run.isBodyRunning = true
        if let id = handle.run.slot, handle.run.attempt == 1 {
            slots[id, default: CommandSlot()].running.append(handle)
        }
        steps.append(.start(handle))
        if handle.run.attempt == 1, let timeout = handle.options.timeout {
            startTimer(.timeout(launch: handle.run.launch), timeout, for: handle)
        }
    }

    /// Ends a command that did not end yet; its slot is free from here on, its body may linger.
    mutating func end(_ handle: CommandHandle, _ outcome: CommandOutcome) {
        guard !handle.run.hasEnded else { return }
        handle.run.phase = .ended
        inFlight -= 1
        stopTimers(of: handle)
        if let id = handle.run.slot { slots[id]?.remove(handle) }
        if handle.run.isBodyRunning {
            if let id = handle.run.slot { slots[id]?.lingering.append(handle) }
        } else {
            leave(handle)
        }
        tellEnd(handle, outcome)
    }

    private mutating func stopTimers(of handle: CommandHandle) {
        guard !handle.run.timers.isEmpty else { return }
        for timer in handle.run.timers { steps.append(.stopTimer(timer)) }
        handle.run.timers = []
    }

    /// Forgets a command that has ended and whose body, if it was started, has returned.
    private mutating func leave(_ handle: CommandHandle) {
        let last = live.removeLast()
        if last !== handle {
            last.run.index = handle.run.index
            live[handle.run.index] = last
        }
        if !timed.isEmpty { timed[handle.run.launch] = nil }
    }

    private mutating func tellEnd(_ handle: CommandHandle, _ outcome: CommandOutcome) {
        steps.append(.end(handle, outcome))
        switch outcome {
        case .finished: return
        case .dropped: handle.run.isFenced = true
        case .failed: tell(handle, outcome)
        case .cancelled:
            handle.run.isFenced = true
            tell(handle, outcome)
        }
    }

    private mutating func tell(_ handle: CommandHandle, _ outcome: CommandOutcome) {
        if handle.run.isBodyRunning { steps.append(.cancelBody(handle)) }
        let ended = CommandEnded(
            launch: handle.run.launch, id: handle.options.id, command: handle.commandName, outcome: outcome)
        steps.append(.tell(ended))
    }

    private mutating func refuse(_ handle: CommandHandle, _ reason: Refusal.Reason, _ cause: CommandHandle?) {
        handle.run.phase = .ended
        handle.run.isFenced = true
        steps.append(.end(handle, .dropped))
        steps.append(.report(.refused(Refusal(type: handle.commandName, reason: reason, cause: cause?.asCause))))
    }

    private mutating func cancel(_ handles: [CommandHandle]) {
        for handle in handles where !handle.run.hasEnded && handle.run.phase != .new { end(handle, .cancelled) }
        for handle in handles { advance(handle.run.slot) }
    }

    private func ordered(where isMeant: (CommandHandle) -> Bool) -> [CommandHandle] {
        live.filter { !$0.run.hasEnded && isMeant($0) }.sorted { $0.run.launch < $1.run.launch }
    }

    private func isRetryable(_ handle: CommandHandle, _ error: any Error) -> Bool {
        handle.run.attempt < handle.options.retry.attempts && handle.options.retry.isRetryable(error)
    }

    private mutating func bodyOfEndedReturned(_ handle: CommandHandle) {
        stopTimers(of: handle)
        leave(handle)
        guard let id = handle.run.slot else { return }
        slots[id]?.lingering.removeAll { $0 === handle }
        advance(id)
    }

    // MARK: Slots, for the policies

    mutating func withSlot<Result>(_ id: CommandID, _ body: (inout CommandSlot) -> Result) -> Result {
        body(&slots[id, default: CommandSlot()])
    }

    func slot(_ id: CommandID) -> CommandSlot { slots[id] ?? CommandSlot() }

    mutating func dropIfEmpty(_ id: CommandID) {
        if let slot = slots[id], slot.isEmpty { slots[id] = nil }
    }

    /// The command that a timer was started for, while it is live.
    func handle(_ launch: UInt64) -> CommandHandle? { timed[launch] }

    mutating func startTimer(_ timer: CommandTimer, _ duration: Duration, for handle: CommandHandle) {
        handle.run.timers.append(timer)
        timed[handle.run.launch] = handle
        steps.append(.startTimer(timer, duration))
    }
}
