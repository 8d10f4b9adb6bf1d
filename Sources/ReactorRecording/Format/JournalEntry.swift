public import Reactor

/// One line of a recording that says what a core did.
///
/// Each event has a line of its own. A step with several events is that many lines in a row, of one group and with the
/// same ``step``; a step without events is one line without an ``event``.
public struct JournalEntry: Hashable, Sendable {
    /// Its number in the journal: 1 for the first, and no gaps.
    public var seq: UInt64
    /// When the core did it.
    public var at: Timestamp
    /// What was done to the log of events.
    public var step: JournalStep
    /// Its place in the group that it belongs to, nil for what stands alone.
    public var group: GroupPlace?
    /// The command that it comes from.
    public var cause: JournalCause?
    /// When the command was launched: with the first entry that comes from it, and with the event that says how it ended.
    public var launchedAt: Timestamp?
    /// Where in the program it was fired, `Module/File.swift:12`; nil in recordings that older versions wrote. A place is
    /// source text and never secret: no redactor touches it.
    public var place: String?
    /// The event, nil for a step without one.
    public var event: RecordedEvent?

    /// An entry of these parts.
    public init(
        seq: UInt64, at: Timestamp, step: JournalStep = .event(), group: GroupPlace? = nil, cause: JournalCause? = nil,
        launchedAt: Timestamp? = nil, place: String? = nil, event: RecordedEvent? = nil
    ) {
        self.seq = seq
        self.at = at
        self.step = step
        self.group = group
        self.cause = cause
        self.launchedAt = launchedAt
        self.place = place
        self.event = event
    }
}

extension JournalEntry {
    /// The launch of the command that ended here, which may be named nowhere else: an end comes from no command, and says when
    /// its own was launched.
    var endedLaunch: UInt64? {
        guard cause == nil, launchedAt != nil, let event, event.gap == nil else { return nil }
        return (try? JSON(parsing: event.payload))?["launch"]?.number.flatMap { UInt64($0.text) }
    }
}

/// What a core did to its log of events; the events stand beside it.
public typealias JournalStep = LogStep.Kind

/// Which of how many lines of a group a line is. A group counts as one: a journal holds all of it or nothing.
public struct GroupPlace: Hashable, Sendable {
    /// 1 for the first line.
    public let index: Int
    /// How many lines there are.
    public let count: Int

    /// The line `index` of `count`.
    package init(index: Int, count: Int) {
        self.index = index
        self.count = count
    }

    /// Whether the group is whole with this line.
    package var isLast: Bool { index == count }
}

/// The command that something was fired from.
public struct JournalCause: Hashable, Sendable {
    /// The name of its type, for the reader only.
    public let command: String
    /// Its launch, unique within its core.
    public let launch: UInt64
    /// The launch of the command that fired it, if any.
    public let parent: UInt64?
    /// Where in the program it was fired, `Module/File.swift:12`; of a reaction's command, where the reaction is declared.
    public let place: String?
    /// The entry whose event a reaction answered with this command, with the first entry that comes from it; nil for a
    /// command that no reaction started, and in recordings that older versions wrote.
    public let event: UInt64?

    /// The command of this launch.
    package init(
        command: String, launch: UInt64, parent: UInt64? = nil, event: UInt64? = nil, place: String? = nil
    ) {
        self.place = place
        self.event = event
        self.command = command
        self.launch = launch
        self.parent = parent
    }

    init(_ cause: LogCause) {
        self.init(
            command: cause.command, launch: cause.launch, parent: cause.parent, event: cause.event,
            place: cause.place.map { "\($0)" })
    }
}
