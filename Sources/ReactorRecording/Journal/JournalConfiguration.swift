public import Reactor

/// The configuration of a journal.
public struct JournalConfiguration: Sendable {
    /// The name of the program. A journal with another name is not opened.
    var app: String
    /// The failure that an entry must survive.
    package var durability: Durability
    var rotation: Rotation
    /// The number of entries after which a check with a digest of the state is written. Before that, at least as many bytes are
    /// written as the state has.
    var checkEvery: Int
    /// The flight recorder for the steps in progress, in case of a crash.
    package var flight: FlightRecorder
    package var limits: JournalLimits
    /// The time to wait for another writer to end.
    package var waitForWriter: Duration
    /// The number of steps that can wait for the writer before the core waits.
    package var capacity: Int
    /// The time after a write in which further steps are collected for the next write. An entry that a caller waits for is
    /// written immediately.
    var gathering: Duration
    /// The behavior if the recording cannot continue.
    package var onFailure: FailurePolicy
    /// The clock of all waiting times.
    var clock: RuntimeClock
    /// The source of the entries' times.
    package var now: @Sendable () -> Timestamp
    /// The executor of the writer, which waits for the disk; nil for its own thread.
    var executor: (any SerialExecutor)?
    package var report: @Sendable (JournalReport) -> Void
    /// The way in which the writer starts tasks. A simulation replaces it.
    package var spawn = Spawning.tasks
    package var fileSystem: any FileSystem = SystemFileSystem()

    /// Creates the configuration of a program's journal.
    ///
    /// - Parameters:
    ///   - app: The name of the program. A journal with another name is not opened.
    ///   - durability: The failure that an entry must survive.
    ///   - rotation: The size of a segment, and the number of segments that are kept.
    ///   - checkEvery: The number of entries after which a check with a digest of the state is written. Before that, at least as
    ///     many bytes are written as the state has.
    ///   - flight: The flight recorder for the steps in progress, in case of a crash.
    ///   - largeEvent: The size of a payload in bytes from which it is reported.
    ///   - eventLimit: The size in bytes above which a payload is left out. The entry is marked, and a new segment begins with
    ///     the state after it.
    ///   - waitForWriter: The time to wait for another writer to end.
    ///   - capacity: The number of steps that can wait for the writer before the core waits.
    ///   - gathering: The time after a write in which further steps are collected for the next write. An entry that a caller
    ///     waits for is written immediately.
    ///   - onFailure: The behavior if the recording cannot continue.
    ///   - clock: The clock of all waiting times.
    ///   - now: The source of the entries' times.
    ///   - executor: The executor of the writer, which waits for the disk. The default, nil, means its own thread.
    ///   - report: The closure that receives reports. The writer calls it on any thread; do not block in it.
    public init(
        app: String,
        durability: Durability = .grouped(every: .milliseconds(100)),
        rotation: Rotation = Rotation(),
        checkEvery: Int = 1_000,
        flight: FlightRecorder = .position,
        largeEvent: Int = 1 << 20,
        eventLimit: Int = 16 << 20,
        waitForWriter: Duration = .zero,
        capacity: Int = 4_096,
        gathering: Duration = .milliseconds(2),
        onFailure: FailurePolicy = .goOnUnrecorded,
        clock: RuntimeClock = RuntimeClock(.continuous),
        now: @escaping @Sendable () -> Timestamp = Timestamp.wallClock,
        executor: (any SerialExecutor)? = nil,
        report: @escaping @Sendable (JournalReport) -> Void = JournalReport.print
    ) {
        self.app = app
        self.durability = durability
        self.rotation = rotation
        self.checkEvery = checkEvery
        self.flight = flight
        limits = JournalLimits(warning: largeEvent, error: eventLimit)
        self.waitForWriter = waitForWriter
        self.capacity = capacity
        self.gathering = gathering
        self.onFailure = onFailure
        self.clock = clock
        self.now = now
        self.executor = executor
        self.report = report
    }
}

/// The failure that an entry must survive before it counts as durable.
public enum Durability: Hashable, Sendable {
    /// A crash of the process. Entries are passed to the operating system.
    case process
    /// A power loss. Entries are synced to disk together, at this interval.
    case grouped(every: Duration)
    /// A power loss. Entries are synced to disk as soon as they are written.
    case durable
}

/// The size of a segment, and the number of segments that are kept.
public struct Rotation: Hashable, Sendable {
    /// The size of a full segment in bytes. If the header is longer, the entries can have as many bytes as the header.
    var bytes: Int
    /// The number of entries in a full segment.
    var entries: Int
    /// The number of newest segments that are kept, at least one, or nil for all.
    var keeping: Int?

    /// Creates a rotation. By default segments have 16 MiB or 100,000 entries, and two are kept.
    public init(bytes: Int = 16 << 20, entries: Int = 100_000, keeping: Int? = 2) {
        self.bytes = bytes
        self.entries = entries
        self.keeping = keeping
    }
}

/// The behavior if a recording cannot continue, because the disk is full or broken.
public enum FailurePolicy: Hashable, Sendable {
    /// The error is reported once, and the core continues without a recording.
    case goOnUnrecorded
    /// The process ends with the message of the error.
    case stop
}
