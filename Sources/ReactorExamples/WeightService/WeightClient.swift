import ReactorFoundation
import ReactorServices

/// A client of the weights service.
///
/// ```swift
/// let gateway = try JsonGateway(baseURL: BaseURL("https://weights.example"), network: network)
/// let client = try WeightClient(credential: BearerCredential(renew: signIn), gateway: gateway)
/// let weight = try await client.create(day: today, grams: 80_500)
/// for try await weight in client.listWeights() { print(weight.day, weight.grams) }
/// ```
///
/// Copy it for your own clients: it is immutable and only asynchronous, its options are one struct, and its methods
/// have standard names.
package struct WeightClient: Sendable {
    /// The versions of the service that the client supports.
    package enum Version: String, ApiVersion {
        /// The first version.
        case v20260115 = "2026-01-15"

        package static let latest = v20260115
    }

    /// The options from the initializer.
    package let options: WeightClientOptions
    let pipeline: ServicePipeline

    /// Creates a client of the service at a gateway.
    ///
    /// - Throws: Errors such as ``CredentialError`` if the credential is unusable.
    package init(
        credential: any Credential, gateway: any Gateway, options: WeightClientOptions = WeightClientOptions()
    ) throws {
        self.options = options
        pipeline = try ServicePipeline(
            client: "WeightClient", gateway: gateway, credential: credential, options: options)
    }

    /// Creates a client from a connection string, for experiments.
    ///
    /// > Warning: Every user of an app can read a connection string that is built into it.
    ///
    /// - Parameters:
    ///   - connectionString: The connection string `Endpoint=https://…;Key=…`, from the service's tools.
    ///   - network: The network that sends the requests.
    /// - Throws: ``ConnectionStringError``, ``CredentialError``, or ``GatewayError`` if the endpoint is not a base URL.
    package init(
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
