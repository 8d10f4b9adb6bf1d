import Reactor

extension CompositedGateway {
    /// Sends a request once, when it has a place, and returns the response.
    ///
    /// - Throws: ``GatewayError``, `CancellationError`, or the error of a preparer, a parser or a processor.
    public func submitRequest(_ properties: some RequestProperties) async throws -> Response {
        try await submit(properties.properties, preparing: nil)
    }

    /// Sends a request once, when it has a place, after `prepare` has changed it.
    ///
    /// - Throws: The errors of ``submitRequest(_:)`` and of `prepare`.
    public func submitRequest(
        _ properties: some RequestProperties,
        preparing prepare: @escaping @Sendable (inout MutableRequestProperties) async throws -> Void
    ) async throws -> Response {
        try await submit(properties.properties, preparing: prepare)
    }

    private func submit(
        _ properties: MutableRequestProperties, preparing prepare: Preparation.Step?
    ) async throws -> Response {
        let own = ObjectIdentifier(self)
        guard !Preparation.gateways.contains(own) else { throw GatewayError(.submittedFromPreparer) }
        // Requests that preparers, credentials or the network make in between are separate calls.
        let trace = CallTrace.current
        let ticket = try turnstile.admit(outOfTurn: Preparation.lenders.contains(own)) {
            try Request(properties, id: $0, base: baseURL)
        }
        return try await withTaskCancellationHandler {
            let ending: Result<Response, any Error>
            do {
                ending = .success(
                    try await CallTrace.$current.withValue(nil) {
                        try await race(
                            { try await self.perform(ticket, prepare, trace) },
                            against: {
                                await self.turnstile.cancellation(of: ticket.request.id)
                                throw CancellationError()
                            })
                    })
            } catch {
                ending = .failure(error)
            }
            if turnstile.leave(ticket.request.id) { throw CancellationError() }
            return try ending.get()
        } onCancel: {
            turnstile.cancel(ticket.request.id)
        }
    }

    private func perform(
        _ ticket: Turnstile.Ticket, _ step: Preparation.Step?, _ trace: CallTrace?
    ) async throws -> Response {
        let submitted = ticket.request
        var early: Prepared?
        if cache.mayAnswer(submitted) {
            let prepared = try await prepare(submitted, step)
            if let response = prepared.lookup.fresh {
                turnstile.rest(submitted.id)
                return try await process(response, from: .cache, to: prepared.request)
            }
            // A request that had to wait is prepared again when it is sent, so that its token is fresh.
            if ticket.isFirst { early = prepared }
        }
        try await turnstile.pass(submitted.id)
        let prepared = if let early { early } else { try await prepare(submitted, step) }
        let answer = try await send(prepared, trace)
        trace?.answered(answer.response.status)
        turnstile.rest(submitted.id)
        let response = cache.resolve(answer.response, prepared.lookup, wasAsked: answer.isConditional)
        let processed = try await process(response, from: response.source, to: prepared.request)
        // The requested address can redirect elsewhere tomorrow, and an ETag of the first target does not cover that.
        if !answer.wasRedirected { await cache.keep(response, to: prepared.request, prepared.lookup) }
        return processed
    }

    private func process(_ response: Response, from source: Response.Source, to request: Request) async throws
        -> Response
    {
        var response = response
        response.source = source
        response = try await contentTypeParsers.parse(response, to: request)
        for processor in processors { response = try await processor.processResponse(response, to: request) }
        return response
    }
}
