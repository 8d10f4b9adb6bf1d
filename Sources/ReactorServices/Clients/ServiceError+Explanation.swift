public import Reactor

extension ServiceError: ExplainedError {
    public var explanation: UserMessage { problem.explanation }
}

extension ServiceError.Problem {
    /// The message for the user. Problems with the same remedy have the same message.
    package var explanation: UserMessage {
        switch self {
        case .unsendable, .refused, .unusableAnswer: .failed
        case .authenticationFailed, .unauthorized: UserMessage("service.signedOut", recovery: "recovery.signIn")
        case .unreachable, .foreignAnswer: UserMessage("service.unreachable", recovery: "recovery.later")
        case .timedOut, .unavailable: UserMessage("service.unavailable", recovery: "recovery.later")
        case .forbidden: UserMessage("service.forbidden")
        case .notFound: UserMessage("service.notFound")
        case .conflict, .preconditionFailed: UserMessage("service.changed", recovery: "recovery.review")
        case .notModified: UserMessage("service.unchanged")
        case .throttled: UserMessage("service.throttled", recovery: "recovery.wait")
        }
    }
}

// Errors that are thrown without a client.

extension GatewayError: ExplainedError {
    public var explanation: UserMessage { ServiceError.Problem(self).explanation }
}

extension CredentialError: ExplainedError {
    public var explanation: UserMessage { ServiceError.Problem.authenticationFailed.explanation }
}

extension UserMessage {
    /// The message for problems that the user can only report.
    package static let failed = UserMessage("service.failed", recovery: "recovery.report")
}
