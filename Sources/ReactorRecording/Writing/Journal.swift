import Reactor

/// A recording that is being written.
///
/// Steps are recorded in the order in which the core applies them, and written asynchronously. The journal ends with ``close()``,
/// or when its core is released.
///
/// ```swift
/// func save(_ core: Core<some State>, in journal: Journal) async throws {
///     await core.settled()
///     try await journal.durable()      // what was fired before survives whatever happens now
/// }
/// ```
public final class Journal: Sendable {
    private let writer: JournalWriter
    private let log: FlightLog?
    /// The id of the journal, which all its segments contain.
    package let id: String
    /// The result of the recovery when the journal was opened.
    package let recovery: RecoveryReport

    init(_ writer: JournalWriter, _ recovery: RecoveryReport, _ log: FlightLog?, id: String) {
        self.id = id
        self.writer = writer
        self.recovery = recovery
        self.log = log
    }

    /// The folder of the journal.
    public var folder: String { writer.folder.path }

    /// The seq of the last recorded entry. Entries that wait during a suspension are renumbered after the entries of other
    /// writers.
    public var lastSeq: UInt64 { writer.buffer.seq }

    /// Waits until the entries up to `seq` are durable, as the journal's ``Durability`` defines. During a suspension it also
    /// waits for the resumption.
    ///
    /// - Parameter seq: The last entry, which may not be recorded yet; nil for the last recorded one. An event is recorded when
    ///   it is applied, so call `await core.settled()` first.
    /// - Throws: ``JournalError`` of the kind `ended` if the recording could not continue, or `unsuitable` if the journal was
    ///   already closed; `CancellationError` if the task is cancelled while it waits.
    public nonisolated(nonsending) func durable(through seq: UInt64? = nil) async throws {
        try await writer.durable(through: seq)
    }

    /// Writes the recorded entries, syncs them to disk for any durability, and unlocks the folder. Later events of the core are
    /// not recorded.
    ///
    /// Another writer can open the folder after this call, or after the core was released and its entries are written. Closing
    /// only the core leaves the journal open; ``OpenedCore/close(grace:)`` closes both.
    ///
    /// - Throws: ``JournalError`` of the kind `ended` if the recording could not continue.
    public nonisolated(nonsending) func close() async throws { try await writer.close() }

    var now: Timestamp { writer.configuration.now() }

    /// Whether the journal is suspended: it writes nothing and locks no file until it resumes.
    package nonisolated(nonsending) var isSuspended: Bool { get async { await writer.isSuspended } }

    /// Writes the recorded entries, and releases all locks until it resumes.
    package nonisolated(nonsending) func suspend() async throws { try await writer.suspend() }

    /// Continues after the entries that other writers have added.
    ///
    /// - Parameters:
    ///   - visit: A closure that applies a line of another writer.
    ///   - prepare: A closure that returns the header of a new segment, or nil to continue the current one, and rebases the core.
    ///     The rebase passes the waiting steps to its argument.
    /// - Returns: The recovery report, or nil if no other writer has written.
    package nonisolated(nonsending) func resume<Value: Sendable>(
        into initial: Value, _ visit: @escaping @Sendable (inout Value, JournalLine) throws -> Void,
        prepare: @Sendable (Value, RecoveryReport) throws -> (JournalHeader?, Rebase)
    ) async throws -> RecoveryReport? {
        try await writer.resume(into: initial, visit) { value, report in
            let (header, rebase) = try prepare(value, report)
            let goOn: JournalWriter.Continuation = { [buffer = writer.buffer, log] seq, skipped, new in
                await rebase { perform in
                    buffer.rebase(behind: seq, skipped: skipped, perform)
                    // No step is noted in a file that another writer has removed.
                    if let new { log?.goOn(in: new, seq: buffer.seq) }
                }
            }
            return (header, goOn)
        }
    }

    /// A closure that moves a core to another state, and calls its argument there so that the waiting steps are performed again.
    package typealias Rebase =
        nonisolated(nonsending) @Sendable (@escaping @Sendable (_ perform: (LogStep) -> LogStep?) -> Void) async -> Void

    /// Returns the recorder that receives the core's steps.
    ///
    /// - Parameter check: A closure that receives each event before it is recorded, while its caller is on the call stack.
    package func recorder<StateType: State>(
        _ encoding: JournalEncoding<StateType>, check: (@Sendable (any Event) -> Void)? = nil
    ) -> JournalRecorder<StateType> {
        JournalRecorder(writer, encoding, log, check: check)
    }
}

extension Journal {
    /// A journal that was read, and is not written yet.
    package struct Opening<Value: Sendable>: Sendable {
        let writer: JournalWriter
        /// The result of the lines.
        package let value: Value
        /// The header of the last segment, or nil for a new journal.
        package let header: JournalHeader?
        package let recovery: RecoveryReport

        /// Begins to record.
        ///
        /// - Parameters:
        ///   - id: The id of a new journal.
        ///   - header: The header of a new segment. A new journal needs one.
        package nonisolated(nonsending) func start(
            _ content: JournalContent, id: String, header: JournalHeader?
        ) async throws -> Journal {
            let log = try await writer.start(content, id: id, header: header)
            return Journal(writer, recovery, log, id: self.header?.id ?? id)
        }

        /// Unlocks the journal.
        package nonisolated(nonsending) func abandon() async { await writer.abandon() }
    }

    /// Locks a journal for writing, and applies the lines of its last segment, on the writer's executor.
    package static func open<Value: Sendable>(
        _ folder: String, _ configuration: JournalConfiguration, into initial: Value,
        _ visit: @escaping @Sendable (inout Value, JournalLine) throws -> Bool
    ) async throws -> Opening<Value> {
        let writer = JournalWriter(folder, configuration)
        let (value, header, report) = try await writer.open(into: initial, visit)
        return Opening(writer: writer, value: value, header: header, recovery: report)
    }
}
