import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport

@testable import ReactorOffline
@testable import ReactorServices

/// A service that does the steps of ``Edit``, each once for its key, unless configured otherwise.
final class EditService: Sendable {
    /// The result of a request that has arrived.
    enum Reply: Sendable {
        case does
        /// The step is done, and the response is lost.
        case loses
        /// The request does not arrive.
        case unreachable
        case refuses(Int, headers: HeaderFields = [:], body: String = "")
        /// The step is done when the gate is open.
        case holds(TestGate<Void>)
    }

    private struct Content {
        var plans: [String: [Reply]] = [:]
        /// The step that was done for each key.
        var known: [String: Int] = [:]
        var done: [String: [String]] = [:]
        var arrivals: [String] = []
        var watch: @Sendable (String) -> Void = { _ in }
        var otherwise: @Sendable () -> Reply = { .does }
    }

    private let content = Locked(Content())
    private let gate = TestGate<Void>(isOpen: true)

    /// The keys of all requests, in order.
    var arrivals: [String] { content.withLock { $0.arrivals } }
    /// The steps that were done in each lane, in order.
    var done: [String: [String]] { content.withLock { $0.done } }

    /// Sets the results of the next requests with this key. Later requests are done.
    func plan(_ key: String, _ replies: Reply...) { content.withLock { $0.plans[key, default: []] += replies } }

    /// Sets the result of requests without a plan.
    func otherwise(_ body: @escaping @Sendable () -> Reply) { content.withLock { $0.otherwise = body } }

    /// Sets a closure that receives the key of each request when it arrives.
    func watch(_ body: @escaping @Sendable (String) -> Void) { content.withLock { $0.watch = body } }

    /// Waits until this many requests have arrived.
    func arrived(_ count: Int) async { await gate.arrived(count) }

    var network: InMemoryNetworkAdapter { InMemoryNetworkAdapter { try await self.answer($0, $1) } }

    private func answer(_ request: Request, _ body: Data) async throws -> Response {
        let key = request.headers["Idempotency-Key"] ?? ""
        let (reply, watch) = content.withLock { content in
            content.arrivals.append(key)
            let plan = content.plans[key, default: []]
            content.plans[key] = Array(plan.dropFirst())
            return (plan.first ?? content.otherwise(), content.watch)
        }
        watch(key)
        gate.arrive()
        switch reply {
        case .does: return Self.answered(request, perform(request, body, key))
        case .loses:
            _ = perform(request, body, key)
            throw GatewayError.connectionLost(host: "api.test")
        case .unreachable: throw GatewayError.connectionFailed(host: "api.test", reason: "there is none")
        case .refuses(let status, let headers, let text):
            return Response(status: status, headers: headers, body: Data(text.utf8), url: request.url)
        case .holds(let gate):
            try? await gate.wait()
            return Self.answered(request, perform(request, body, key))
        }
    }

    private func perform(_ request: Request, _ body: Data, _ key: String) -> Int {
        let path = request.path.split(separator: "/").map(String.init)
        let step = Int(path.last ?? "") ?? -1
        let name = String(decoding: body, as: UTF8.self)
        return content.withLock { content in
            if let known = content.known[key] { return known }
            content.known[key] = step
            content.done[path.first ?? "", default: []].append("\(name)/\(step)")
            return step
        }
    }

    private static func answered(_ request: Request, _ step: Int) -> Response {
        Response(status: 200, body: Data("\(step)".utf8), url: request.url)
    }
}
