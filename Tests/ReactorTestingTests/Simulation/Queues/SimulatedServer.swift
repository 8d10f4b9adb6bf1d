import Foundation
import Reactor
import ReactorServices
import ReactorTesting

/// A service on the other side of a simulated network: accepts each key once, and records the caller.
actor SimulatedServer {
    /// The changes that were carried out, in order, with the caller, the path, and the body.
    private(set) var done: [(user: String, path: String, body: String)] = []
    private var statuses: [String: Int] = [:]
    private let refuses: @Sendable (Int) -> Bool

    /// - Parameter refuses: whether the request that is the so-manieth new one is refused.
    init(refuses: @escaping @Sendable (Int) -> Bool = { _ in false }) { self.refuses = refuses }

    func take(_ user: String, _ path: String, _ body: String, key: String) -> Int {
        let key = "\(user) \(key)"
        if let known = statuses[key] { return known }
        let status = refuses(statuses.count + 1) ? 422 : 204
        statuses[key] = status
        if status == 204 { done.append((user, path, body)) }
        return status
    }

    /// The last value under each path.
    var values: [String: String] { done.reduce(into: [:]) { $0[$1.path] = $1.body } }

    nonisolated func gateway(_ sim: Simulation, _ service: SimulatedService) throws -> JsonGateway {
        let network = InMemoryNetworkAdapter { request, body in
            let user = request.headers["Authorization"] ?? "nobody"
            let key = request.headers["Idempotency-Key"] ?? ""
            let text = String(decoding: body, as: UTF8.self)
            do {
                let status = try await service.call("\(request.path) \(key)") {
                    await self.take(user, request.path, text, key: key)
                }
                return .empty(status, for: request)
            } catch is SimulatedFault {
                throw GatewayError.connectionLost(host: "api.test")
            }
        }
        var parts = GatewayParts(network: network)
        parts.runtime = sim.runtime("gateway")
        return try JsonGateway(baseURL: BaseURL("https://api.test"), parts: parts)
    }
}
