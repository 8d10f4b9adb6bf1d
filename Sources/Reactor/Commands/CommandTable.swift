/// The scheduler of commands: it decides which command starts, waits, is canceled or dropped, and when each one ends.
///
/// It is a pure, synchronous state machine. Each input appends steps for the core to `steps`, in order. Time arrives as
/// timers, randomness through a closure, and the results of bodies through `returned`.
struct CommandTable {
    /// A step for the core.
    enum Step {
        case start(CommandHandle)
        /// Cancels the task of the body.
        case cancelBody(CommandHandle)
        /// Ends a command: its handle receives the outcome.
        case end(CommandHandle, CommandOutcome)
        /// Fires the end of a command as an event. For `sparing`, see ``CommandState/spares``.
        case fire(CommandEnded, sparing: [UInt64])
        case startTimer(CommandTimer, Duration)
        case stopTimer(CommandTimer)
        case report(Runtime.Report.Subject)
    }

    /// The steps. The first `taken` were already taken.
    var steps: [Step?] = []
    /// The launches of the commands that cause the next steps: see ``CommandState/spares``. Each step carries them,
    /// because the core may process it together with the steps of another cause.
    var spares: [UInt64] = []
    private var taken = 0

    /// Whether there are steps that were not taken.
    var hasSteps: Bool { taken < steps.count }

    /// Removes the first step.
    mutating func nextStep() -> Step? {
        // The most frequent case.
        if steps.count == 1 { return steps.removeLast() }
        guard taken < steps.count else { return nil }
        let step = steps[taken].take()
        taken += 1
        guard taken == steps.count else { return step }
        taken = 0
        steps.removeAll(keepingCapacity: steps.count <= 64)
        return step
    }
    /// The commands that have not ended, and ended commands whose body continues, in no particular order. Each contains
    /// its index.
    private(set) var live: [CommandHandle] = []
    /// The live commands with timers, by launch.
    private var timed: [UInt64: CommandHandle] = [:]
    /// The number of commands that have not ended.
    private(set) var inFlight = 0
    private(set) var isClosed = false
    /// The slots, by the name of the id and by the child state in which the commands were launched.
    private(set) var slots: [String: [LaunchPath?: CommandSlot]] = [:]
    /// The live commands, by owner and by launch.
    private var owned: [ObjectIdentifier: [UInt64: CommandHandle]] = [:]
    private var lastLaunch: UInt64 = 0
    /// The launches of the commands of reactions that a reset has canceled, and that did not cause it.
    private(set) var reset: [UInt64] = []
    /// The slots without live commands from which an ended command can still fire.
    private var retired: [String: [LaunchPath?: RetiredSlot]] = [:]
    private(set) var retiredCount = 0
    private var retiredLimit = 64
    /// The last launch before the last cancellation of all commands, and of each owner. Commands that were launched
    /// until then fire late events.
    private var allCancelled: UInt64 = 0
    private var ownersCancelled: [ObjectIdentifier: UInt64] = [:]
    private let random: @Sendable () -> UInt64
    private let failures: FailureReports

    init(random: @escaping @Sendable () -> UInt64, failures: FailureReports = FailureReports { _ in }) {
        self.random = random
        self.failures = failures
    }

    /// Removes the launches of the commands of reactions that a reset has canceled since the last call.
    mutating func takeReset() -> [UInt64] {
        if reset.isEmpty { return reset }
        defer { reset = [] }
        return reset
    }

    /// Sets the number of the last launch.
    mutating func resume(lastLaunch: UInt64) { self.lastLaunch = max(self.lastLaunch, lastLaunch) }

    /// The command with this launch that has not ended, if any. O(live commands).
    func running(_ launch: UInt64) -> CommandHandle? {
        live.first { $0.state.launch == launch && !$0.state.hasEnded }
    }

    /// Whether events from a command are refused as late.
    func isLate(_ handle: CommandHandle) -> Bool {
        let launch = handle.state.launch
        if handle.state.isLate || launch <= allCancelled { return true }
        if let family = handle.state.family, launch <= family.cancelled { return true }
        return handle.state.owners.contains { ownersCancelled[$0, default: 0] >= launch }
    }

    // MARK: Inputs

