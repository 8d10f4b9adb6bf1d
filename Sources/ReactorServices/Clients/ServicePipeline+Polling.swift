import Reactor

extension ServicePipeline {
    /// Repeats a request until a long-running operation has ended.
    ///
    /// ```swift
    /// nonisolated struct Job: Decodable, Sendable { var state: String, result: String? }
    ///
    /// struct JobClient: Sendable {
    ///     let pipeline: ServicePipeline
    ///
    ///     func render(options: RequestOptions = RequestOptions()) async throws -> ServiceResponse<String?> {
    ///         let begun = try await pipeline.send(
    ///             "JobClient.render", MutableRequestProperties(.post, "/jobs"), options: options)
    ///         let status = try begun.location() ?? MutableRequestProperties(.get, "/jobs/last")
    ///         return try await pipeline.poll("JobClient.render", status, options: options.step("poll")) { answer in
    ///             let job = try answer.decoded(as: Job.self).value
    ///             return job.state == "running" ? nil : job.result
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Each request is a separate call, with its own retries and timeout. The first is sent immediately. The delay
    /// between two requests is `interval`, or the delay that the service requests (`Retry-After`) if it is longer.
    ///
    /// - Parameters:
    ///   - operation: The method of the client, for logs and errors.
    ///   - request: The request, usually a `GET`. Cached responses are not used.
    ///   - options: The options of the calls.
    ///   - interval: The minimum delay between two requests.
    ///   - limit: The total time limit from the first request. nil polls until the task is cancelled.
    ///   - outcome: A closure that returns the outcome in a response, or nil while the operation continues.
    /// - Throws: ``ServiceError``, of the kind ``ServiceError/Kind/unavailable`` after the limit. The error of
    ///   `outcome`, or `CancellationError`.
    public nonisolated(nonsending) func poll<Outcome: Sendable>(
        _ operation: String, _ request: MutableRequestProperties, options: RequestOptions = RequestOptions(),
        every interval: Duration = .seconds(1), within limit: Duration? = nil,
        until outcome: (ServiceAnswer) throws -> Outcome?
    ) async throws -> ServiceResponse<Outcome> {
        var request = request
        request.allowCachedResponse = false
        let end = limit.map { runtime.clock.now + $0 }
        while true {
            let left = end.map { $0 - runtime.clock.now }
            let timeout = [options.timeout ?? timeout, left].compactMap { $0 }.min()
            let answer = try await send(operation, request, options: options.with(timeout: timeout))
            if let outcome = try outcome(answer) { return answer.response(outcome) }
            let wait = max(answer.raw.retryAfter ?? .zero, interval, .zero)
            if let limit, let end, runtime.clock.now + wait >= end {
                throw ServiceError(problem: .timedOut(after: limit), call: answer.call)
            }
            try await runtime.clock.sleep(for: wait)
        }
    }
}

extension ServiceAnswer {
    /// Returns a request to the status address in `Operation-Location` or `Location`, which can be relative to the
    /// address that responded. Returns nil if the response has neither field.
    ///
    /// - Throws: ``ServiceError`` of the kind ``ServiceError/Kind/unusableAnswer`` if the address is not an `http` or
    ///   `https` address.
    public func location() throws -> MutableRequestProperties? {
        guard let field = ["Operation-Location", "Location"].first(where: raw.headers.contains) else { return nil }
        guard let address = raw.headers.address(in: field),
            let status = try? MutableRequestProperties(.get, relative: address, to: raw.url)
        else { throw unusable("it names an address that is invalid, or neither http nor https") }
        return status
    }
}
