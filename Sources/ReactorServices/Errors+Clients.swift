import Reactor

// What clients, credentials, lists and sequences say.
extension Errors {
    // MARK: Credentials

    static func credential(_ error: CredentialError) -> String {
        switch error.problem {
        case .empty(let credential): "\(credential) is empty. Give the one that the service handed out."
        case .unusableCharacter(let credential):
            "\(credential) holds a blank, a line break or another character that no header field may hold. Cut off "
                + "what was copied with it."
        }
    }

    static func connectionString(_ error: ConnectionStringError) -> String {
        switch error.problem {
        case .malformed(let part):
            "Part \(part) of the connection string is not Name=value. Copy the whole string again, from the tool that "
                + "showed it."
        case .repeated(let part):
            "Part \(part) of the connection string has the name of an earlier one. Keep one of them."
        case .missing(let name):
            "The connection string has no value for \(name). Copy the whole string again, from the tool that showed it."
        }
    }

    // MARK: Paths

    static func pathComponent(_ error: PathComponentError) -> String {
        switch error.problem {
        case .empty: "The key is empty, and its path would name the whole collection. Give the key of one entity."
        case .dots:
            "The key has \".\" or \"..\" between slashes in it, which a path takes for another place. Give the entity another "
                + "key."
        }
    }

    // MARK: Lists

    /// `PagingError.circle`: a service sends a page a second time.
    static let pagingCircle =
        "The list goes in a circle: a page names a next page that was read before. Report it to whoever runs the "
        + "service; what was read so far is right."

    // MARK: Calls

    /// `ServiceError`: a request that changes something was answered with a redirect.
    static let notFollowed =
        "it redirects to another address, and only requests that read follow by themselves. If the address is right, set "
        + "followRedirects; a network that wants a sign-in answers like this, too."

    /// `ServiceError`: `Location` or `Operation-Location` names no address.
    static let unusableLocation = "it names an address that is not http or https, or cannot be read"

    package static func service(_ error: ServiceError) -> String {
        var text = "\(error.operation) \(happened(error))"
        let said = [error.status.map(String.init), error.code.map { "code \"\(visible($0))\"" }].compactMap { $0 }
        if !said.isEmpty { text += " (\(said.joined(separator: ", ")))" }
        text += error.message.map { ": \(visible($0))" } ?? ""
        if !text.hasSuffix(".") { text += "." }
        // What the gateway says of its own errors ends with what to do.
        if error.problem != .unreachable || !(error.underlying is GatewayError) { text += " \(cure(error))" }
        // A gateway's own call has no name.
        guard !error.requestID.isEmpty else { return text }
        text += " Request \(visible(error.requestID))"
        return text + (error.attempts == 1 ? "." : ", sent \(error.attempts) times.")
    }

    /// What a `ServiceError` says first, by its problem.
    private static func happened(_ error: ServiceError) -> String {
        switch error.problem {
        case .unsendable:
            "could not be sent" + ((error.underlying as? GatewayError).map { ": \($0)" } ?? "")
        case .authenticationFailed:
            "was not sent: its credential could not be obtained"
                + ((error.underlying as? CredentialError).map { ". \($0)" } ?? "")
        case .unreachable: "had no answer" + ((error.underlying as? GatewayError).map { ": \($0)" } ?? "")
        case .foreignAnswer(let status, let type):
            "was answered by somebody else than the service: \(status) with \(type.map(visible) ?? "no type")"
        case .timedOut(let after): "took longer than its \(after)"
        case .unauthorized: "was refused: the service does not take the credential"
        case .forbidden: "was refused: the service does not allow this credential to do it"
        case .notFound: "found nothing"
        case .conflict: "was refused: it conflicts with what the service has"
        case .preconditionFailed: "was refused: the service has another version than the call wants"
        case .notModified: "brought nothing: the service has the version that the caller has"
        case .throttled: "was refused: too many requests for now"
        case .refused: "was refused"
        case .unavailable: "failed at the service"
        case .unusableAnswer(let problem): "was answered with what this client does not understand: \(problem)"
        }
    }

