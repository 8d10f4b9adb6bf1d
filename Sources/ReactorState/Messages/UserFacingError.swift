/// An error for the user: the message, the event for a new attempt, and a diagnostic text for developers.
///
/// ```swift
/// struct Reloaded: Event, Equatable {}
///
/// struct Library: State {
///     var problem: UserFacingError<Reloaded>?
///
///     mutating func react(to event: any Event) {
///         switch event {
///         case let event as CommandEnded where event.id == "reload":
///             problem = UserFacingError(event, retry: Reloaded()) ?? problem
///         case let event as UserFacingError<Reloaded>: problem = event
///         case is Reloaded: problem = nil
///         default: break
///         }
///     }
/// }
/// ```
///
/// Use it for every error that the user has to see: the failure of a command, an error of a service, or a fault that
/// the app finds. Store it in a state, and show it in a view. It is also an event, for errors that are not the outcome
/// of a command.
///
/// If a screen can retry several actions, use an enum for `Retry`; if it can retry none, use `Never`. The retry is a
/// plain event, so it is recorded and replayed, and a reaction starts the work.
public struct UserFacingError<Retry: Event>: Event {
    /// The message for the user.
    public let message: UserMessage
    /// The event that retries, or nil if another attempt cannot help.
    public let retry: Retry?
    /// The description of the error for logs and bug reports. Do not show it to the user.
    public let diagnostic: String

    /// Creates an error with a message.
    public init(_ message: UserMessage, retry: Retry? = nil, diagnostic: String = "") {
        self.message = message
        self.retry = retry
        self.diagnostic = diagnostic
    }

    /// Creates an error for the user from any error; nil for a `CancellationError`, because the user canceled.
    public init?(_ error: any Error, retry: Retry? = nil) {
        guard !(error is CancellationError) else { return nil }
        let explained = error as? any ExplainedError
        self.init(explained?.explanation ?? .unexpected, retry: retry, diagnostic: "\(error)")
    }
}

extension UserFacingError: Equatable where Retry: Equatable {}
extension UserFacingError: Hashable where Retry: Hashable {}
extension UserFacingError: Encodable where Retry: Encodable {}
extension UserFacingError: Decodable where Retry: Decodable {}

extension UserFacingError: CustomStringConvertible {
    /// The keys of the message. It does not contain the diagnostic text, so that this is not shown by accident.
    public var description: String {
        "\(message.key)\(message.recovery.map { ", \($0)" } ?? "")"
    }
}

extension UserFacingError: RequestFailure {
    /// Creates the failure of a ``Load``. It has no retry, because the status can be loaded again.
    public init(failure error: any Error) {
        self = UserFacingError(error) ?? UserFacingError(.unexpected, diagnostic: "\(error)")
    }
}

/// An event that is never fired: the retry of an error without another attempt.
extension Never: Event {}
