/// The reason why a fired event or command was not applied. The core decides when it processes the event or command.
public struct Refusal: Error, CustomStringConvertible {
    /// The reasons for a refusal.
    public enum Reason: Sendable, Hashable, CaseIterable {
        /// A middleware returned nil.
        case middleware
        /// Its command was canceled, timed out, or had its owner reset.
        case late
        /// The core was closed.
        case closed
        /// Its child state did not exist: the optional property was nil, or the row was removed.
        case absent
        /// Its prediction was refused, rolled back or resolved before, its mark was used, or another event of the same
        /// call was refused.
        case ledger
    }

    /// The name of the type of the event or command.
    public let type: String
    /// The reason.
    public let reason: Reason
    /// The command that fired it, if any.
    package let cause: Cause?
    /// The place of the call that fired it, if the core stores places: a core that is recorded, tested or simulated.
    package var place: CallSite?

    /// The command that fired a refused event or command.
    package struct Cause: Sendable, Hashable, CustomStringConvertible {
        /// The name of the command type.
        package let command: String
        /// The number of its launch, unique within its core.
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

/// An event that is notified when it is refused.
///
/// The core finds it by a cast. A cast is slow, so only refused events are checked.
protocol AnsweredEvent: Event {
    /// The event was refused.
    func wasRefused(_ refusal: Refusal)
}

/// An event that reports an external occurrence. Its source cannot detect that a core was closed, so firing it then is
/// not a misuse.
package protocol AnnouncedEvent: Event {}

extension Assign: AnsweredEvent {
    func wasRefused(_ refusal: Refusal) {
        receipt.record(.refused(refusal))
    }
}
