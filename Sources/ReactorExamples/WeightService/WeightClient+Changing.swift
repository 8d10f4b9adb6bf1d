import ReactorServices

extension WeightClient {
    /// Creates a weight. The service assigns its key.
    ///
    /// The request has an idempotency key, so a retry after a lost response does not create a second weight.
    @discardableResult
    package func create(
        day: Day, grams: Int, source: WeightSource = .manual, options: RequestOptions = RequestOptions()
    ) async throws -> ServiceResponse<Weight> {
        var request = try request(.post, "/weights", NewWeight(day: day, grams: grams, source: source))
        request.headers["Idempotency-Key"] = pipeline.uniqueID()
        return try await pipeline.send("WeightClient.create", request, options: options).decoded()
    }

    /// Creates or replaces the weight with a key.
    ///
    /// With `ifNoneMatch: .any` in the options, it only creates: an existing weight leads to
    /// ``ServiceError/Kind/preconditionFailed``.
    @discardableResult
    package func upsert(
        id: String, day: Day, grams: Int, source: WeightSource = .manual, options: RequestOptions = RequestOptions()
    ) async throws -> ServiceResponse<Weight> {
        var request = try request(.put, try path(of: id), NewWeight(day: day, grams: grams, source: source))
        // PUT is idempotent, but not with a condition: the first attempt would make it fail for the second.
        request.headers["Idempotency-Key"] = pipeline.uniqueID()
        return try await pipeline.send("WeightClient.upsert", request, options: options).decoded()
    }

    /// Changes a weight. A missing weight leads to ``ServiceError/Kind/notFound``.
    ///
    /// With `ifMatch` in the options, a weight that was changed in the meantime leads to
    /// ``ServiceError/Kind/preconditionFailed``, and is not changed.
    @discardableResult
    package func update(
        id: String, change: WeightChange, options: RequestOptions = RequestOptions()
    ) async throws -> ServiceResponse<Weight> {
        var request = try request(.patch, try path(of: id), change)
        // A change contains new values and not differences, so it is idempotent.
        request.headers["Idempotency-Key"] = pipeline.uniqueID()
        return try await pipeline.send("WeightClient.update", request, options: options).decoded()
    }

    /// Deletes a weight. It also succeeds if the weight does not exist.
    package func delete(id: String, options: RequestOptions = RequestOptions()) async throws {
        let request = MutableRequestProperties(.delete, try path(of: id))
        _ = try await pipeline.send("WeightClient.delete", request, options: options, accepting: [404])
    }

    private func request(
        _ method: HTTPMethod, _ path: String, _ entity: some Encodable
    ) throws -> MutableRequestProperties {
        MutableRequestProperties(
            method, path, headers: ["Content-Type": "application/json"], body: try .json(entity))
    }
}