    /// Launches a command when the core processes it. `cause` is the command that fired it, if any.
    ///
    /// - Parameter isAbsent: Whether the child state of the command does not exist.
    mutating func launch(_ handle: CommandHandle, cause: CommandHandle?, isAbsent: Bool = false) {
        lastLaunch += 1
        handle.state.launch = lastLaunch
        handle.state.parent = cause?.state.launch
        if isClosed { return refuse(handle, .closed, cause) }
        if let cause, isLate(cause) { return refuse(handle, .late, cause) }
        if isAbsent { return refuse(handle, .absent, cause) }
        handle.state.owners = handle.options.owners?.map { ObjectIdentifier($0) } ?? cause?.state.owners ?? []
        handle.state.index = live.count
        live.append(handle)
        inFlight += 1
        for owner in handle.state.owners { owned[owner, default: [:]][lastLaunch] = handle }
        guard let id = handle.slotID else { return start(handle) }
        let slot = slot(for: id)
        handle.state.slot = slot
        if handle.options.id != nil {
            handle.state.family = slot
            slot.hasFamily = true
        }
        // A new command ends the debounce of the previous one, regardless of the options of both.
        if let earlier = slot.debouncing { end(earlier, .dropped) }
        if let quiet = handle.options.debounce {
            // The work of earlier commands is out of date immediately, not only after the debounce.
            if handle.options.policy == .restart { makePlace(for: handle, slot) }
            return debounce(handle, slot, quiet)
        }
        if let interval = handle.options.throttle { return throttle(handle, slot, interval) }
        admit(handle, slot)
    }

    /// Processes the result of an attempt.
    mutating func returned(_ handle: CommandHandle, _ result: AttemptResult) {
        guard case .running(let attempt) = handle.state.phase else {
            if case .finishing = handle.state.phase { return finishingReturned(handle, result) }
            return bodyOfEndedReturned(handle, result)
        }
        handle.state.phase = .backingOff(attempt: attempt)
        let slot = handle.state.slot
        switch result {
        case .returned: end(handle, .finished)
        case .threw(is CancellationError): end(handle, .cancelled)
        case .threw(let error) where isRetryable(handle, error):
            let delay = handle.options.retry.backoff.delay(afterAttempt: attempt, random: random())
            startTimer(.backoff(launch: handle.state.launch), delay, for: handle)
        case .threw(let error): end(handle, .failed(error))
        }
        if let slot { advance(slot) }
    }

    /// Processes a timer.
    mutating func fired(_ timer: CommandTimer) {
        switch timer {
        case .debounce(let launch): debounceEnded(launch)
        case .timeout(let launch): timedOut(launch)
        case .backoff(let launch): backoffEnded(launch)
        case .grace(let launch): graceEnded(launch)
        case .throttle(let id): throttleEnded(id)
        }
    }

    /// Cancels the commands of a target, in the order of launching.
    mutating func cancel(_ target: CancelTarget) {
        switch target {
        case .launch(let handle):
            // Even if it has ended: its callbacks can still fire.
            handle.state.isLate = true
            cancel([handle])
        case .id(let id):
            let slots = named(id)
            // Includes ended commands of this id: their callbacks can still fire.
            for slot in slots { slot.cancelled = lastLaunch }
            // A command without an explicit id can share a slot with an id of the same name. It is not canceled.
            cancel(ordered(slots.flatMap(\.inFlight).filter { $0.options.id != nil }))
        case .owner(let owner):
            ownersCancelled[owner] = lastLaunch
            cancel(ordered(owned[owner].map { Array($0.values) } ?? []))
        case .all:
            allCancelled = lastLaunch
            cancel(ordered(live))
        }
    }

    /// Lets a command that ended its own wish finish: it is not retried, and its end fires no event.
    ///
    /// - Returns: Whether it is finishing. A command whose body does not run is canceled.
    mutating func finish(_ handle: CommandHandle) -> Bool {
        guard case .running = handle.state.phase else {
            cancel(.launch(handle))
            return false
        }
        handle.state.phase = .finishing(fired: 0)
        return true
    }

    /// Processes the end of a body that ended its own wish.
    private mutating func finishingReturned(_ handle: CommandHandle, _ result: AttemptResult) {
        let slot = handle.state.slot
        handle.state.phase = .backingOff(attempt: 1)
        switch result {
        case .returned: end(handle, .finished)
        case .threw(let error):
            if !error.isCancellation, !handle.hasHandled(error) {
                steps.append(.report(.failedAfterEnd(command: handle.commandName, error: error)))
            }
            endQuietly(handle)
        }
        if let slot { advance(slot) }
    }

    /// Resets a type: cancels the commands that it owns, and makes all later events of its commands late, even those of
    /// commands that have returned.
    ///
    /// Bodies that are still running no longer block other commands. The next commands can belong to another user, for
    /// example, and must not wait for these bodies.
    mutating func reset(_ owner: ObjectIdentifier) {
        ownersCancelled[owner] = lastLaunch
        let handles = (owned[owner].map { Array($0.values) } ?? []).sorted { $0.state.launch < $1.state.launch }
        let slots = handles.compactMap(\.state.slot)
        for handle in handles where !handle.state.hasEnded {
            if handle.state.isByReaction && !spares.contains(handle.state.launch) { reset.append(handle.state.launch) }
            end(handle, .cancelled)
        }
        for handle in handles { leaveSlot(handle) }
        for slot in slots { advance(slot) }
    }

