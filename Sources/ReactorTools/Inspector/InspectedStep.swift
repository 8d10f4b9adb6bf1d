import ReactorRecording

/// An entry of a recording in the form of ``Inspection`` and the exports, with the visible state after it.
package struct InspectedStep: Sendable {
    /// The change of the ledger of optimistic updates by an entry.
    package enum Operation: String, Sendable, CaseIterable {
        /// A prediction began.
        case begin
        /// An event was added to a pending prediction.
        case append
        /// A prediction was committed in its place.
        case commit
        /// Other events replaced a prediction.
        case replace
        /// A prediction was rolled back.
        case rollback
        /// A confirmed event was placed below the pending entries, or at a mark, which is then used.
        case place
        /// A read began.
        case mark
        /// A mark was released without use.
        case release
        /// A confirmed event was placed below a mark, which stays: the progress of a read.
        case report
    }

    /// The place of an event in an atomic group.
    package struct Group: Hashable, Sendable {
        /// The position, from 1.
        var place: Int
        /// The number of events in the group.
        var count: Int
    }

    /// The command that fired an event.
    package struct Cause: Hashable, Sendable {
        var command: String
        /// The launch, unique in the recording.
        var launch: UInt64
        /// The launch of the command that fired this command, if any.
        var parent: UInt64?
        /// The call site, if the recording contains it.
        var place: String?
        /// The entry whose event made a reaction start the command, in the first entry that the command causes.
        var event: UInt64?
    }

    /// The number of the entry in the recording.
    package var seq: UInt64
    /// The time of the entry, in milliseconds since 1970.
    package var at: Int64
    /// The name of the event in the catalog.
    package var name: String
    var version = 1
    /// The operation on the ledger, or nil for a plain event.
    package var operation: Operation?
    /// The prediction of the operation; for ``Operation/mark``, ``Operation/report``, ``Operation/place`` and
    /// ``Operation/release`` the mark.
    package var transaction: UInt64?
    /// The predictions that it also rolls back, as a Reset does.
    package var withdrawing: [UInt64] = []
    /// The position in its atomic group, if any.
    package var group: Group?
    /// The command that fired it, if any.
    var cause: Cause?
    /// The launch time of the command, in milliseconds since 1970, if the recording contains it.
    var launchedAt: Int64?
    /// The call site, if the recording contains it.
    package var place: String?
    /// Whether the event is the end of a command, as the catalog lists it with ``EventSchema/commandEnded(as:failures:)``.
    package var endsCommand = false
    /// The payload of the event, if there is one.
    package var payload: JSON?
    /// The visible state after it.
    package var state: EncodedValue
}
