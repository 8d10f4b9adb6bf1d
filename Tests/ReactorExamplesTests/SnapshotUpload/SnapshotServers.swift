import Foundation
import Reactor
import ReactorServices
import ReactorTestSupport

@testable import ExampleSnapshotUpload

/// An API that allocates, and a storage host that accepts the allocated uploads, both in memory.
final class SnapshotServers: Sendable {
    struct Content {
        var allocations = 0
        /// Allocations under their idempotency keys.
        var keys: [String: Int] = [:]
        /// Allocations that are not taken any more.
        var expired: Set<Int> = []
        var stored: [Int: Data] = [:]
        var confirmed: [String] = []
        var allocationBody: String?
    }

    let content = Locked(Content())

    func network() -> InMemoryNetworkAdapter {
        InMemoryNetworkAdapter { request, body in self.content.withLock { Self.answer(request, body, &$0) } }
    }

    /// A runner whose destinations share `network`.
    static func runner(over network: InMemoryNetworkAdapter) throws -> SequenceRunner {
        let api = JsonGateway(baseURL: try BaseURL("https://api.example/v1"), network: network)
        let storage = CompositedGateway(baseURL: try BaseURL("https://unused.example"), network: network)
        return try SequenceRunner(
            destinations: [
                .api: .server(api, credential: BearerCredential("the-api-token")), .storage: .addresses(storage),
            ], options: SequenceRunnerOptions(retry: .never))
    }

    private static func answer(_ request: Request, _ body: Data, _ content: inout Content) -> Response {
        switch (request.url.host, request.url.path) {
        case ("api.example", "/v1/snapshots"):
            if let body = content.allocationBody { return .text(201, body, for: request) }
            let key = request.headers["Idempotency-Key"] ?? ""
            if content.keys[key] == nil { content.allocations += 1 }
            let number = content.keys[key] ?? content.allocations
            content.keys[key] = number
            return .text(
                201,
                """
                {"id":"\(number)","upload":{"url":"https://storage.example/put?sig=s\(number)",\
                "fields":{"policy":"p\(number)","key":"k\(number)"}}}
                """, for: request)
        case ("storage.example", _):
            guard let number = request.query["sig"].flatMap({ Int($0.dropFirst()) }), !content.expired.contains(number)
            else { return .empty(403, for: request) }
            content.stored[number] = body
            return .empty(204, for: request)
        case ("api.example", let path) where request.method == .put && path.hasPrefix("/v1/snapshots/"):
            content.confirmed.append(path)
            return .empty(200, for: request)
        default: return .empty(404, for: request)
        }
    }
}
