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

extension ServiceError.Problem {
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

extension ServiceCall {
    static let longestText = 500

    /// Returns a text of the service for an error. It is masked before it is cut, so that no part of a secret remains.
    func shown(_ text: String) -> String { String(trace.redacted(text).prefix(Self.longestText)) }
}
