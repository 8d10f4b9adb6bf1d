import Foundation
import ReactorServices
import ReactorTesting
import ReactorTestSupport

/// The two hosts in memory.
final class MemoryWorld: World {
    let api: BaseURL
    let storage: BaseURL
    let network: any NetworkAdapter
    private let memory: InMemoryNetworkAdapter
    private let rules: Locked<[Rule]>
    private let gate = Gate<Void>(isOpen: true)

    init() throws {
        api = try BaseURL("http://127.0.0.1:8001")
        storage = try BaseURL("http://127.0.0.1:8002")
        let rules = Locked<[Rule]>([])
        self.rules = rules
        memory = InMemoryNetworkAdapter { [gate] request, body in
            gate.arrive()
            switch rules.withLock({ Self.take(&$0, request.path) }) {
            case .status(let status, let headers, _):
                return .empty(
                    status, headers: HeaderFields(headers.map { .init(name: $0.key, value: $0.value) }), for: request)
            case .disconnect: throw GatewayError.connectionLost(host: request.base.origin.host)
            case .truncate(let bytes, _): throw GatewayError.truncatedAnswer(received: bytes, expected: nil)
            case .delay(let seconds, _):
                // Its time stands still: only cancellation ends this.
                try await ManualClock().sleep(for: .seconds(seconds))
            case nil: break
            }
            return Self.answer(request, body)
        }
        network = memory
    }

    func arrivals() -> [Arrival] {
        memory.arrivals.map { arrival in
            let request = arrival.request
            return Arrival(
                host: request.base.origin.port == 8001 ? "api" : "storage", method: request.method.rawValue,
                path: request.path, query: request.query.encoded, headers: request.headers, length: arrival.body.count)
        }
    }

    func arrived(_ count: Int) async { await gate.arrived(count) }

    func add(_ rule: Rule) { rules.withLock { $0.append(rule) } }

    private static func take(_ rules: inout [Rule], _ path: String) -> Rule? {
        guard let index = rules.firstIndex(where: { path.hasPrefix($0.path) }) else { return nil }
        return rules.remove(at: index)
    }

    private static func answer(_ request: Request, _ body: Data) -> Response {
        switch request.path {
        case "/echo":
            let text = String(decoding: body, as: UTF8.self)
            return .json(
                200,
                [
                    "method": .string(request.method.rawValue), "path": .string(request.path), "body": .string(text),
                    "length": .number(JSON.Number(body.count)), "query": .string(request.query.encoded),
                ], for: request)
        case "/bytes":
            let count = request.query["count"].flatMap { Int($0) } ?? 0
            return Response(status: 200, body: Data(repeating: 0x78, count: count), url: request.url)
        case "/redirect":
            let status = request.query["status"].flatMap { Int($0) } ?? 302
            return .empty(status, headers: ["Location": request.query["to"] ?? ""], for: request)
        case "/etag":
            guard request.headers["If-None-Match"] != "\"1\"" else {
                return .empty(304, headers: ["ETag": "\"1\""], for: request)
            }
            return .json(200, ["tagged": true], headers: ["ETag": "\"1\""], for: request)
        case "/empty": return .empty(204, for: request)
        default: return .json(404, ["error": ["code": "notFound"]], for: request)
        }
    }
}

extension Rule {
    fileprivate var path: String {
        switch self {
        case .status(_, _, let path), .disconnect(let path), .truncate(_, let path), .delay(_, let path): path
        }
    }
}