    /// Closes the table: cancels running commands, drops waiting commands, and refuses new ones.
    mutating func close() {
        isClosed = true
        let all = ordered(live)
        let slots = all.compactMap(\.state.slot)
        for handle in all where handle.state.attempt == 0 { end(handle, .dropped) }
        cancel(all)
        for slot in slots { advance(slot) }
    }

    // MARK: Starting and ending

    mutating func start(_ handle: CommandHandle) {
        let attempt = handle.state.attempt + 1
        handle.state.phase = .running(attempt: attempt)
        if attempt == 1 { handle.state.slot?.add(handle, to: .running) }
        steps.append(.start(handle))
        if attempt == 1, let timeout = handle.options.timeout {
            startTimer(.timeout(launch: handle.state.launch), timeout, for: handle)
        }
    }

    /// Ends a command that has not ended yet. Its place is free afterwards, although its body may continue.
    mutating func end(_ handle: CommandHandle, _ outcome: CommandOutcome) {
        guard !handle.state.hasEnded else { return }
        free(handle)
        notifyEnd(handle, outcome)
    }

    /// Cancels a command that ended its own wish. No event reports its end.
    mutating func endQuietly(_ handle: CommandHandle) {
        free(handle)
        handle.state.isLate = true
        steps.append(.end(handle, .cancelled))
        if handle.state.isBodyRunning { steps.append(.cancelBody(handle)) }
    }

    @inline(__always)
    private mutating func free(_ handle: CommandHandle) {
        let isBodyRunning = handle.state.isBodyRunning
        handle.state.phase = .ended(isBodyRunning: isBodyRunning)
        inFlight -= 1
        stopTimers(of: handle)
        handle.state.slot?.remove(handle)
        if isBodyRunning { handle.state.slot?.add(handle, to: .lingering) } else { leave(handle) }
    }

    private mutating func disown(_ handle: CommandHandle, _ owner: ObjectIdentifier) {
        guard let index = owned.index(forKey: owner) else { return }
        owned.values[index][handle.state.launch] = nil
        if owned.values[index].isEmpty { owned.remove(at: index) }
    }

    private mutating func stopTimers(of handle: CommandHandle) {
        guard !handle.state.timers.isEmpty else { return }
        for timer in handle.state.timers { steps.append(.stopTimer(timer)) }
        handle.state.timers = []
    }

    /// Removes an ended command from its slot, so that its body no longer blocks other commands.
    private mutating func leaveSlot(_ handle: CommandHandle) {
        stopTimers(of: handle)
        handle.state.slot?.remove(handle)
        handle.state.slot = nil
    }

    /// Removes an ended command whose body has returned or was never started.
    private mutating func leave(_ handle: CommandHandle) {
        for owner in handle.state.owners { disown(handle, owner) }
        handle.state.slot = nil
        let last = live.removeLast()
        if last !== handle {
            last.state.index = handle.state.index
            live[handle.state.index] = last
        }
        if !timed.isEmpty { timed[handle.state.launch] = nil }
    }

    private mutating func notifyEnd(_ handle: CommandHandle, _ outcome: CommandOutcome) {
        steps.append(.end(handle, outcome))
        switch outcome {
        case .finished: return
        case .dropped: handle.state.isLate = true
        case .failed(let error):
            let failure = UnreadFailure(command: handle.commandName, error: error, reports: failures)
            if handle.hasHandled(error) { failure.read() }
            handle.state.failure = failure
            fireEnd(of: handle, outcome)
        case .cancelled:
            handle.state.isLate = true
            fireEnd(of: handle, outcome)
        }
    }

    private mutating func fireEnd(of handle: CommandHandle, _ outcome: CommandOutcome) {
        if handle.state.isBodyRunning { steps.append(.cancelBody(handle)) }
        // The cancellation of a timer fires no event.
        if handle.options.isTimer, case .cancelled = outcome { return }
        let ended = CommandEnded(
            launch: handle.state.launch, id: handle.options.id, row: handle.launchPath?.path.row,
            command: handle.commandName, outcome: outcome,
            failure: handle.state.failure, launchedAt: handle.state.launchedAt)
        // The command itself causes its failure.
        let isFailure = if case .failed = outcome { true } else { false }
        steps.append(.fire(ended, sparing: isFailure ? handle.state.spares : spares))
    }

