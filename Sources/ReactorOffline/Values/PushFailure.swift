import ReactorServices

/// The category of a failed step, by the reaction that it requires.
enum PushFailure: Sendable {
    case transient(retryAfter: Duration?)
    /// All steps fail until the credentials are renewed.
    case unauthorized
    case refused(ChangeRefusal)

    /// - Parameter asksForCredentials: Whether the request has a credential, so that other credentials may help.
    init(_ error: any Error, step: String, asksForCredentials: Bool = true) {
        switch error {
        case is CancellationError: self = .transient(retryAfter: nil)
        case let error as ServiceError: self.init(error, step: step, asksForCredentials: asksForCredentials)
        default: self = .refused(ChangeRefusal(step: step, unsent: error))
        }
    }

    private init(_ error: ServiceError, step: String, asksForCredentials: Bool) {
        switch error.status {
        case 401? where asksForCredentials: self = .unauthorized
        case let status? where Self.isTemporary(status):
            self = .transient(retryAfter: error.retryAfter)
        // Any other status, such as 400, 409 or 422, is the decision of the service: the change becomes a dead letter.
        case let status?:
            self = .refused(ChangeRefusal(step: step, status: status, code: error.code, message: error.message))
        case nil: self.init(unanswered: error, step: step)
        }
    }

    private init(unanswered error: ServiceError, step: String) {
        switch error.kind {
        case .unavailable: self = .transient(retryAfter: nil)
        // Without a response, the credential could not be obtained.
        case .unauthorized: self = error.isPassing ? .transient(retryAfter: nil) : .unauthorized
        default: self = .refused(ChangeRefusal(step: step, message: "\(error)"))
        }
    }

    fileprivate static func isTemporary(_ status: Int) -> Bool {
        isOfConnection(status) || [408, 425, 429].contains(status) || (500..<600).contains(status)
    }

    /// Whether a status comes from the network rather than from the service, so that another connection may change it.
    ///
    /// Examples are a redirect that is not followed, a proxy that requires a sign-in (407), a misdirected request (421),
    /// and a captive portal (511).
    static func isOfConnection(_ status: Int) -> Bool { [301, 302, 303, 307, 308, 407, 421, 511].contains(status) }
}

extension ServiceError {
    /// Whether the credential could not be obtained because of a temporary failure.
    fileprivate var isPassing: Bool {
        switch underlying {
        // Another network may present the right certificate.
        case let error as GatewayError: error.isTransient || error.kind == .certificateUntrusted
        case let error as ServiceError: error.status.map(PushFailure.isTemporary) ?? (error.kind == .unavailable)
        default: false
        }
    }
}
