import ReactorRecording

/// One entry of a recording as ``Inspection`` and the exports take it: what was applied, and what was seen after it.
package struct InspectedStep: Sendable {
    /// What an entry did to the ledger of optimistic updates.
    package enum Operation: String, Sendable, CaseIterable {
        /// A prediction began.
        case begin
        /// An event joined a prediction that was pending.
        case append
        /// What was predicted became certain, where it stands.
        case commit
        /// Other events took the place of what was predicted.
        case replace
        /// A prediction was rolled back.
        case rollback
        /// A certain event took its place below what is pending, or at a mark, which is used up.
        case place
        /// A read began.
        case mark
        /// A mark was given up unused.
        case release
        /// A certain event was put just below a mark, which stays: how far the read has come.
        case report
    }

    /// The place of an event in an atomic group.
    package struct Group: Hashable, Sendable {
        /// Its place, counted from 1.
        var place: Int
        /// How many events the group has.
        var count: Int

        /// The `place`-th of `count`.
        package init(place: Int, count: Int) {
            self.place = place
            self.count = count
        }
    }

    /// The command that fired an event.
    package struct Cause: Hashable, Sendable {
        /// The command's name.
        var command: String
        /// Its launch, unique within the recording.
        var launch: UInt64
        /// The launch of the command that fired that command, if one did.
        var parent: UInt64?
        /// Where in the program it was fired, where the recording says it.
        var place: String?
        /// The entry whose event a reaction answered with it, where this entry is the first that comes from it.
        var event: UInt64?

        /// A launch of the command of that name.
        package init(
            command: String, launch: UInt64, parent: UInt64? = nil, place: String? = nil, event: UInt64? = nil
        ) {
            self.place = place
            self.event = event
            self.command = command
            self.launch = launch
            self.parent = parent
        }
    }

    /// The entry's number in the recording.
    package var seq: UInt64
    /// When it was applied, in milliseconds since 1970.
    package var at: Int64
    /// The event's name in the catalog.
    package var name: String
    /// The event's version.
    var version: Int
    /// What it did to the ledger. Nil for a plain event.
    package var operation: Operation?
    /// The prediction, or for ``Operation/mark``, ``Operation/report``, ``Operation/place`` and ``Operation/release`` the
    /// mark, it belongs to.
    package var transaction: UInt64?
    /// The predictions that it took back besides, as a Reset does.
    package var withdrawing: [UInt64]
    /// Its place in its atomic group, if it is part of one.
    package var group: Group?
    /// The command that fired it, if one did.
    var cause: Cause?
    /// When the command was launched, in milliseconds since 1970, where the recording says it.
    var launchedAt: Int64?
    /// Where in the program it was fired, where the recording says it.
    package var place: String?
    /// Whether the event says how a command ended, as the catalog lists it with
    /// ``EventSchema/commandEnded(as:failures:)``.
    package var endsCommand: Bool
    /// What the event carries, if the entry has an event.
    package var payload: JSON?
    /// The state that is seen after it.
    package var state: EncodedValue

    /// An entry of a recording.
    package init(
        seq: UInt64, at: Int64, name: String, version: Int = 1, operation: Operation? = nil, transaction: UInt64? = nil,
        withdrawing: [UInt64] = [], group: Group? = nil, cause: Cause? = nil, launchedAt: Int64? = nil,
        place: String? = nil, endsCommand: Bool = false, payload: JSON? = nil, state: EncodedValue
    ) {
        self.seq = seq
        self.at = at
        self.name = name
        self.version = version
        self.operation = operation
        self.transaction = transaction
        self.withdrawing = withdrawing
        self.group = group
        self.cause = cause
        self.launchedAt = launchedAt
        self.place = place
        self.endsCommand = endsCommand
        self.payload = payload
        self.state = state
    }
}
