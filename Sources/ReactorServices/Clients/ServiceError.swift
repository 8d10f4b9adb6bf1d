public import Reactor
import ReactorFoundation

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

    /// The category of the error.
    public var kind: Kind { problem.kind }

    /// The message for users, in English. Use ``explanation`` for localized messages.
    public var userMessage: String {
        [explanation.key, explanation.recovery].compactMap { $0.flatMap { UserMessage.english[$0] } }.joined(
            separator: " ")
    }
}

// MARK: - Making

extension ServiceError {
    init(
        problem: Problem, call: ServiceCall, status: Int? = nil, code: String? = nil, message: String? = nil,
        retryAfter: Duration? = nil, underlying: (any Error)? = nil
    ) {
        self.init(
            problem: problem, operation: call.operation, requestID: call.requestID, attempts: call.trace.sent,
            status: status, code: code.map(call.shown), message: message.map(call.shown),
            retryAfter: retryAfter, underlying: underlying)
    }

    init(response: Response, call: ServiceCall) {
        let said = ServiceErrorBody(response.body)
        self.init(
            problem: Problem(status: response.status), call: call, status: response.status, code: said?.code,
            message: said?.message,
            retryAfter: response.retryAfter)
    }

    init(foreign status: Int, _ type: String?, call: ServiceCall, underlying: (any Error)? = nil) {
        self.init(
            problem: .foreignAnswer(status: status, type: type.map(call.shown)), call: call, underlying: underlying)
    }

    init(thrown error: any Error, call: ServiceCall) {
        switch error {
        case let error as AuthenticationFailed:
            self.init(problem: .authenticationFailed, call: call, underlying: error.underlying)
        case let error as GatewayError:
            self.init(problem: Problem(error), call: call, status: call.trace.status(of: error), underlying: error)
        default: self.init(problem: .unsendable, call: call, underlying: error)
        }
    }
}

extension ServiceCall {
    static let longestText = 500

    /// Returns a text of the service for an error. It is masked before it is cut, so that no part of a secret remains.
    func shown(_ text: String) -> String { String(trace.redacted(text).prefix(Self.longestText)) }
}

// MARK: - Problems

extension ServiceError {
    /// A problem of a call. Problems with the same remedy have the same message for users.
    package struct Problem: Hashable, Sendable {
        let kind: Kind
        /// The predicate of the description, after the operation.
        let text: String
        /// The end of the description: the first thing to try.
        let fix: String
        package let explanation: UserMessage

        private init(_ kind: Kind, _ text: String, fix: String, _ explanation: UserMessage) {
            (self.kind, self.text, self.fix, self.explanation) = (kind, text, fix, explanation)
        }
    }
}

extension ServiceError.Problem {
    /// The request is invalid: a bad address or header, or a file that cannot be read.
    package static let unsendable = Self(
        .refused, "could not be sent", fix: "Fix the request. The service did not receive a complete one.", .failed)

    /// The credential could not be added. Nothing was sent.
    package static let authenticationFailed = Self(
        .unauthorized, "was not sent because its credential could not be obtained",
        fix: "Sign in again, or check why the credential cannot be renewed.", .signedOut)

    /// No response arrived.
    package static let unreachable = Self(
        .unavailable, "received no response", fix: "Try again when the device is online.", .unreachable)

    /// The response is not from the service, but from a captive portal or a proxy.
    package static func foreignAnswer(status: Int, type: String?) -> Self {
        Self(
            .unavailable,
            "received a response that is not from the service: \(status) with \(type.map { TerminalText.escaped($0) } ?? "no type")",
            fix:
                "A captive portal or a proxy may have responded; try again later. If the service itself sends this type, list it "
                + "in answers: where the request is described or sent.",
            .unreachable)
    }

    /// The call timed out.
    package static func timedOut(after limit: Duration) -> Self {
        Self(
            .unavailable, "timed out after \(limit)", fix: "Try again, or increase the timeout of the call.",
            .unavailable)
    }

    /// 401: the service does not accept the credential.
    package static let unauthorized = Self(
        .unauthorized, "was refused because the service does not accept the credential", fix: "Sign in again.",
        .signedOut)

    /// 403: the credential has no permission.
    package static let forbidden = Self(
        .refused, "was refused because the credential has no permission for it",
        fix: "Request the permission for this operation.", UserMessage("service.forbidden"))

