public import Reactor

/// Why a queue does not do what it is asked.
public enum ChangeQueueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A change with this id is kept already.
    case duplicateID(ChangeID)
    /// An id that cannot be sent in a header field.
    case unusableID(ChangeID)
    /// The change cannot be written, or not be read again, and is not taken.
    case unkeepable(ChangeID, reason: String)
    /// No change with this id is among those that can be asked for here.
    case unknownChange(ChangeID)
    /// A step of the change is on its way right now.
    case sending(ChangeID)
    /// The journal could not be written. Nothing is sent any more.
    case journalEnded(reason: String)
    /// The journal keeps the changes of another account, which are sent with that one's credential alone.
    case otherAccount(kept: String, given: String?)
    /// The queue was closed.
    case closed

    public var description: String { Errors.changeQueue(self) }
}

extension ChangeQueueError: ExplainedError {
    public var explanation: UserMessage {
        switch self {
        case .journalEnded: UserMessage("changes.notKept", recovery: "recovery.room")
        default: .unexpected
        }
    }
}
