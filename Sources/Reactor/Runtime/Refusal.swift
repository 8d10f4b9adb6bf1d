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

    /// The name of the type of the event or command.
    public let type: String
    /// Why it was refused.
    public let reason: Reason
    /// The command it was fired from, if any: its type and its launch.
    package let cause: Cause?
    /// Where it was fired, where the core keeps that: one that is recorded, tested or simulated.
    package var place: CallSite?

    /// A command that something was fired from.
    package struct Cause: Sendable, Hashable, CustomStringConvertible {
        /// The name of its command type.
        package let command: String
        /// Its launch, unique within its core.
        package let launch: UInt64

        package var description: String { "\(command) (launch \(launch))" }
    }

    public var description: String {
        let origin = (cause.map { " from \($0)" } ?? "") + (place.map { " at \($0)" } ?? "")
        let subject = origin.isEmpty ? type : "\(type), fired\(origin),"
        return switch reason {
        case .middleware: "\(subject) was refused by a middleware: its intercept(event:state:) returned nil."
        case .late:
            """
            \(subject) was refused because its command was canceled, timed out, or had its owner reset. To apply it anyway, \
            fire it on the app's core, not on the core that execute() receives.
            """
        case .closed: "\(subject) was refused because the core is closed. Fire before close(), or keep the core open."
        case .absent:
            """
            \(subject) was refused because its part of the state no longer exists: the optional property is nil or was \
            replaced, or the row was removed. To apply it anyway, fire it on the app's core, not on the scoped one.
            """
        case .ledger:
            """
            \(subject) was refused because its prediction was refused, rolled back or resolved before, its mark was used, or \
            another event of the same call was refused. Resolve a prediction once, and take a mark for each read.
            """
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

/// An event that reports an occurrence elsewhere. Its source cannot know that a core was closed, so that is not a misuse.
package protocol AnnouncedEvent: Event {}

extension Assign: AnsweredEvent {
    func wasRefused(_ refusal: Refusal) {
        receipt.record(.refused(refusal))
    }
}
