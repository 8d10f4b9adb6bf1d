import Reactor

/// An actor that writes a journal: it takes the core's steps, converts them into lines, and syncs them to disk.
///
/// It has its own executor, because it waits for the disk. It shares only the buffer with the core.
package actor JournalWriter {
    nonisolated let buffer: StepBuffer
    nonisolated let folder: JournalFolder
    let configuration: JournalConfiguration
    private let executor: any SerialExecutor
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var lock: WriterLock?
    private var note: OpeningNote?
    private var found: Recovery.RecoveredJournal?
    private var isOpened = false
    private var output: JournalOutput?
    private var machine: WriterMachine
    private var batch: [StepBuffer.Item] = []
    private var waiters: [(id: UInt64, seq: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
    private var lastWaiter: UInt64 = 0
    private var closers: [CheckedContinuation<Void, any Error>] = []
    private var failure: JournalError?
    private var isDone = false
    /// Whether it is suspended: it writes nothing and locks no file until ``resume(into:_:prepare:)``.
    package private(set) var isSuspended = false
    private var suspender: CheckedContinuation<Void, any Error>?
    /// The queue of suspensions, resumptions and closings.
    private let calls = AsyncLock()

    package init(_ folder: String, _ configuration: JournalConfiguration) {
        self.folder = JournalFolder(folder)
        self.configuration = configuration
        executor = configuration.executor ?? ThreadExecutor()
        buffer = StepBuffer(capacity: configuration.capacity, seq: 0)
        machine = WriterMachine(configuration.durability, gathering: configuration.gathering, seq: 0)
    }

    // MARK: Opening

    /// Locks the journal, reads the last segment and applies its lines, the header first. Only recovery writes to files.
    ///
    /// - Parameter visit: A closure that applies a line, and returns whether all lines so far are applied.
    /// - Returns: The result of the lines, the header, which is nil for a new journal, and the recovery report.
    package func open<Value: Sendable>(
        into initial: Value, _ visit: @Sendable (inout Value, JournalLine) throws -> Bool
    ) async throws -> (Value, JournalHeader?, RecoveryReport) {
        guard !isOpened else { throw JournalError.alreadyOpened(folder: folder.path) }
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

    /// Unlocks a journal that was opened and will not be written.
    package func abandon() {
        endNote()
        found = nil
        lock = nil
    }

    private func endNote() {
        note?.end()
        note = nil
    }

    /// Begins to write, after the existing entries or in a new segment with this header.
    ///
    /// - Parameter header: The header, whose id, app, time and seq are filled in. It is required for a new journal.
    /// - Returns: The flight recorder of the core, or nil if there is none.
    func start(_ content: JournalContent, id: String, header: JournalHeader?) throws -> FlightLog? {
        let log: FlightLog?
        do {
            var output = try JournalOutput(folder, configuration, content, found, id: id)
            if let header { try output.begin(header) }
            try output.markSynced()
            log = flightLog(output, content)
            machine = WriterMachine(
                configuration.durability, gathering: configuration.gathering, seq: output.seq)
            buffer.resume(at: output.seq, skipped: output.skipped)
            self.output = output
            found = nil
            // A full disk does not prevent opening. The recording ends, as after any later failure.
            if header == nil { attempt { try self.output?.resume() } }
        } catch {
            abandon()
            throw JournalError.from(error, in: folder.path)
        }
        endNote()
        // A recording that ended here does not wait for a task before it unlocks the folder.
        if failure == nil { configuration.spawn.detached { await self.run() } } else { finish() }
        return log
    }

    /// Creates the flight recorder. The journal continues without one if that fails.
    private func flightLog(_ output: JournalOutput, _ content: JournalContent) -> FlightLog? {
        // The file of an earlier session would be read as the end of this one.
        if configuration.flight == .off { try? configuration.fileSystem.remove(folder.flight) }
        do {
            return try FlightLog.make(
                configuration.flight, in: folder, id: output.id, seq: output.seq, content, configuration)
        } catch {
            if let error = JournalError.from(error, in: folder.path) as? JournalError {
                configuration.report(.withoutFlightRecorder(error))
            }
            try? configuration.fileSystem.remove(folder.flight)
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
                    // Its content is obsolete. If it cannot be removed, the last line still marks the journal as closed.
                    if configuration.flight != .off { try? configuration.fileSystem.remove(folder.flight) }
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

    /// Throws if the file or the lock was removed, so that the written lines are lost or another process may write.
    private func confirm() throws {
        try lock?.confirm(configuration.fileSystem)
        try output?.confirm()
    }

    // MARK: Waiting

    /// Waits until the entries up to `seq`, or the last recorded one, are durable. It ends early if its task is cancelled.
    package func durable(through seq: UInt64?) async throws {
        if let failure { throw failure }
        // Later steps of the core are not recorded, so a request for the last entry fails.
        if isDone, seq == nil { throw JournalError.closed }
        if machine.durable >= seq ?? buffer.seq { return }
        if isDone { throw JournalError.closed }
        // Entries that wait during a suspension are renumbered when they are written.
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

    /// Writes and syncs the recorded entries, and unlocks the journal.
    package func close() async throws {
        await calls.lock()
        defer { calls.unlock() }
        if let failure { throw failure }
        if isDone { return }
        if isSuspended {
            if buffer.seq != output?.seq { throw JournalError.suspended }
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

    /// Writes and syncs the recorded entries, and releases every lock. Later entries wait.
    package func suspend() async throws {
        await calls.lock()
        defer { calls.unlock() }
        if let failure { throw failure }
        if isDone { throw JournalError.closed }
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

    /// Waits until it is resumed or closed. If the core is released before, the waiting entries are lost.
    private func untilResumed() async {
        while isSuspended, !isDone {
            if buffer.status.isClosed {
                if buffer.seq != output?.seq { attempt { throw JournalError.suspended } }
                return finish()
            }
            await buffer.wait(isQuiet: true)
        }
    }

    /// Locks the journal again, and continues after the entries of other writers.
    ///
    /// All operations that can fail come first, so that it stays suspended after an error.
    ///
    /// - Parameters:
    ///   - visit: A closure that applies a line of another writer.
    ///   - prepare: A closure that returns the header of a new segment, or nil, and a closure with which the core continues after
    ///     an entry, with a flight recorder.
    /// - Returns: The recovery report, or nil if no other writer has written.
    func resume<Value: Sendable>(
        into initial: Value, _ visit: @Sendable (inout Value, JournalLine) throws -> Void,
        prepare: @Sendable (Value, RecoveryReport) throws -> (JournalHeader?, Continuation)
    ) async throws -> RecoveryReport? {
        await calls.lock()
        defer { calls.unlock() }
        if let failure { throw failure }
        if isDone { throw JournalError.closed }
        guard isSuspended, let left = output else { return nil }
        var report: RecoveryReport?
        do {
            // The caller keeps the core alive, so the journal does not end in the meantime.
            lock = try await WriterLock.acquire(folder, configuration)
            if try output?.takeAgain() == false {
                var value = initial
                let recovery = Recovery(
                    folder: folder, fileSystem: configuration.fileSystem, app: configuration.app,
                    limit: configuration.limits.error)
                let found = try recovery.run { try visit(&value, $0) }
                guard let found, found.header.id == left.id else {
                    throw JournalError.removed(path: found?.report.file ?? folder.path)
                }
                let (header, goOn) = try prepare(value, found.report)
                let output = try left.goingOn(from: found, header: header)
                await goOn(output.seq, output.skipped, flightLog(output, output.content))
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

    /// A closure with which a core continues after an entry, with the numbers that are reserved for suspended writers.
    typealias Continuation =
        nonisolated(nonsending) @Sendable (_ seq: UInt64, _ skipped: UInt64, FlightLog?) async -> Void

    private func goOn(behind left: UInt64) {
        let seq = output?.seq ?? left
        let last = buffer.seq
        machine = WriterMachine(configuration.durability, gathering: configuration.gathering, seq: seq)
        // No waiting caller waits for an entry that was written before.
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
            let failure = JournalError.ended(seq: machine.durable, reason: "\(reason)", code: code)
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
        for continuation in waiting { continuation.resume(throwing: failure ?? JournalError.closed) }
        if let suspender = suspender.take() {
            if let failure { suspender.resume(throwing: failure) } else { suspender.resume() }
        }
        for continuation in closing {
            if let failure { continuation.resume(throwing: failure) } else { continuation.resume() }
        }
    }
}
