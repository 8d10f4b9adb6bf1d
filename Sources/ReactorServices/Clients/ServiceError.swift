import Reactor

/// Why a call of a service brought nothing: what happened, what the service said about it, and what to do.
///
/// Its description is for logs and programmers; ``userMessage`` is for the person in front of the screen. Neither holds
/// anything secret: what the request carried as a secret is masked also where the service repeats it.
///
/// ```swift
/// func explain(_ error: any Error) -> String {
///     guard let error = error as? ServiceError else { return "\(error)" }
///     return error.kind == .preconditionFailed ? "Somebody else was faster." : error.userMessage
/// }
/// ```
public struct ServiceError: Error, Sendable {
    package let problem: Problem
    /// The method of the client; what was asked, such as `GET /posts/7`, where a gateway was called without one.
    public let operation: String
    /// What the call is called in logs and at the service; empty for a call of a gateway without a client.
    public let requestID: String
    /// How often it was sent; 0 when nothing has left.
    public let attempts: Int
    /// The status of the last answer. One of success says that what was asked is done, though the answer is of no use:
    /// too large, or not what its type says.
    public let status: Int?
    /// The service's own name for the error.
    public let code: String?
    /// What the service says about it.
    public let message: String?
    /// How long the service asks to be left alone.
    public let retryAfter: Duration?
    /// What was thrown, when there was no answer. Not part of any text: nobody knows what it shows.
    public let underlying: (any Error)?

    /// What a program does about an error.
    public enum Kind: Hashable, Sendable {
        /// What was asked is not done as it is: it cannot be sent, or the service does not take it (403, another 4xx).
        case refused
        /// 401, or the credential could not be put on: somebody has to sign in.
        case unauthorized
        /// 404 or 410: it is not there.
        case notFound
        /// 409: what is there already is in the way.
        case conflict
        /// 412: the service has a version of the entity that the call does not want.
        case preconditionFailed
        /// 304: the entity is the version that the caller has.
        case notModified
        /// No answer came in time, one of somebody who stands before the service, or one that says "later" (429, 5xx). ``retryAfter`` is what the service asks for. What
        /// was asked may have been done.
        case unavailable
        /// An answer came that this client does not understand.
        case unusableAnswer
    }

    package enum Problem: Hashable, Sendable {
        /// What was asked cannot be sent as it is: a bad address or header, a file that cannot be read.
        case unsendable
        /// The credential could not be put on. Nothing was sent.
        case authenticationFailed
        /// No answer came.
        case unreachable
        /// What came is not what the service answers: a network that wants a sign-in, or a proxy, stands before it.
        case foreignAnswer(status: Int, type: String?)
        /// The time for the call was up.
        case timedOut(after: Duration)
        /// 401: the service does not take the credential.
        case unauthorized
        /// 403: the service knows who asks and does not allow it.
        case forbidden
        /// 404 or 410: it is not there.
        case notFound
        /// 409: what is there already is in the way.
        case conflict
        /// 412: the service has a version of the entity that the call does not want.
        case preconditionFailed
        /// 304: the entity is the version that the caller has.
        case notModified
        /// 429: the service asks for fewer requests.
        case throttled
        /// Another 4xx: the service does not take the request as it is.
        case refused
        /// 5xx: the service has a fault of its own.
        case unavailable
        /// An answer came that this client does not understand.
        case unusableAnswer(String)
    }

    /// What a program does about it.
    public var kind: Kind {
        switch problem {
        case .unsendable, .forbidden, .refused: .refused
        case .authenticationFailed, .unauthorized: .unauthorized
        case .notFound: .notFound
        case .conflict: .conflict
        case .preconditionFailed: .preconditionFailed
        case .notModified: .notModified
        case .unreachable, .foreignAnswer, .timedOut, .throttled, .unavailable: .unavailable
        case .unusableAnswer: .unusableAnswer
        }
    }

    /// What the app may show, in English. ``explanation`` is the same for an app with strings of its own.
    public var userMessage: String {
        [explanation.key, explanation.recovery].compactMap { $0.flatMap { UserMessage.english[$0] } }.joined(
            separator: " ")
    }
}

extension ServiceError.Problem {
    /// What a status that is no success means.
    package init(status: Int) {
        self =
            switch status {
            case 304: .notModified
            case 300..<400:
                .unusableAnswer(
                    "it redirects, and only requests that read are redirected automatically. If the address is right, set "
                        + "followRedirects. A captive portal may also have responded.")
            case 401: .unauthorized
            case 403: .forbidden
            case 404, 410: .notFound
            case 409: .conflict
            case 412: .preconditionFailed
            case 429: .throttled
            case 400..<500: .refused
            case 500..<600: .unavailable
            default: .unusableAnswer("a status of \(status) has no meaning here")
            }
    }
}
