import ReactorServices

extension WeightClient {
    /// Returns the weight with a key; nil if it does not exist.
    ///
    /// With `ifNoneMatch` in the options, an unchanged weight leads to ``ServiceError/Kind/notModified``.
    package func get(id: String, options: RequestOptions = RequestOptions()) async throws -> ServiceResponse<Weight?> {
        let request = MutableRequestProperties(.get, try path(of: id))
        let answer = try await pipeline.send("WeightClient.get", request, options: options, accepting: [404])
        guard answer.isSuccess else { return answer.response(nil) }
        return try answer.decoded(as: Weight.self).map { .some($0) }
    }

    /// Returns whether a weight with a key exists.
    package func exists(id: String, options: RequestOptions = RequestOptions()) async throws -> Bool {
        let request = MutableRequestProperties(.head, try path(of: id))
        return try await pipeline.send("WeightClient.exists", request, options: options, accepting: [404]).isSuccess
    }

    /// Returns the weights by day. Pages are fetched while the sequence is read.
    package func listWeights(options: ListWeightsOptions = ListWeightsOptions()) -> PagedSequence<Weight> {
        PagedSequence(from: options.continuation) { token in
            var request = MutableRequestProperties(.get, "/weights")
            if let from = options.from { request.query.add(from.description, for: "from") }
            if let through = options.through { request.query.add(through.description, for: "through") }
            if let pageSize = options.pageSize { request.query.add(pageSize, for: "limit") }
            if let token { request.query.add(token.rawValue, for: "after") }
            let answer = try await pipeline.send("WeightClient.listWeights", request, options: options.request)
            let page = try answer.decoded(as: WeightPage.self).value
            return Page(items: page.items, next: page.next, raw: answer.raw)
        }
    }

    /// Returns the path of a weight. A key is one component of a path, regardless of its characters.
    func path(of id: String) throws(PathComponentError) -> String { "/weights/\(try PathComponent(id))" }
}
