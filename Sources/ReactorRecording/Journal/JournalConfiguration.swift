public import Reactor

/// How a journal is kept.
public struct JournalConfiguration: Sendable {
    /// Names the program. A journal of another one is not opened.
    var app: String
    /// What an entry has to survive.
    package var durability: Durability
    /// When a new file is begun.
    var rotation: Rotation
    /// A check with the digest of the state is written after so many entries, and not before as many bytes were written
    /// as the state has.
    var checkEvery: Int
    /// What is kept of the steps that the core is at work on, for the case that it crashes.
    package var flight: FlightRecorder
    /// How long a payload may be.
    package var limits: JournalLimits
    /// How long to wait for another writer to end.
    package var waitForWriter: Duration
    /// So many steps may wait for the writer before the core has to.
    package var capacity: Int
    /// After a write, how long to gather what comes before the next one. What somebody waits for is not held up.
    var gathering: Duration
    /// What happens when the recording cannot go on.
    package var onFailure: FailurePolicy
    /// What waiting is measured with.
    var clock: RuntimeClock
    /// The time that entries carry.
    package var now: @Sendable () -> Timestamp
    /// Where the writer runs; it waits for the disk there. nil for a thread of its own.
    var executor: (any SerialExecutor)?
    /// Where it reports what happens.
    package var report: @Sendable (JournalReport) -> Void
    /// How the writer starts its tasks; a simulation gives its own.
    package var spawn = Spawning.tasks
    package var fileSystem: any FileSystem = SystemFileSystem()

    /// A journal of the program `app`, with what is said here.
    public init(
        app: String,
        durability: Durability = .grouped(every: .milliseconds(100)),
        rotation: Rotation = Rotation(),
        checkEvery: Int = 1_000,
        flight: FlightRecorder = .position,
        limits: JournalLimits = JournalLimits(),
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
        self.limits = limits
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

/// What an entry has to survive before it counts as durable.
public enum Durability: Hashable, Sendable {
    /// A crash of the process: it was handed to the system.
    case process
    /// A loss of power: it was brought to the disk with all the others of so long a time.
    case grouped(every: Duration)
    /// A loss of power: it is brought to the disk as soon as it is written.
    case durable
}

/// When a new segment is begun, and how many are kept.
public struct Rotation: Hashable, Sendable {
    /// A segment with so many bytes is full. One whose header is longer may have as many entries' bytes as that.
    var bytes: Int
    /// A segment with so many entries is full.
    var entries: Int
    /// So many of the newest segments are kept, at least one; nil for all.
    var keeping: Int?

    /// Segments of 16 MiB or 100,000 entries, of which the last two are kept, unless others are given.
    public init(bytes: Int = 16 << 20, entries: Int = 100_000, keeping: Int? = 2) {
        self.bytes = bytes
        self.entries = entries
        self.keeping = keeping
    }
}

/// What happens when a recording cannot go on, because the disk is full or broken.
public enum FailurePolicy: Hashable, Sendable {
    /// It is reported once, and the core goes on unrecorded.
    case goOnUnrecorded
    /// The program stops with the sentence of the error.
    case stop
}