    /// 404 or 410.
    package static let notFound = Self(
        .notFound, "did not find the entity", fix: "Check whether the entity was deleted, or its key is wrong.",
        UserMessage("service.notFound"))

    /// 409: the call conflicts with the current state of the service.
    package static let conflict = Self(
        .conflict, "was refused because it conflicts with the current state of the service",
        fix: "Read the current entity, and decide which version to keep.", .changed)

    /// 412: the service has another version of the entity than the call requires.
    package static let preconditionFailed = Self(
        .preconditionFailed, "was refused because the service has another version than the call requires",
        fix: "Read the entity again, and repeat the change on the current version.", .changed)

    /// 304: the caller has the current version of the entity.
    package static let notModified = Self(
        .notModified, "returned nothing because the caller has the current version",
        fix: "Use the version that you have.", UserMessage("service.unchanged"))

    /// 429: too many requests.
    package static let throttled = Self(
        .unavailable, "was refused because of too many requests", fix: "Try again later.",
        UserMessage("service.throttled", recovery: "recovery.wait"))

    /// Another 4xx.
    package static let refused = Self(
        .refused, "was refused", fix: "Fix the request as the service describes.", .failed)

    /// 5xx.
    package static let unavailable = Self(.unavailable, "failed in the service", fix: "Try again later.", .unavailable)

    /// The client does not support the response.
    package static func unusableAnswer(_ problem: String) -> Self {
        Self(
            .unusableAnswer, "received a response that this client does not support: \(problem)",
            fix: "Check whether the client supports the version of the service.", .failed)
    }

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

    init(_ error: GatewayError) {
        self =
            switch error.kind {
            case .unsendable: .unsendable
            case .unreachable, .certificateUntrusted: .unreachable
            case .timedOut: error.limit.map { .timedOut(after: $0) } ?? .unreachable
            case .unusableAnswer: .unusableAnswer("\(error)")
            }
    }
}

// MARK: - Texts

extension ServiceError: DescribedOnly {
    public var description: String {
        var text = "\(operation) \(problem.text)\(cause)"
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

    /// The underlying error, if its text contains no secrets.
    private var cause: String {
        switch (problem, underlying) {
        case (Problem.unsendable, let error?): ": \(loggable(error))"
        case (Problem.unreachable, let error as GatewayError): ": \(error)"
        case (Problem.authenticationFailed, let error as CredentialError): ". \(error)"
        default: ""
        }
    }

    private var fix: String {
        switch problem {
        case .preconditionFailed where attempts > 1:
            "Read the entity again before you repeat the change: an earlier attempt whose response was lost may have made it."
        case .throttled, .unavailable: retryAfter.map { "Try again after \($0)." } ?? problem.fix
        default: problem.fix
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

extension ServiceError: ExplainedError {
    public var explanation: UserMessage { problem.explanation }
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
    fileprivate static let signedOut = UserMessage("service.signedOut", recovery: "recovery.signIn")
    fileprivate static let unreachable = UserMessage("service.unreachable", recovery: "recovery.later")
    fileprivate static let unavailable = UserMessage("service.unavailable", recovery: "recovery.later")
    fileprivate static let changed = UserMessage("service.changed", recovery: "recovery.review")
}

/// The code and message in an error response, in common formats: `{"error":{"code","message"}}`, the same without the
/// envelope, and problem details (`type`, `title`, `detail`).
struct ServiceErrorBody: Decodable {
    let code: String?
    let message: String?

    private enum CodingKeys: String, CodingKey {
        case error, code, message, type, title, detail
    }

    static let longestBody = 64 * 1_024
    init?(_ body: Data) {
        guard body.count <= Self.longestBody, let read = try? JSONBody.decode(Self.self, from: body) else {
            return nil
        }
        self = read
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let inner = try? container.decode(ServiceErrorBody.self, forKey: .error) {
            self = inner
            return
        }
        func text(_ keys: CodingKeys...) -> String? {
            keys.lazy.compactMap { try? container.decode(String.self, forKey: $0) }.first
        }
        code = (text(.code, .type) ?? (try? container.decode(Int.self, forKey: .code)).map(String.init))
        message = text(.message, .detail, .title, .error)
    }
}
