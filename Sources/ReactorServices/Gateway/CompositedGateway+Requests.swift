import Reactor

extension CompositedGateway {
    /// Sends a request once, after those before it, and returns what was answered.
    ///
    /// - Throws: ``GatewayError``, `CancellationError`, what a preparer, a parser or a processor throws.
    public func submitRequest(_ properties: some RequestProperties) async throws -> Response {
        guard !Preparation.gateways.contains(ObjectIdentifier(self)) else { throw GatewayError.submittedFromPreparer }
        let ticket = try turnstile.admit { try Request(properties, id: $0, base: baseURL) }
        return try await withTaskCancellationHandler {
            let ending: Result<Response, any Error>
            do {
                ending = .success(
                    try await race(
                        { try await self.perform(ticket) },
                        against: {
                            await ticket.signal.wait()
                            throw CancellationError()
                        }))
            } catch {
                ending = .failure(error)
            }
            if turnstile.leave(ticket.request.id) { throw CancellationError() }
            return try ending.get()
        } onCancel: {
            turnstile.cancel(ticket.request.id)
        }
    }

    private func perform(_ ticket: Turnstile.Ticket) async throws -> Response {
        let submitted = ticket.request
        var early: Prepared?
        if cache.mayAnswer(submitted) {
            let prepared = try await prepare(submitted)
            if let response = prepared.lookup.fresh {
                turnstile.rest(submitted.id)
                return try await process(response, from: .cache, to: prepared.request)
            }
            // What had to wait is prepared again when it is sent, so that its token is fresh.
            if ticket.isFirst { early = prepared }
        }
        try await turnstile.pass(submitted.id)
        let prepared = if let early { early } else { try await prepare(submitted) }
        let answer = try await send(prepared)
        turnstile.rest(submitted.id)
        let response = cache.resolve(answer, to: prepared.request, prepared.lookup)
        let processed = try await process(response, from: response.source, to: prepared.request)
        await cache.keep(response, to: prepared.request, prepared.lookup)
        return processed
    }

    private func process(_ response: Response, from source: Response.Source, to request: Request) async throws
        -> Response
    {
        var response = response
        response.source = source
        return try await processor.processResponse(contentTypeParsers.parse(response, to: request), to: request)
    }
}
