import Reactor

/// The error of a failed call to a service.
///
/// The description is for logs and developers, and ``userMessage`` is for users. Neither contains secrets: secrets of
/// the request are masked even where the service repeats them.
///
/// ```swift
/// func explain(_ error: any Error) -> String {
///     guard let error = error as? ServiceError else { return "\(error)" }
///     return error.kind == .preconditionFailed ? "Somebody else was faster." : error.userMessage
/// }
/// ```
public struct ServiceError: Error, Sendable {
    package let problem: Problem
    /// The method of the client, or the request, such as `GET /posts/7`, if the call was made on a gateway.
    public let operation: String
    /// The id of the call in logs and requests. Empty if the call was made on a gateway.
    public let requestID: String
    /// The number of attempts that were sent. 0 if nothing was sent.
    public let attempts: Int
    /// The status of the last response. With a success status, the service carried out the request, and the response is
    /// unusable: it is too large, or does not match its content type.
    public let status: Int?
    /// The service's code for the error.
    public let code: String?
    /// The service's message about the error.
    public let message: String?
    /// The delay that the service requests before another call.
    public let retryAfter: Duration?
    /// The error that was thrown, if there was no response. It is not part of any text, because it can contain secrets.
    public let underlying: (any Error)?

    /// The categories of errors, by the reaction that they require.
    public enum Kind: Hashable, Sendable {
        /// The call was not done: it cannot be sent, or the service refused it (403 or another 4xx).
        case refused
        /// The service requires a sign-in (401), or the credential could not be added.
        case unauthorized
        /// The entity does not exist (404, 410).
        case notFound
        /// The call conflicts with the current state of the service (409).
        case conflict
        /// The service has another version of the entity than the call requires (412).
        case preconditionFailed
        /// The caller has the current version of the entity (304).
        case notModified
        /// No response arrived in time, it came from a captive portal or a proxy, or the service requests a later
        /// attempt (429, 5xx; see ``retryAfter``). The call may have been done.
        case unavailable
        /// The client does not support the response.
        case unusableAnswer
    }

    package enum Problem: Hashable, Sendable {
        /// The request is invalid: a bad address or header, or a file that cannot be read.
        case unsendable
        /// The credential could not be added. Nothing was sent.
        case authenticationFailed
        /// No response arrived.
        case unreachable
        /// The response is not from the service, but from a captive portal or a proxy.
        case foreignAnswer(status: Int, type: String?)
        /// The call timed out.
        case timedOut(after: Duration)
        /// 401: the service does not accept the credential.
        case unauthorized
        /// 403: the credential has no permission.
        case forbidden
        /// 404 or 410.
        case notFound
        /// 409: the call conflicts with the current state of the service.
        case conflict
        /// 412: the service has another version of the entity than the call requires.
        case preconditionFailed
        /// 304: the caller has the current version of the entity.
        case notModified
        /// 429: too many requests.
        case throttled
        /// Another 4xx.
        case refused
        /// 5xx.
        case unavailable
        /// The client does not support the response.
        case unusableAnswer(String)
    }

    /// The category of the error.
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

    /// The message for users, in English. Use ``explanation`` for localized messages.
    public var userMessage: String {
        [explanation.key, explanation.recovery].compactMap { $0.flatMap { UserMessage.english[$0] } }.joined(
            separator: " ")
    }
}

extension ServiceError.Problem {
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
