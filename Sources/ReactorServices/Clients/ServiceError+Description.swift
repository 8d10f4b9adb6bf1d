extension ServiceError: DescribedOnly {
    public var description: String {
        var text = "\(operation) \(problem.explained(underlying))"
        let details = [status.map(String.init), code.map { "code \"\(TerminalText.escaped($0))\"" }].compactMap { $0 }
        if !details.isEmpty { text += " (\(details.joined(separator: ", ")))" }
        text += message.map { ": \(TerminalText.escaped($0))" } ?? ""
        if !text.hasSuffix(".") { text += "." }
        // The description of a gateway's error ends with its own fix.
        if problem != .unreachable || !(underlying is GatewayError) { text += " \(fix)" }
        // A gateway's call without a client has no id.
        guard !requestID.isEmpty else { return text }
        text += " Request \(TerminalText.escaped(requestID))"
        return text + (attempts == 1 ? "." : ", sent \(attempts) times.")
    }

    /// The end of the description: the first thing to try.
    private var fix: String {
        switch problem {
        case .unsendable: return "Fix the request. The service did not receive a complete one."
        case .authenticationFailed: return "Sign in again, or check why the credential cannot be renewed."
        case .unreachable: return "Try again when the device is online."
        case .foreignAnswer:
            return
                "A captive portal or a proxy may have responded; try again later. If the service itself sends this type, "
                + "list it in answers: where the request is described or sent."
        case .timedOut: return "Try again, or increase the timeout of the call."
        case .unauthorized: return "Sign in again."
        case .forbidden: return "Request the permission for this operation."
        case .notFound: return "Check whether the entity was deleted, or its key is wrong."
        case .conflict: return "Read the current entity, and decide which version to keep."
        case .preconditionFailed where attempts > 1:
            return
                "Read the entity again before you repeat the change: an earlier attempt whose response was lost may have "
                + "made it."
        case .preconditionFailed: return "Read the entity again, and repeat the change on the current version."
        case .notModified: return "Use the version that you have."
        case .throttled, .unavailable: return retryAfter.map { "Try again after \($0)." } ?? "Try again later."
        case .refused: return "Fix the request as the service describes."
        case .unusableAnswer: return "Check whether the client supports the version of the service."
        }
    }
}

extension ServiceError.Problem {
    /// The predicate of the description, with the underlying error if its text contains no secrets.
    fileprivate func explained(_ underlying: (any Error)?) -> String {
        switch self {
        case .unsendable: "could not be sent" + (underlying.map { ": \(loggable($0))" } ?? "")
        case .authenticationFailed:
            "was not sent because its credential could not be obtained"
                + ((underlying as? CredentialError).map { ". \($0)" } ?? "")
        case .unreachable: "received no response" + ((underlying as? GatewayError).map { ": \($0)" } ?? "")
        case .foreignAnswer(let status, let type):
            "received a response that is not from the service: \(status) with \(type.map { TerminalText.escaped($0) } ?? "no type")"
        case .timedOut(let after): "timed out after \(after)"
        case .unauthorized: "was refused because the service does not accept the credential"
        case .forbidden: "was refused because the credential has no permission for it"
        case .notFound: "did not find the entity"
        case .conflict: "was refused because it conflicts with the current state of the service"
        case .preconditionFailed: "was refused because the service has another version than the call requires"
        case .notModified: "returned nothing because the caller has the current version"
        case .throttled: "was refused because of too many requests"
        case .refused: "was refused"
        case .unavailable: "failed in the service"
        case .unusableAnswer(let problem): "received a response that this client does not support: \(problem)"
        }
    }
}

/// Returns the text of an error for a log: the description of errors of this module, which contains no secrets, and
/// otherwise the type of the error, because its description can contain secrets.
package func loggable(_ error: any Error) -> String {
    switch error {
    case is GatewayError, is CredentialError, is ServiceError: "\(error)"
    case is CancellationError: "cancelled"
    default: "\(type(of: error))"
    }
}
