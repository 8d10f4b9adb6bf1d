/// How sending a step failed, seen by what is to be done about it.
enum PushFailure: Sendable {
    /// Another attempt may succeed.
    case transient(retryAfter: Duration?)
    /// Nothing will be taken before there are new credentials.
    case unauthorized
    /// The service, or what is asked, is such that another attempt will bring the same.
    case refused(Refusal)

    init(_ error: any Error, step: String) {
        switch error {
        case is CancellationError: self = .transient(retryAfter: nil)
        case let error as ServiceError: self.init(error, step: step)
        default: self = .refused(Refusal(step: step, message: Errors.unsent(error)))
        }
    }

    private init(_ error: ServiceError, step: String) {
        switch error.status {
        case 401?: self = .unauthorized
        case let status? where [408, 425, 429].contains(status) || (500..<600).contains(status):
            self = .transient(retryAfter: error.retryAfter)
        case let status?:
            self = .refused(Refusal(step: step, status: status, code: error.code, message: error.message))
        case nil: self.init(unanswered: error, step: step)
        }
    }

    private init(unanswered error: ServiceError, step: String) {
        switch error.reason {
        case .unreachable, .timedOut: self = .transient(retryAfter: nil)
        case .authenticationFailed: self = error.mayPass ? .transient(retryAfter: nil) : .unauthorized
        default: self = .refused(Refusal(step: step, message: Errors.service(error)))
        }
    }
}

extension ServiceError {
    /// Whether the credential could not be had because nobody could be asked for it.
    fileprivate var mayPass: Bool {
        switch underlying {
        case let error as GatewayError: error.isTransient
        case let error as ServiceError: error.reason == .unreachable || (error.status ?? 0) >= 500
        default: false
        }
    }
}
