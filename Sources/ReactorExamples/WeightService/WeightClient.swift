#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

public import ReactorServices

/// Speaks to the weights service.
///
/// It is the client to copy: immutable, asynchronous only, its options one struct, every method the standard verb.
///
/// ```swift
/// let gateway = try JsonGateway(baseURL: BaseURL("https://weights.example"), network: network)
/// let client = try WeightClient(gateway: gateway, credential: BearerCredential(renew: signIn))
/// let weight = try await client.create(day: today, grams: 80_500)
/// for try await weight in client.list() { print(weight.day, weight.grams) }
/// ```
public struct WeightClient: Sendable {
    /// The versions of the service that this client speaks.
    public enum Version: String, ApiVersion {
        /// The first.
        case v20260115 = "2026-01-15"

        public static let latest = v20260115
    }

    /// What was chosen when it was made.
    public let options: WeightClientOptions
    let pipeline: ServicePipeline

    /// A client of the service that `gateway` leads to.
    ///
    /// - Throws: ``CredentialError`` and the like when the credential cannot be used.
    public init(
        gateway: any Gateway, credential: any Credential, options: WeightClientOptions = WeightClientOptions()
    ) throws {
        self.options = options
        pipeline = try ServicePipeline(
            client: "WeightClient", gateway: gateway, credential: credential, options: options)
    }

    /// A client of the service that a connection string names, for trying it out.
    ///
    /// > Warning: Whoever has an app has the connection string that is built into it.
    ///
    /// - Parameters:
    ///   - connectionString: `Endpoint=https://…;Key=…`, as the service's own tools show it.
    ///   - network: Sends the requests.
    /// - Throws: ``ConnectionStringError``, ``GatewayError`` for an endpoint that is no base URL, ``CredentialError``.
    public init(
        connectionString: String, network: any NetworkAdapter, options: WeightClientOptions = WeightClientOptions()
    ) throws {
        let connection = try ConnectionString(connectionString, requiring: ["Endpoint", "Key"])
        var parts = GatewayParts(network: network)
        parts.runtime = options.runtime
        let gateway = try CompositedGateway(baseURL: BaseURL(connection.required("Endpoint")), parts: parts)
        let credential = APIKeyCredential(try connection.required("Key"))
        try self.init(gateway: gateway, credential: credential, options: options)
    }
}

public import ReactorServices

extension WeightClient {
    /// The weight with this key; nil when there is none.
    ///
    /// With `ifNoneMatch` in the options, an unchanged weight is ``ServiceError/Reason/notModified``.
    public func get(id: String, options: RequestOptions = RequestOptions()) async throws -> ServiceResponse<Weight?> {
        let request = MutableRequestProperties(.get, try path(of: id))
        let answer = try await pipeline.send("WeightClient.get", request, options: options, accepting: [404])
        guard answer.isSuccess else { return answer.response(nil) }
        return try answer.decoded(as: Weight.self).map { .some($0) }
    }

    /// Whether there is a weight with this key.
    public func exists(id: String, options: RequestOptions = RequestOptions()) async throws -> Bool {
        let request = MutableRequestProperties(.head, try path(of: id))
        return try await pipeline.send("WeightClient.exists", request, options: options, accepting: [404]).isSuccess
    }

    /// The weights by day, fetched a page at a time as they are read.
    public func list(options: ListWeightsOptions = ListWeightsOptions()) -> PagedSequence<Weight> {
        PagedSequence(from: options.continuation) { token in
            var request = MutableRequestProperties(.get, "/weights")
            if let from = options.from { request.query.add(from.description, for: "from") }
            if let through = options.through { request.query.add(through.description, for: "through") }
            if let pageSize = options.pageSize { request.query.add(pageSize, for: "limit") }
            if let token { request.query.add(token.rawValue, for: "after") }
            let answer = try await pipeline.send("WeightClient.list", request, options: options.request)
            let page = try answer.decoded(as: WeightPage.self).value
            return Page(items: page.items, next: page.next, raw: answer.raw)
        }
    }

    /// Where a weight is. A key is one part of a path, whatever stands in it.
    func path(of id: String) throws(PathComponentError) -> String { "/weights/\(try PathComponent(id))" }
}

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

    /// Makes the weight with this key what is said here, whether there is one or not.
    ///
    /// With `ifNoneMatch: .any` in the options it only creates: one that is there is
    /// ``ServiceError/Reason/preconditionFailed``.
    @discardableResult
    public func upsert(
        id: String, day: Day, grams: Int, source: WeightSource = .manual, options: RequestOptions = RequestOptions()
    ) async throws -> ServiceResponse<Weight> {
        var request = try request(.put, try path(of: id), NewWeight(day: day, grams: grams, source: source))
        // Putting twice is putting once, but not under a condition: the first attempt makes it fail for the second.
        request.headers["Idempotency-Key"] = pipeline.uniqueID()
        return try await pipeline.send("WeightClient.upsert", request, options: options).decoded()
    }

    /// Changes a weight. Without one under this key it is ``ServiceError/Reason/notFound``.
    ///
    /// With `ifMatch` in the options, a weight that was changed meanwhile is
    /// ``ServiceError/Reason/preconditionFailed``, and is left as it is.
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
