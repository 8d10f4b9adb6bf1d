import Foundation
import Reactor
import ReactorTesting
import ReactorServices

enum BenchVersion: String, ApiVersion {
    case v1 = "2026-01-15"
    case v2 = "2026-06-01"
    static let latest = v2
}

/// The parts of the pipelines of these tests. No call has a timeout unless the test sets one.
struct BenchOptions: ClientOptions {
    var apiVersion = BenchVersion.latest
    var timeout: Duration?
    var attemptTimeout: Duration?
    var retry = RetryPolicy.exponential(attempts: 4)
    var telemetry = TelemetryOptions()
    var logger = ServiceLogger.off
    var callPolicies: [any ServicePolicy] = []
    var attemptPolicies: [any ServicePolicy] = []
    var runtime = Runtime.live
}

/// A pipeline over a network that is a closure.
struct Bench: Sendable {
    let network: InMemoryNetworkAdapter
    let pipeline: ServicePipeline

    /// - Parameter clock: The clock of the client. The gateway's own clock does not move.
    init(
        clock: some Clock<Duration> = ManualClock(), credential: (any Credential)? = nil,
        options: BenchOptions = BenchOptions(), random: (@Sendable () -> UInt64)? = nil,
        _ answer: @escaping @Sendable (Request, Data) async throws -> Response
    ) throws {
        network = InMemoryNetworkAdapter(answer)
        var options = options
        options.runtime.clock = RuntimeClock(clock)
        if let random { options.runtime.random = random }
        pipeline = try ServicePipeline(
            client: "BenchClient", gateway: Self.gateway(network), credential: credential, options: options)
    }

    static func gateway(_ network: any NetworkAdapter, at base: String = "https://api.example") throws -> JsonGateway {
        var parts = GatewayParts(network: network)
        parts.runtime.clock = RuntimeClock(ManualClock())
        parts.maxActiveRequests = 1_000
        return try JsonGateway(baseURL: BaseURL(base), parts: parts)
    }

    /// A call that may be repeated.
    @discardableResult
    func get(_ options: RequestOptions = RequestOptions()) async throws -> ServiceAnswer {
        try await pipeline.send("BenchClient.get", MutableRequestProperties(.get, "/things/1"), options: options)
    }
}

extension Array where Element == InMemoryNetworkAdapter.Arrival {
    /// The value of a header field of each request.
    func fields(_ name: String) -> [String?] { map { $0.request.headers[name] } }
}
