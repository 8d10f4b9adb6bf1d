public import Reactor
import ReactorServices

/// The error of an operation that a change queue refuses.
public enum ChangeQueueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The queue has a change with this id already.
    case duplicateID(ChangeID)
    /// The id cannot be sent in a header field.
    case unusableID(ChangeID)
    /// The change cannot be encoded, or cannot be decoded again, and was not added.
    case unkeepable(ChangeID, reason: String)
    /// No change with this id can be retried, edited or dropped.
    case unknownChange(ChangeID)
    /// A step of the change is in flight.
    case sending(ChangeID)
    /// The journal could not be written. The queue accepts and sends no further change.
    case journalEnded(reason: String)
    /// The journal contains the changes of another account, which must not be sent with this account's credential.
    case otherAccount(kept: String, given: String?)
    /// The queue was closed.
    case closed

    public var description: String {
        switch self {
        case .duplicateID(let id):
            "The queue has a change \"\(id.escaped)\" already. Give each change its own id."
        case .unusableID(let id):
            "\"\(id.escaped)\" cannot be the id of a change, because it is sent in a header field. Use 1 to 200 ASCII letters, digits "
                + "or signs, without blanks and slashes."
        case .unkeepable(let id, let reason):
            "The change \"\(id.escaped)\" was not added to the queue, because it cannot be stored: \(reason)"
        case .unknownChange(let id):
            "The queue has no change \"\(id.escaped)\" that this applies to. Only refused changes can be retried, and a change "
                + "that was sent cannot be edited or dropped."
        case .sending(let id):
            "A step of the change \"\(id.escaped)\" was sent and may have arrived. Edit or drop the change after the response, or "
                + "push another change that undoes it."
        case .journalEnded(let reason):
            "The queue cannot write its journal, so it accepts and sends no further change: \(reason) Free some space on the "
                + "disk, and open the queue again. Changes that were acknowledged are stored."
        case .otherAccount(let kept, let given):
            "The journal contains changes of the account \"\(TerminalText.escaped(kept))\", and the queue was opened for "
                + "\(given.map { "\"\(TerminalText.escaped($0))\"" } ?? "no account"). Use a folder for each account, or sign "
                + "\"\(TerminalText.escaped(kept))\" out with .drop."
        case .closed: "The queue is closed. Open it again. Changes that were acknowledged are stored."
        }
    }
}

extension ChangeID {
    fileprivate var escaped: String { TerminalText.escaped(rawValue) }
}

extension ChangeQueueError: ExplainedError {
    public var explanation: UserMessage {
        switch self {
        case .journalEnded: UserMessage("changes.notSaved", recovery: "recovery.freeSpace")
        default: .unexpected
        }
    }
}
