import Reactor

/// A recording that is being written.
///
/// What a core does is recorded in the order in which it is applied, and written behind its back. The journal ends with
/// ``close()``, or when its core is released.
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
    /// What was found when it was opened.
    public let recovery: RecoveryReport

    init(_ writer: JournalWriter, _ recovery: RecoveryReport, _ log: FlightLog?) {
        self.writer = writer
        self.recovery = recovery
        self.log = log
    }

    /// The folder that it is written to.
    public var folder: String { writer.folder.path }

    /// The seq of what was recorded last. What waits while it is suspended is numbered anew behind what others wrote.
    public var lastSeq: UInt64 { writer.buffer.seq }

    /// Returns when the entries up to `seq` will survive what the journal's ``Durability`` says. While the journal is
    /// suspended that is not so of what waits, and this waits with it.
    ///
    /// - Parameter seq: the last entry to wait for, one that may still have to be recorded; nil for what was recorded
    ///   last. What is fired is recorded when it is applied: `await core.settled()` comes first.
    /// - Throws: ``JournalError`` of the kind `ended` when the recording could not go on, and `unsuitable` when the
    ///   journal was closed before, `CancellationError` when the task is cancelled while it waits.
    public nonisolated(nonsending) func durable(through seq: UInt64? = nil) async throws {
        try await writer.durable(through: seq)
    }

    /// Writes what was recorded, brings it to the disk whatever the durability, and lets the next writer in. What the core
    /// does from now on is not recorded.
    ///
    /// A folder is free for another writer once this returned, or the core was released and what it did is written;
    /// closing the core alone leaves its journal open. ``OpenedCore/close(grace:)`` closes both.
    ///
    /// - Throws: ``JournalError`` of the kind `ended` when the recording could not go on before.
    public nonisolated(nonsending) func close() async throws { try await writer.close() }

    var now: Timestamp { writer.configuration.now() }

    /// Whether nothing is written, and no file is locked, until the opened core resumes.
    package nonisolated(nonsending) var isSuspended: Bool { get async { await writer.isSuspended } }

    /// Writes what was recorded, and locks no file until it is resumed.
    package nonisolated(nonsending) func suspend() async throws { try await writer.suspend() }

    /// Goes on behind what was written meanwhile.
    ///
    /// - Parameters:
    ///   - visit: folds a line of what others have made of the journal.
    ///   - prepare: says of what was folded with which header to begin a segment, nil for none; and rebases the core, which
    ///     hands the steps that wait to what it is given.
    /// - Returns: what was found; nil when nobody has written meanwhile.
    package nonisolated(nonsending) func resume<Value: Sendable>(
        into initial: Value, _ visit: @escaping @Sendable (inout Value, JournalLine) throws -> Void,
        prepare: @Sendable (Value, RecoveryReport) throws -> (JournalHeader?, Rebase)
    ) async throws -> RecoveryReport? {
        try await writer.resume(into: initial, visit) { value, report in
            let (header, rebase) = try prepare(value, report)
            let goOn: JournalWriter.GoOn = { [buffer = writer.buffer, log] seq, new in
                await rebase { perform in
                    buffer.rebase(behind: seq, perform)
                    // What another writer has removed is noted by nobody.
                    if let new { log?.goOn(in: new, seq: buffer.seq) }
                }
            }
            return (header, goOn)
        }
    }

    /// Puts a core on another ground, and calls its argument there to have the steps done again that wait.
    package typealias Rebase =
        nonisolated(nonsending) @Sendable (@escaping @Sendable (_ perform: (LogStep) -> LogStep?) -> Void) async -> Void

    /// What a core hands its steps to.
    ///
    /// - Parameter check: sees each event before it is recorded, while whoever fired it can still be seen.
    package func recorder<StateType: State>(
        _ encoding: JournalEncoding<StateType>, check: (@Sendable (any Event) -> Void)? = nil
    ) -> JournalRecorder<StateType> {
        JournalRecorder(writer, encoding, log, check: check)
    }
}

extension Journal {
    /// A journal that was read, and not written to yet.
    package struct Opening<Value: Sendable>: Sendable {
        let writer: JournalWriter
        /// What the lines were folded into.
        package let value: Value
        /// The header of the last segment, nil for a journal that is new.
        package let header: JournalHeader?
        package let recovery: RecoveryReport

        /// Begins to record.
        ///
        /// - Parameters:
        ///   - id: names a journal that is new.
        ///   - header: begins a segment of its own; needed for a journal that is new.
        package nonisolated(nonsending) func start(
            _ content: JournalContent, id: String, header: JournalHeader?
        ) async throws -> Journal {
            let log = try await writer.start(content, id: id, header: header)
            return Journal(writer, recovery, log)
        }

        /// Frees it.
        package nonisolated(nonsending) func abandon() async { await writer.abandon() }
    }

    /// Takes the right to write a journal and folds the lines of its last segment, where the writer runs.
    package static func open<Value: Sendable>(
        _ folder: String, _ configuration: JournalConfiguration, into initial: Value,
        _ visit: @escaping @Sendable (inout Value, JournalLine) throws -> Bool
    ) async throws -> Opening<Value> {
        let writer = JournalWriter(folder, configuration)
        let (value, header, report) = try await writer.open(into: initial, visit)
        return Opening(writer: writer, value: value, header: header, recovery: report)
    }
}