    private mutating func refuse(_ handle: CommandHandle, _ reason: Refusal.Reason, _ cause: CommandHandle?) {
        handle.state.phase = .ended(isBodyRunning: false)
        handle.state.isLate = true
        steps.append(.end(handle, .dropped))
        steps.append(
            .report(
                .refused(
                    Refusal(type: handle.commandName, reason: reason, cause: cause?.asCause, place: handle.state.place))
            )
        )
    }

    private mutating func cancel(_ handles: [CommandHandle]) {
        var freed: [CommandSlot] = []
        for handle in handles {
            if let slot = handle.state.slot, freed.last !== slot { freed.append(slot) }
            if handle.state.launch != 0 { end(handle, .cancelled) }
        }
        for slot in freed { advance(slot) }
    }

    private func ordered(_ handles: [CommandHandle]) -> [CommandHandle] {
        handles.filter { !$0.state.hasEnded }.sorted { $0.state.launch < $1.state.launch }
    }

    private func isRetryable(_ handle: CommandHandle, _ error: any Error) -> Bool {
        handle.state.attempt < handle.options.retry.attempts && handle.options.retry.isRetryable(error)
    }

    private mutating func bodyOfEndedReturned(_ handle: CommandHandle, _ result: AttemptResult) {
        if case .threw(let error) = result, !error.isCancellation, !handle.hasHandled(error) {
            steps.append(.report(.failedAfterEnd(command: handle.commandName, error: error)))
        }
        stopTimers(of: handle)
        let slot = handle.state.slot
        slot?.remove(handle)
        leave(handle)
        if let slot { advance(slot) }
    }

    /// Removes all commands after the core was released.
    ///
    /// - Returns: The commands that have not ended.
    mutating func abandon() -> [CommandHandle] {
        // Breaks the reference cycles between slots and their commands.
        for handle in live {
            handle.state.slot = nil
            handle.state.family = nil
        }
        slots = [:]
        owned = [:]
        return live.filter { !$0.state.hasEnded }
    }

    // MARK: Slots, for the policies

    /// The slot of an id, if it has live commands.
    func slot(_ id: CommandID) -> CommandSlot? { slots[id.name]?[id.path] }

    private mutating func slot(for id: CommandID) -> CommandSlot {
        if let slot = slot(id) { return slot }
        let slot = retired[id.name]?[id.path]?.slot ?? CommandSlot(id)
        slots[id.name, default: [:]][id.path] = slot
        return slot
    }

    mutating func dropIfEmpty(_ slot: CommandSlot) {
        guard slot.isEmpty, self.slot(slot.id) === slot, let index = slots.index(forKey: slot.id.name) else { return }
        slots.values[index][slot.id.path] = nil
        if slots.values[index].isEmpty { slots.remove(at: index) }
        retire(slot)
    }

    /// Retains a slot weakly, as long as a command that was in it can still fire.
    private mutating func retire(_ slot: CommandSlot) {
        guard slot.hasFamily else { return }
        if retired[slot.id.name, default: [:]].updateValue(RetiredSlot(slot: slot), forKey: slot.id.path) == nil {
            retiredCount += 1
        }
        guard retiredCount > retiredLimit else { return }
        retired = retired.mapValues { $0.filter { $0.value.slot != nil } }.filter { !$0.value.isEmpty }
        retiredCount = retired.values.reduce(0) { $0 + $1.count }
        retiredLimit = max(64, 2 * retiredCount)
    }

    /// The slots of an id: in its child state, or in every child state if the id contains none.
    private func named(_ id: CommandID) -> [CommandSlot] {
        if id.path != nil { return (slot(id) ?? retired[id.name]?[id.path]?.slot).map { [$0] } ?? [] }
        var paths: [LaunchPath?: CommandSlot] = [:]
        for (path, slot) in retired[id.name] ?? [:] { paths[path] = slot.slot }
        for (path, slot) in slots[id.name] ?? [:] { paths[path] = slot }
        return Array(paths.values)
    }

    /// The live command with a timer and this launch.
    func handle(_ launch: UInt64) -> CommandHandle? { timed[launch] }

    mutating func startTimer(_ timer: CommandTimer, _ duration: Duration, for handle: CommandHandle) {
        handle.state.timers.append(timer)
        timed[handle.state.launch] = handle
        steps.append(.startTimer(timer, duration))
    }
}

/// The commands to cancel.
enum CancelTarget: CustomStringConvertible {
    case launch(CommandHandle)
    case id(CommandID)
    case owner(ObjectIdentifier)
    case all

    /// The call with which a program cancels them.
    var description: String {
        switch self {
        case .launch: "cancel()"
        case .id(let id): "cancel(id: \"\(id)\")"
        case .owner: "cancel(owner:)"
        case .all: "cancelAll()"
        }
    }
}
