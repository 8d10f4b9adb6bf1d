import Reactor

extension ServicePipeline {
    /// Asks again and again until what was begun has ended: for an operation that a service goes on with after it has
    /// answered.
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
    /// Each question is a call of its own, with the retries and the timeout of a call. The first is asked at once. The
    /// time between two is `interval`, or longer if the service asks for that (`Retry-After`).
    ///
    /// - Parameters:
    ///   - operation: The method of the client, for logs and errors.
    ///   - request: What asks: a `GET`, most often; its kept answers are not taken.
    ///   - options: What is different for these calls.
    ///   - interval: The least time between two questions.
    ///   - limit: How long it may take in all, from the first question; nil: until the task is cancelled.
    ///   - outcome: What an answer says became of it; nil as long as it goes on.
    /// - Throws: ``ServiceError``, of the kind ``ServiceError/Kind/unavailable`` when the limit is over; what
    ///   `outcome` throws; `CancellationError`.
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
    /// A request for the address at which the service says how far it is: that of its `Operation-Location` or `Location`,
    /// absolute or relative to the address that answered. Nil where it names none.
    ///
    /// - Throws: ``ServiceError`` with ``ServiceError/Kind/unusableAnswer`` for what is no address of http or https.
    public func location() throws -> MutableRequestProperties? {
        let named = ["Operation-Location", "Location"].compactMap { raw.headers.values(of: $0).first }.first
        guard let named else { return nil }
        do {
            return try MutableRequestProperties(.get, relative: named, to: raw.url)
        } catch {
            throw unusable("it names an address that is invalid, or neither http nor https")
        }
    }
}
