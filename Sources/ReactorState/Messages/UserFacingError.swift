/// An error for the user: the message, the event for a new attempt, and the details for programmers alone.
///
/// Every error takes this way: how a command ended, what a service threw, what the app found itself. A state holds one and
/// a view shows it. It is an event too, for errors that end no command.
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
/// A screen that offers several things again has an enum of them for `Retry`; one that offers none has `Never`. The retry
/// is a plain event, so it is recorded and replayed like one, and a reaction starts the work.
public struct UserFacingError<Retry: Event>: Event {
    /// The message for the user.
    public let message: UserMessage
    /// The event that retries, or nil if another attempt cannot help.
    public let retry: Retry?
    /// The description of the error for logs and bug reports. Do not show it to the user.
    public let diagnostic: String

    /// An error that is shown so.
    public init(_ message: UserMessage, retry: Retry? = nil, diagnostic: String = "") {
        self.message = message
        self.retry = retry
        self.diagnostic = diagnostic
    }

    /// Any error. Nil for a `CancellationError`: the user gave up, and needs no message.
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
    /// The keys. The details for programmers are not part of it, so that they are not shown by accident.
    public var description: String {
        "\(message.key)\(message.recovery.map { ", \($0)" } ?? "")"
    }
}

extension UserFacingError: RequestFailure {
    /// The error of a ``Load``, whose status knows by itself what to load again.
    public init(failure error: any Error) {
        self = UserFacingError(error) ?? UserFacingError(.unexpected, diagnostic: "\(error)")
    }
}

/// The event that is never fired: the retry of an error that cannot be tried again.
extension Never: Event {}
