import ReactorServices
import ReactorTestSupport

/// An API and a storage host in memory.
final class UploadServers: Sendable {
    struct Content {
        var allocations = 0
        var uploads = 0
        var confirmed: [String] = []
        var refusesConfirmation = false
        var refusedAllocations = 0
    }

    let content = Locked(Content())

    func network() -> InMemoryNetworkAdapter {
        InMemoryNetworkAdapter { request, _ in self.content.withLock { Self.answer(request, &$0) } }
    }

    private static func answer(_ request: Request, _ content: inout Content) -> Response {
        switch (request.url.host, request.url.path) {
        case ("api.example", "/snapshots") where content.refusedAllocations > 0:
            content.refusedAllocations -= 1
            return .empty(422, for: request)
        case ("api.example", "/snapshots"):
            content.allocations += 1
            let number = content.allocations
            return .text(
                201,
                #"{"id":"\#(number)","upload":{"url":"https://storage.example/u?sig=s\#(number)","fields":{"k":"v"}}}"#,
                for: request)
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
