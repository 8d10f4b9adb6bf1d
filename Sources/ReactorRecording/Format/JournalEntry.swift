public import Reactor

/// A line of a recording that describes a step of the core.
///
/// Each event has its own line. A step with several events is several lines in a row, in one group. A step without events is one
/// line without an ``event``.
public struct JournalEntry: Hashable, Sendable {
    /// The number in the journal, from 1 and without gaps.
    public var seq: UInt64
    /// The number in the log, if it does not follow from the seq: the entry was made during a suspension, or is part of a
    /// shorter recording. Undo steps refer to it.
    package var number: UInt64?
    /// The time of the step.
    public var at: Timestamp
    /// The change of the log of events.
    package var step: JournalStep
    /// The position in its group, or nil if the entry is not in a group.
    package var group: GroupPlace?
    /// The command that caused the entry.
    package var cause: JournalCause?
    /// The launch time of the command, in the first entry that it causes and in the event of its end.
    package var launchedAt: Timestamp?
    /// The call site, `Module/File.swift:12`, or nil in recordings of older versions. It is source text without secrets, so
    /// redactors do not change it.
    public var place: String?
    /// The event, or nil for a step without one.
    public var event: RecordedEvent?

    /// Creates an entry.
    package init(
        seq: UInt64, number: UInt64? = nil, at: Timestamp, step: JournalStep = .event(), group: GroupPlace? = nil,
        cause: JournalCause? = nil,
        launchedAt: Timestamp? = nil, place: String? = nil, event: RecordedEvent? = nil
    ) {
        self.seq = seq
        self.number = number
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
    /// The launch of the command that ended here. An end has no cause, and contains the launch of its own command.
    var endedLaunch: UInt64? {
        guard cause == nil, launchedAt != nil, let event, event.gap == nil else { return nil }
        return (try? JSON(parsing: event.payload))?["launch"]?.number.flatMap { UInt64($0.text) }
    }
}

/// A change of the event log, without the events.
package typealias JournalStep = LogStep.Kind

/// The position of a line in its group. A group is atomic: a journal contains all of it or nothing.
package struct GroupPlace: Hashable, Sendable {
    /// The index of the line, from 1.
    package let index: Int
    /// The number of lines in the group.
    package let count: Int

    package init(index: Int, count: Int) {
        self.index = index
        self.count = count
    }

    /// Whether this line completes the group.
    package var isLast: Bool { index == count }
}

/// The command that caused an entry.
package struct JournalCause: Hashable, Sendable {
    /// The type name of the command, for display only.
    package let command: String
    /// The launch of the command, unique in its core.
    package let launch: UInt64
    /// The launch of the command that fired it, if any.
    package let parent: UInt64?
    /// The call site, `Module/File.swift:12`. For the command of a reaction, the declaration of the reaction.
    package let place: String?
    /// The entry whose event made a reaction start this command, in the first entry that the command causes. It is nil for a
    /// command that no reaction started, and in recordings of older versions.
    package let event: UInt64?

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
