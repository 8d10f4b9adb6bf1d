import Reactor

/// Writes a journal: takes what the core has done, makes lines of it, and brings them to the disk.
///
/// It runs on an executor of its own, because it waits for the disk. The buffer is all it shares with the core.
package actor JournalWriter {
    nonisolated let buffer: StepBuffer
    nonisolated let folder: JournalFolder
    let configuration: JournalConfiguration
    private let executor: any SerialExecutor
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var lock: WriterLock?
    private var note: OpeningNote?
    private var found: Recovery.Found?
    private var isOpened = false
    private var output: JournalOutput?
    private var machine: WriterMachine
    private var batch: [StepBuffer.Item] = []
    private var waiters: [(id: UInt64, seq: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
    private var lastWaiter: UInt64 = 0
    private var closers: [CheckedContinuation<Void, any Error>] = []
    private var failure: JournalError?
    private var isDone = false
    /// Whether nothing is written, and no file is locked, until ``resume(into:_:prepare:)``.
    package private(set) var isSuspended = false
    private var suspender: CheckedContinuation<Void, any Error>?
    /// Suspending, resuming and closing go one after the other.
    private let turns = Turns()

    package init(_ folder: String, _ configuration: JournalConfiguration) {
        self.folder = JournalFolder(folder)
        self.configuration = configuration
        executor = configuration.executor ?? ThreadExecutor()
        buffer = StepBuffer(capacity: configuration.capacity, seq: 0)
        machine = WriterMachine(configuration.durability, gathering: configuration.gathering, seq: 0)
    }

    // MARK: Opening

    /// Takes the writer's lock, reads the last segment and folds its lines, the header first. Nothing is written but what
    /// recovery asks for.
    ///
    /// - Parameter visit: folds a line, and says whether everything that it was given is applied.
    /// - Returns: what was folded, the header (nil for a journal that is new), and what was found.
    package func open<Value: Sendable>(
        into initial: Value, _ visit: @Sendable (inout Value, JournalLine) throws -> Bool
    ) async throws -> (Value, JournalHeader?, RecoveryReport) {
        guard !isOpened else { throw JournalError(.alreadyOpened(folder: folder.path)) }
        isOpened = true
        do {
            try configuration.fileSystem.makeFolders(folder.path)
            lock = try await WriterLock.acquire(folder, configuration)
            var note = try OpeningNote.begin(folder, configuration.fileSystem)
            self.note = note
            var value = initial
            let recovery = Recovery(
                folder: folder, fileSystem: configuration.fileSystem, app: configuration.app,
                limit: configuration.limits.error)
            found = try recovery.run { line in
                note.reach(line)
                note.leave(isApplied: try visit(&value, line))
            }
            return (value, found?.header, found?.report ?? RecoveryReport())
        } catch {
            abandon()
            throw JournalError.from(error, in: folder.path)
        }
    }

    /// Frees a journal that was opened and is not to be written.
    package func abandon() {
        endNote()
        found = nil
        lock = nil
    }

    private func endNote() {
        note?.end()
        note = nil
    }

    /// Begins to write: behind what was found, or in a new segment with this header.
    ///
    /// - Parameter header: its id, app, time and seq are filled in. It may be left out only where something was found.
    /// - Returns: the flight recorder of the core, nil where there is none.
    func start(_ content: JournalContent, id: String, header: JournalHeader?) throws -> FlightLog? {
        let log: FlightLog?
        do {
            var output = try JournalOutput(folder, configuration, content, found, id: id)
            if let header { try output.begin(header) }
            try output.markSynced()
            log = flightLog(output, content)
            machine = WriterMachine(
                configuration.durability, gathering: configuration.gathering, seq: output.seq)
            buffer.resume(at: output.seq)
            self.output = output
            found = nil
            // A full disk is no reason not to open: the recording ends, as it does at any later write.
            if header == nil { attempt { try self.output?.resume() } }
        } catch {
            abandon()
            throw JournalError.from(error, in: folder.path)
        }
        endNote()
        configuration.spawn.detached { await self.run() }
        return log
    }

    /// A journal goes on without one, too.
    private func flightLog(_ output: JournalOutput, _ content: JournalContent) -> FlightLog? {
        // What an earlier session left would be taken for the end of this one.
        if configuration.flight == .off { try? configuration.fileSystem.removed(folder.flight) }
        do {
            return try FlightLog.make(
                configuration.flight, in: folder, id: output.id, seq: output.seq, content, configuration)
        } catch {
            if let error = JournalError.from(error, in: folder.path) as? JournalError {
                configuration.report(.withoutFlightRecorder(error))
            }
            try? configuration.fileSystem.removed(folder.flight)
            return nil
        }
    }

    // MARK: Running

    private func run() async {
        while failure == nil {
            let status = buffer.status
            if status.isClosed { machine.closes() }
            let now = configuration.clock.now
            switch machine.next(hasItems: status.hasItems, isCrowded: status.isCrowded, now: now) {
            case .take: attempt { try take(now) }
            case .sync: attempt { try sync() }
            case .wait(let until): await wait(until.map { $0 - now }, isQuiet: status.hasItems)
            case .suspend where output?.isInGroup == true: await wait(nil, isQuiet: false)
            case .suspend:
                attempt { try letGo() }
                guard failure == nil else { break }
                suspender.take()?.resume()
                await untilResumed()
                if isDone { return }
            case .end:
                attempt {
                    try output?.end()
                    try confirm()
                    // What it says is over. Where it cannot be removed, the last line says that the journal was closed.
                    if configuration.flight != .off { try? configuration.fileSystem.removed(folder.flight) }
                }
                return finish()
            }
        }
        finish()
    }

    private func wait(_ duration: Duration?, isQuiet: Bool) async {
        let timer = duration.map { duration in
            configuration.spawn.detached { [buffer, clock = configuration.clock] in
                guard (try? await clock.sleep(for: duration)) != nil else { return }
                buffer.wake()
            }
        }
        await buffer.wait(isQuiet: isQuiet)
        timer?.cancel()
    }

    private func take(_ now: Duration) throws {
        buffer.take(into: &batch)
        defer { batch.removeAll(keepingCapacity: true) }
        output?.beginBatch()
        for item in batch { try output?.write(item) }
        try output?.flush()
        guard let seq = output?.seq else { return }
        if configuration.durability == .process { try confirm() }
        machine.wrote(upTo: seq, at: now)
        if output?.asksForState() == true { buffer.wantState() }
        acknowledge()
    }

    private func sync() throws {
        try output?.sync()
        try confirm()
        machine.didSync()
        acknowledge()
    }

    /// Throws when what was written is where nobody will find it, or somebody else may be writing.
    private func confirm() throws {
        try lock?.confirm(configuration.fileSystem)
        try output?.confirm()
    }

    // MARK: Waiting

    /// Returns when the entries up to `seq`, nil for what was recorded last, will survive what the durability says; ends early
    /// with its task.
    package func durable(through seq: UInt64?) async throws {
        if let failure { throw failure }
        // What the core has done since is not recorded, and whoever asks for the last entry means that too.
        if isDone, seq == nil { throw JournalError(.closed) }
        if machine.durable >= seq ?? buffer.seq { return }
        if isDone { throw JournalError(.closed) }
        // Of what waits while it is suspended the number moves when it is written.
        let seq = seq ?? buffer.seq
        lastWaiter += 1
        let id = lastWaiter
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                machine.wants(seq)
                waiters.append((id, seq, continuation))
                buffer.wake()
            }
        } onCancel: {
            configuration.spawn.detached { await self.giveUp(id) }
        }
    }

    private func giveUp(_ id: UInt64) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        let waiter = waiters.remove(at: index)
        machine.wantsOnly(waiters.map(\.seq).max() ?? 0)
        waiter.continuation.resume(throwing: CancellationError())
    }

    /// Writes and syncs what was recorded, and frees the journal.
    package func close() async throws {
        await turns.take()
        defer { turns.end() }
        if let failure { throw failure }
        if isDone { return }
        if isSuspended {
            if buffer.seq != output?.seq { throw JournalError(.suspended) }
            finish()
            return buffer.wake()
        }
        buffer.close()
        try await withCheckedThrowingContinuation { closers.append($0) }
    }

    private func acknowledge() {
        let durable = machine.durable
        let done = waiters.filter { $0.seq <= durable }
        waiters.removeAll { $0.seq <= durable }
        for waiter in done { waiter.continuation.resume() }
    }

    // MARK: Suspension

    /// Writes and syncs what was recorded, and lets go of every file that is locked. What is recorded from then on waits.
    package func suspend() async throws {
        await turns.take()
        defer { turns.end() }
        if let failure { throw failure }
        if isDone { throw JournalError(.closed) }
        if isSuspended { return }
        machine.suspends()
        buffer.wake()
        try await withCheckedThrowingContinuation { suspender = $0 }
    }

    private func letGo() throws {
        try output?.end(isSuspended: true)
        try confirm()
        try output?.release()
        lock = nil
        buffer.suspend(true)
        isSuspended = true
    }

    /// Returns when it is resumed or closed. Where the core is released before, nobody can resume it, and what waits is lost.
    private func untilResumed() async {
        while isSuspended, !isDone {
            if buffer.status.isClosed {
                if buffer.seq != output?.seq { attempt { throw JournalError(.suspended) } }
                return finish()
            }
            await buffer.wait(isQuiet: true)
        }
    }

    /// Takes the writer's lock again and goes on behind what was written meanwhile.
    ///
    /// Whatever can fail is done first: after an error it is suspended as before.
    ///
    /// - Parameters:
    ///   - visit: folds a line of what others have made of the journal.
    ///   - prepare: says of what was folded with which header to begin a segment, nil for none, and how the core goes on from
    ///     there: behind that entry, with that flight recorder.
    /// - Returns: what was found; nil when nobody has written meanwhile.
    func resume<Value: Sendable>(
        into initial: Value, _ visit: @Sendable (inout Value, JournalLine) throws -> Void,
        prepare: @Sendable (Value, RecoveryReport) throws -> (JournalHeader?, GoOn)
    ) async throws -> RecoveryReport? {
        await turns.take()
        defer { turns.end() }
        if let failure { throw failure }
        if isDone { throw JournalError(.closed) }
        guard isSuspended, let left = output else { return nil }
        var report: RecoveryReport?
        do {
            // Who resumes holds the core, so it is not released meanwhile, and the journal does not end.
            lock = try await WriterLock.acquire(folder, configuration)
            if try output?.takeAgain() == false {
                var value = initial
                let recovery = Recovery(
                    folder: folder, fileSystem: configuration.fileSystem, app: configuration.app,
                    limit: configuration.limits.error)
                let found = try recovery.run { try visit(&value, $0) }
                guard let found, found.header.id == left.id else {
                    throw JournalError(.removed(path: found?.report.file ?? folder.path))
                }
                let (header, goOn) = try prepare(value, found.report)
                let output = try left.goingOn(from: found, header: header)
                await goOn(output.seq, flightLog(output, output.content))
                self.output = output
                report = found.report
            }
        } catch {
            lock = nil
            throw JournalError.from(error, in: folder.path)
        }
        goOn(behind: left.seq)
        return report
    }

    /// How a core goes on behind an entry.
    typealias GoOn = nonisolated(nonsending) @Sendable (_ seq: UInt64, FlightLog?) async -> Void

    private func goOn(behind left: UInt64) {
        let seq = output?.seq ?? left
        let last = buffer.seq
        machine = WriterMachine(configuration.durability, gathering: configuration.gathering, seq: seq)
        // Of those that wait none waits for what was written before.
        for index in waiters.indices {
            let moved = waiters[index].seq + (seq - left)
            waiters[index].seq = waiters[index].seq <= last ? min(moved, last) : moved
        }
        isSuspended = false
        buffer.suspend(false)
        machine.wantsOnly(waiters.map(\.seq).max() ?? 0)
        acknowledge()
        buffer.wake()
    }

    // MARK: Ending

    private func attempt(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            let reason = JournalError.from(error, in: folder.path)
            let code = (reason as? JournalError)?.code
            let failure = JournalError(.ended(seq: machine.durable, reason: "\(reason)", code: code))
            self.failure = failure
            configuration.report(.ended(failure))
            if configuration.onFailure == .stop { fatalError(failure.description) }
        }
    }

    private func finish() {
        isDone = true
        buffer.end()
        output = nil
        lock = nil
        let waiting = waiters.map(\.continuation)
        let closing = closers
        waiters = []
        closers = []
        for continuation in waiting { continuation.resume(throwing: failure ?? JournalError(.closed)) }
        if let suspender = suspender.take() {
            if let failure { suspender.resume(throwing: failure) } else { suspender.resume() }
        }
        for continuation in closing {
            if let failure { continuation.resume(throwing: failure) } else { continuation.resume() }
        }
    }
}
