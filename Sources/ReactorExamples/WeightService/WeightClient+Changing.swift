public import ReactorServices

extension WeightClient {
    /// Creates a weight, whose key the service gives.
    ///
    /// It is sent under an idempotency key, so a retry whose first attempt arrived creates no second one.
    @discardableResult
    public func create(
        day: Day, grams: Int, source: WeightSource = .manual, options: RequestOptions = RequestOptions()
    ) async throws -> ServiceResponse<Weight> {
        var request = try request(.post, "/weights", NewWeight(day: day, grams: grams, source: source))
        request.headers["Idempotency-Key"] = pipeline.uniqueID()
        return try await pipeline.send("WeightClient.create", request, options: options).decoded()
    }

    /// Creates or replaces the weight with this key.
    ///
    /// With `ifNoneMatch: .any` in the options it only creates: one that is there is
    /// ``ServiceError/Kind/preconditionFailed``.
    @discardableResult
    public func upsert(
        id: String, day: Day, grams: Int, source: WeightSource = .manual, options: RequestOptions = RequestOptions()
    ) async throws -> ServiceResponse<Weight> {
        var request = try request(.put, try path(of: id), NewWeight(day: day, grams: grams, source: source))
        // Putting twice is putting once, but not under a condition: the first attempt makes it fail for the second.
        request.headers["Idempotency-Key"] = pipeline.uniqueID()
        return try await pipeline.send("WeightClient.upsert", request, options: options).decoded()
    }

    /// Changes a weight. Without one under this key it is ``ServiceError/Kind/notFound``.
    ///
    /// With `ifMatch` in the options, a weight that was changed meanwhile is
    /// ``ServiceError/Kind/preconditionFailed``, and is left as it is.
    @discardableResult
    public func update(
        id: String, change: WeightChange, options: RequestOptions = RequestOptions()
    ) async throws -> ServiceResponse<Weight> {
        var request = try request(.patch, try path(of: id), change)
        // A change names new values and no differences, so making it twice is making it once.
        request.headers["Idempotency-Key"] = pipeline.uniqueID()
        return try await pipeline.send("WeightClient.update", request, options: options).decoded()
    }

    /// Deletes a weight; also succeeds when there is none.
    public func delete(id: String, options: RequestOptions = RequestOptions()) async throws {
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
