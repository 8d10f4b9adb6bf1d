/// What went wrong before there was an answer, or made of an answer no response. Shows no secret.
public enum GatewayError: Error, Hashable, Sendable {
    /// What is wrong with an address.
    public enum BaseURLProblem: Hashable, Sendable {
        case noScheme, unknownScheme, noHost, badPort, hasUser, hasQuery, hasForeignCharacters
    }

    // What was asked cannot be sent.
    case invalidBaseURL(String, reason: BaseURLProblem)
    case invalidMethod(String)
    case invalidPath(String)
    case invalidHeaderName(String)
    case invalidHeaderValue(name: String)
    case unwrittenBody
    case unwritableForm(member: String)
    case unreadableBody(path: String, reason: String)
    case bodyTooLarge(limit: Int)
    case bodyLengthDiffers(said: Int, given: Int)
    case bodyNotRepeatable
    case bodyNotAllowed(method: String)
    case submittedFromPreparer

    // The way there.
    case connectionFailed(host: String, reason: String)
    case connectionLost(host: String)
    case timedOut(after: Duration)
    case stalled(after: Duration)
    case tooManyRedirects(limit: Int)
    case unusableRedirect(host: String)
    case pinningUnsupported
    case certificateRefused(host: String)
    case certificateUntrusted(host: String)

    // What came back.
    case answerTooLarge(limit: Int)
    case truncatedAnswer(received: Int, expected: Int?)
    case malformedJSON(JSONError)
    case unreadableAnswer(host: String)
    case unkeptAnswer(reason: String)
}

extension GatewayError: CustomStringConvertible {
    public var description: String { Errors.text(self) }
}
