/// An event or a command that was accepted by `fire` and not applied: the core decided so when it came to it.
public struct Refusal: Error, CustomStringConvertible {
    /// Why it was refused.
    public enum Reason: Sendable, Hashable {
        /// A middleware returned nil for it.
        case middleware
        /// The command it was fired from was cancelled, timed out, or had its owner reset.
        case late
        /// The core was closed.
        case closed
        /// The part of the state it was fired into was absent: an optional property that is nil, a row that was removed.
        case absent
        /// It belongs to a prediction that was refused, rolled back or resolved before, to a mark that was used, or to
        /// something of which another part was refused.
        case ledger
    }

    /// The name of the event's, or the command's, type.
    public let type: String
    /// Why it was refused.
    public let reason: Reason
    /// The command it was fired from, if any: its type and its launch.
    package let cause: Cause?
    /// Where it was fired, where the core keeps that: one that is recorded, tested or simulated.
    package var place: CallSite?

    /// A command that something was fired from.
    package struct Cause: Sendable, Hashable, CustomStringConvertible {
        /// The name of the command's type.
        package let command: String
        /// Its launch, unique within its core.
        package let launch: UInt64

        package var description: String { "\(command) (launch \(launch))" }
    }

    public var description: String {
        let what = Errors.fired(type, from: cause.map { "\($0)" }, at: place.map { "\($0)" })
        return switch reason {
        case .middleware: Errors.refusedByMiddleware(what)
        case .late: Errors.refusedLate(what)
        case .closed: Errors.refusedByClosedCore(what)
        case .absent: Errors.refusedByAbsentPart(what)
        case .ledger: Errors.refusedByLedger(what)
        }
    }
}

/// An event whose maker wants to know when it was refused on its way.
///
/// Found by a cast, which is slow, among refused events alone.
protocol AnsweredEvent: Event {
    /// It will not be applied.
    func wasRefused(_ refusal: Refusal)
}

/// An event that says what has happened elsewhere. Its source cannot know that a core was closed, so that is no misuse.
package protocol AnnouncedEvent: Event {}

extension Assign: AnsweredEvent {
    func wasRefused(_ refusal: Refusal) {
        receipt.record(.refused(refusal))
    }
}
