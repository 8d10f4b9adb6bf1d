import Foundation
import ReactorServices
import ReactorTestSupport

@testable import ExampleSnapshotUpload

/// An API and a storage host in memory.
final class UploadServers: Sendable {
    struct Content {
        var allocations = 0
        var uploads = 0
        var confirmed: [String] = []
        var refusesConfirmation = false
        var refusedAllocations = 0
        /// The body of the response to an allocation, in place of a correct one.
        var allocationBody: String?
    }

    let content = Locked(Content())

    func network() -> InMemoryNetworkAdapter {
        InMemoryNetworkAdapter { request, _ in self.content.withLock { Self.answer(request, &$0) } }
    }

    /// A runner whose destinations share `network`.
    static func runner(over network: InMemoryNetworkAdapter) throws -> SequenceRunner {
        let api = JsonGateway(baseURL: try BaseURL("https://api.example"), network: network)
        let storage = CompositedGateway(baseURL: try BaseURL("https://unused.example"), network: network)
        return try SequenceRunner(
            destinations: [
                .api: .server(api, credential: BearerCredential("the-api-token")), .storage: .addresses(storage),
            ], options: SequenceRunnerOptions(retry: .never))
    }

    private static func answer(_ request: Request, _ content: inout Content) -> Response {
        switch (request.url.host, request.url.path) {
        case ("api.example", "/snapshots") where content.refusedAllocations > 0:
            content.refusedAllocations -= 1
            return .empty(422, for: request)
        case ("api.example", "/snapshots"):
            if let body = content.allocationBody { return .text(201, body, for: request) }
            content.allocations += 1
            let number = content.allocations
            return .text(
                201,
                """
                {"id":"\(number)","upload":{"url":"https://storage.example/put?sig=s\(number)",\
                "fields":{"policy":"p\(number)","key":"k\(number)"}}}
                """, for: request)
        case ("storage.example", _):
            content.uploads += 1
            return .empty(201, for: request)
        case ("api.example", let path) where request.method == .put && content.refusesConfirmation == false:
            content.confirmed.append(String(path.split(separator: "/")[1]))
            return .empty(200, for: request)
        default: return .empty(422, for: request)
        }
    }
}
