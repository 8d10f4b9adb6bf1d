import Reactor
import ReactorFoundation

extension ServiceCall {
    /// Sends the call, and checks whether the response is from the service and not an error.
    ///
    /// - Parameters:
    ///   - accepting: The statuses, in addition to success statuses, that are not an error.
    ///   - answers: The media types that the response may have. An empty list allows all except HTML.
    ///   - base: The base URL of the gateway.
    ///   - send: A closure that sends the call.
    /// - Throws: ``ServiceError``, or `CancellationError` if the task was cancelled, even if the service has responded.
    nonisolated(nonsending) func answer(
        accepting: Set<Int> = [], answers: [MediaType] = [], base: BaseURL,
        _ send: nonisolated(nonsending) () async throws -> Response
    ) async throws -> ServiceAnswer {
        do {
            try Task.checkCancellation()
            let response = try await send()
            try Task.checkCancellation()
            let type = response.headers["Content-Type"]
            guard response.isSuccess || accepting.contains(response.status) else {
                // Only the service itself can require a sign-in.
                let isForeign = response.status == 401 && response.origin != request.origin(under: base)
                guard isForeign || response.sendsToAnotherHost else {
                    throw ServiceError(response: response, call: self)
                }
                throw ServiceError(foreign: response.status, type, call: self)
            }
            guard Self.canAnswer(response.status, type, response.body, of: answers, accepting) else {
                throw ServiceError(foreign: response.status, type, call: self)
            }
            return ServiceAnswer(raw: response, call: self)
        } catch {
            if error is ServiceError { throw error }
            if let error = error as? GatewayError, let status = error.status, let type = error.type,
                !Self.canAnswer(status, type, of: answers, accepting)
            {
                throw ServiceError(foreign: status, type, call: self, underlying: error)
            }
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            throw ServiceError(thrown: error, call: self)
        }
    }

    /// Whether the response can be from the service, and not from a captive portal or a proxy.
    private static func canAnswer(
        _ status: Int, _ type: String?, _ body: Data = Data(), of answers: [MediaType], _ accepting: Set<Int>
    ) -> Bool {
        if status == 204 { return true }
        let type = type.flatMap { MediaType($0) }
        if answers.isEmpty {
            // A plain server can respond to a deletion with an error page. A captive portal does not use these
            // statuses.
            if accepting.contains(status) { return true }
            return type.map { !MediaType.pages.contains($0) } ?? true && !body.beginsAsPage
        }
        return type.map { answers.contains($0) || ($0.syntax.map(answers.contains) ?? false) } ?? false
    }
}

extension Data {
    /// Whether a body begins as a page of HTML, which captive portals also send as plain text or without a type.
    fileprivate var beginsAsPage: Bool {
        let blanks = " \t\r\n".utf8
        let mark = starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = String(decoding: dropFirst(mark).drop { blanks.contains($0) }.prefix(20), as: UTF8.self).lowercased()
        return ["<!doctype html", "<html", "<head", "<body", "<script", "<title", "<meta"].contains { tag in
            text.hasPrefix(tag) && text.dropFirst(tag.count).first.map { !$0.isLetter && $0 != "-" } ?? false
        }
    }
}
