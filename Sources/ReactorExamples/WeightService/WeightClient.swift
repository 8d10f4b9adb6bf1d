import ReactorFoundation
public import ReactorServices

/// Speaks to the weights service.
///
/// It is the client to copy: immutable, asynchronous only, its options one struct, every method the standard verb.
///
/// ```swift
/// let gateway = try JsonGateway(baseURL: BaseURL("https://weights.example"), network: network)
/// let client = try WeightClient(credential: BearerCredential(renew: signIn), gateway: gateway)
/// let weight = try await client.create(day: today, grams: 80_500)
/// for try await weight in client.listWeights() { print(weight.day, weight.grams) }
/// ```
public struct WeightClient: Sendable {
    /// The versions of the service that this client speaks.
    public enum Version: String, ApiVersion {
        /// The first.
        case v20260115 = "2026-01-15"

        public static let latest = v20260115
    }

    /// The options from the initializer.
    public let options: WeightClientOptions
    let pipeline: ServicePipeline

    /// A client of the service that `gateway` leads to.
    ///
    /// - Throws: ``CredentialError`` and the like when the credential cannot be used.
    public init(
        credential: any Credential, gateway: any Gateway, options: WeightClientOptions = WeightClientOptions()
    ) throws {
        self.options = options
        pipeline = try ServicePipeline(
            client: "WeightClient", gateway: gateway, credential: credential, options: options)
    }

    /// A client of the service that a connection string names, for trying it out.
    ///
    /// > Warning: Every owner of an app has the connection string that is built into it.
    ///
    /// - Parameters:
    ///   - connectionString: `Endpoint=https://…;Key=…`, as the service's own tools show it.
    ///   - network: Sends the requests.
    /// - Throws: ``ConnectionStringError``, ``GatewayError`` for an endpoint that is not a base URL,
    ///   ``CredentialError``.
    public init(
        connectionString: String, network: any NetworkAdapter, options: WeightClientOptions = WeightClientOptions()
    ) throws {
        let connection = try ConnectionString(connectionString, requiring: ["Endpoint", "Key"])
        var parts = GatewayParts(network: network)
        parts.runtime = options.runtime
        let gateway = try CompositedGateway(baseURL: BaseURL(connection.required("Endpoint")), parts: parts)
        let credential = APIKeyCredential(try connection.required("Key"))
        try self.init(credential: credential, gateway: gateway, options: options)
    }
}