    /// What a `ServiceError` says to do, by its problem.
    private static func cure(_ error: ServiceError) -> String {
        switch error.problem {
        case .unsendable: return "Fix the request. The service did not receive a complete one."
        case .authenticationFailed: return "Sign in again, or look why the credential cannot be renewed."
        case .unreachable: return "Try again when there is a connection."
        case .foreignAnswer:
            return
                "A network that wants a sign-in does so, or a proxy; try again later. If the service itself answers like this, "
                + "say so with answers: where the request is described or sent."
        case .timedOut: return "Try again, or give the call more time."
        case .unauthorized: return "Sign in again."
        case .forbidden: return "Ask for the right to do this."
        case .notFound: return "Check whether it was deleted, or its key is wrong."
        case .conflict: return "Read what is there, and decide which to keep."
        case .preconditionFailed where error.attempts > 1:
            return
                "Read it again before you repeat the change: an earlier attempt, whose answer was lost, may have made "
                + "it."
        case .preconditionFailed: return "Read it again, and repeat the change on what is there."
        case .notModified: return "Keep what you have."
        case .throttled, .unavailable:
            return error.retryAfter.map { "Try again after \($0)." } ?? "Try again later."
        case .refused: return "Fix the request as the service describes."
        case .unusableAnswer: return "Check whether the client speaks the version that the service has."
        }
    }

    static func userMessage(_ message: UserMessage) -> String {
        [message.key, message.recovery].compactMap { $0.flatMap { UserMessage.english[$0] } }.joined(separator: " ")
    }

    // MARK: Logs

    /// An error as a log may show it: in words where they are this module's, by its type where nobody knows what it
    /// shows.
    package static func logged(_ error: any Error) -> String {
        switch error {
        case is GatewayError, is CredentialError, is ServiceError: "\(error)"
        case is CancellationError: "cancelled"
        default: "\(type(of: error))"
        }
    }

    /// A line for the `ServiceLogger`.
    static func logged(_ entry: ServiceLogEntry) -> String {
        let call = "\(entry.operation) \(visible(entry.requestID))"
        switch entry.event {
        case .sending(let request, let fields):
            return "\(call): sending \(request) [\(fields.joined(separator: ", "))], attempt \(entry.attempt)"
        case .answered(let status, let after): return "\(call): \(status) after \(after), attempt \(entry.attempt)"
        case .failed(let reason, let after): return "\(call): \(reason), after \(after), attempt \(entry.attempt)"
        case .retrying(let after): return "\(call): another attempt after \(after)"
        }
    }

    // MARK: Sequences

    /// `SequenceError`: a sequence of requests cannot go on.
    static func sequence(_ error: SequenceError) -> String {
        switch error.problem {
        case .otherSequence(let expected, let found):
            "The record is of another sequence: it has an answer to \(found), and this one has "
                + "\(expected ?? "no request") there. Give a sequence its own record, or begin anew with an empty one."
        case .unknownDestination(let name, let step, let known):
            "The step \"\(step)\" goes to \"\(name)\", which the runner does not know. Give it that destination, or use "
                + "one of: \(known.map(\.rawValue).sorted().joined(separator: ", "))."
        case .addressOutsideDestination(let name, let step):
            "The step \"\(step)\" goes to an address of its own at \"\(name)\", which has a server and a credential; it "
                + "was not sent, so that the credential goes nowhere else. Use a path, or a destination made with "
                + ".addresses."
        case .pathWithoutServer(let name, let step):
            "The step \"\(step)\" goes to a path at \"\(name)\", which has no server of its own. Use a whole address, or a "
                + "destination made with .server."
        case .invalidAddress(let name, let step):
            "The step \"\(step)\" goes to \"\(name)\" at what is no http or https address. Look at the answer that it was "
                + "read from."
        case .restartedTooOften(let step, let limit):
            "The step \"\(step)\" was refused as expired, and the sequence has begun again \(limit) times already. Look at "
                + "the clocks of both sides, or make the step faster."
        case .unusableAnswer(let step, let reason):
            "The answer to \"\(step)\" is no good: \(reason). Check whether the service speaks the version that the "
                + "sequence was written for."
        case .changedFile(let path, let step):
            "The file \"\(visible(path))\" of the step \"\(step)\" has another size or another date than when the sequence "
                + "first named it, so it is not sent. Begin anew with the file as it is now."
        }
    }
}
