import Reactor

extension ServiceCall {
    /// Sends the call, and says whether what comes of it is an answer.
    ///
    /// - Parameters:
    ///   - accepting: The statuses, beside those of success, that are an answer and no error.
    ///   - answers: The media types that an answer may have; none for any but HTML.
    ///   - send: Sends it.
    /// - Throws: ``ServiceError``, or `CancellationError` when the task was cancelled, even if the service has answered.
    nonisolated(nonsending) func answer(
        accepting: Set<Int> = [], answers: [MediaType] = [],
        _ send: nonisolated(nonsending) () async throws -> Response
    ) async throws -> ServiceAnswer {
        do {
            try Task.checkCancellation()
            let response = try await send()
            try Task.checkCancellation()
            let type = response.headers["Content-Type"]
            guard response.isSuccess || accepting.contains(response.status) else {
                guard response.sendsToAnotherHost else { throw ServiceError(response: response, call: self) }
                throw ServiceError(foreign: response.status, type, call: self)
            }
            guard Self.canAnswer(response.status, type, of: answers, accepting) else {
                throw ServiceError(foreign: response.status, type, call: self)
            }
            return ServiceAnswer(raw: response, call: self)
        } catch {
            if error is ServiceError { throw error }
            if let (status, type) = (error as? GatewayError)?.unreadAnswer,
                !Self.canAnswer(status, type, of: answers, accepting)
            {
                throw ServiceError(foreign: status, type, call: self, underlying: error)
            }
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            throw ServiceError(thrown: error, call: self)
        }
    }

    /// Whether the service can have answered so, and not somebody who stands before it.
    private static func canAnswer(
        _ status: Int, _ type: String?, of answers: [MediaType], _ accepting: Set<Int>
    ) -> Bool {
        if status == 204 { return true }
        let type = type.flatMap { MediaType($0) }
        if answers.isEmpty {
            // A plain server says with a page that there is nothing to delete. A sign-in does not come with such a status.
            if accepting.contains(status) { return true }
            return type.map { !MediaType.pages.contains($0) } ?? true
        }
        return type.map { answers.contains($0) || ($0.syntax.map(answers.contains) ?? false) } ?? false
    }
}
