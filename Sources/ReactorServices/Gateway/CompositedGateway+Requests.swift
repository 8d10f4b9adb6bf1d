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
        guard !Preparation.gateways.contains(own) else { throw GatewayError.submittedFromPreparer }
        // Requests that preparers, credentials or the network make in between are separate calls.
        let trace = CallTrace.current
        let ticket = try turnstile.admit(outOfTurn: Preparation.lenders.contains(own)) {
            try Request(properties, id: $0, base: baseURL)
        }
        let id = ticket.request.id
        let work = CallTrace.$current.withValue(nil) {
            runtime.spawn.inheriting { try await self.perform(ticket, prepare, trace) }
        }
        turnstile.start(id, work)
        let ending = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            turnstile.cancel(id, because: CancellationError())
        }
        if let cause = turnstile.leave(id) { throw cause }
        return try ending.get()
    }

    private func perform(
        _ ticket: Turnstile.Ticket, _ step: Preparation.Step?, _ trace: CallTrace?
    ) async throws -> Response {
        let attempt = try await attempt(ticket, step, trace)
        turnstile.rest(ticket.request.id)
        switch attempt {
        case .cached(let response, let request): return try await process(response, from: .cache, to: request)
        case .answered(let answer, let prepared):
            let response = cache.resolve(answer.response, prepared.lookup, wasAsked: answer.isConditional)
            let processed = try await process(response, from: response.source, to: prepared.request)
            // The requested address can redirect elsewhere tomorrow, and an ETag of the first target does not cover that.
            if !answer.wasRedirected { await cache.keep(response, to: prepared.request, prepared.lookup) }
            return processed
        }
    }

    private enum Attempt {
        case cached(Response, Request)
        case answered(Answer, Prepared)
    }

    /// Looks for a cached response, waits for a place, and sends the request, each preparation and its sending within the
    /// request's time limits.
    private func attempt(
        _ ticket: Turnstile.Ticket, _ step: Preparation.Step?, _ trace: CallTrace?
    ) async throws -> Attempt {
        let submitted = ticket.request
        let deadline = Deadline(runtime) { [turnstile] in turnstile.cancel(submitted.id, because: $0) }
        defer { deadline.stop() }
        var early: Prepared?
        if cache.mayAnswer(submitted) {
            let prepared = try await prepare(submitted, step, within: deadline)
            if let response = prepared.lookup.fresh { return .cached(response, prepared.request) }
            // A request that had to wait is prepared again when it is sent, so that its token is fresh.
            if ticket.isFirst { early = prepared } else { deadline.stop() }
        }
        try await turnstile.pass(submitted.id)
        let prepared = if let early { early } else { try await prepare(submitted, step, within: deadline) }
        let answer = try await send(prepared, within: deadline, trace)
        trace?.answered(answer.response.status)
        return .answered(answer, prepared)
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
