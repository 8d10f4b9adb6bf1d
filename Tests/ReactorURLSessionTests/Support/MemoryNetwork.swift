import Foundation
import ReactorServices
import ReactorTesting
import NetworkChecks
import ReactorTestSupport

/// The responses of `Tests/Fixtures/server/server.py`, in memory: two hosts, and their test interface.
enum MemoryNetwork {
    static var server: CheckServer {
        get throws {
            try CheckServer(
                api: BaseURL("http://127.0.0.1:8001"), storage: BaseURL("http://127.0.0.1:8002"),
                faults: BaseURL("http://127.0.0.1:8003"))
        }
    }

    static func make() -> InMemoryNetworkAdapter {
        let (rules, arrivals, gate) = (Locked<[JSON]>([]), Locked<[JSON]>([]), TestGate<Void>(isOpen: true))
        return InMemoryNetworkAdapter { request, body in
            guard (8001...8002).contains(request.base.origin.port) else {
                throw GatewayError.connectionFailed(host: request.base.origin.host, reason: "nobody listens there")
            }
            switch request.path {
            case "/_log": return .json(200, .array(arrivals.copy), for: request)
            case "/_arrivals":
                await gate.arrived(request.query["wait"].flatMap { Int($0) } ?? 0)
                return .empty(200, for: request)
            case "/_reset":
                arrivals.withLock { $0 = [] }
                rules.withLock { $0 = [] }
                return .empty(204, for: request)
            case "/_rules":
                let added = try JSON(parsing: body).array ?? []
                rules.withLock { $0 += added }
                return .empty(204, for: request)
            default: break
            }
            arrivals.withLock { $0.append(arrival(of: request, body)) }
            gate.arrive()
            let rule = rules.withLock { take(&$0, request.path) }
            switch rule?["action"]?.string {
            case "status":
                let fields = (rule?["headers"]?.object?.members ?? []).map { member in
                    HeaderFields.Field(name: member.key, value: member.value.string ?? "")
                }
                return .empty(rule?["status"]?.int ?? 0, headers: HeaderFields(fields), for: request)
            case "disconnect": throw GatewayError.connectionLost(host: request.base.origin.host)
            case "truncate": throw GatewayError.truncatedAnswer(received: rule?["bytes"]?.int ?? 0, expected: nil)
            case "delay":
                // Its time does not advance: only cancellation ends this.
                try await ManualClock().sleep(for: .seconds(rule?["seconds"]?.double ?? 0))
            default: break
            }
            return answer(request, body)
        }
    }

    private static func arrival(of request: Request, _ body: Data) -> JSON {
        [
            "host": request.base.origin.port == 8001 ? "api" : "storage", "method": .string(request.method.rawValue),
            "path": .string(request.path), "query": .string(request.query.encoded), "length": JSON(body.count),
            "headers": .array(request.headers.fields.map { [.string($0.name), .string($0.value)] }),
        ]
    }

    private static func take(_ rules: inout [JSON], _ path: String) -> JSON? {
        rules.firstIndex { path.hasPrefix($0["path"]?.string ?? "/") }.map { rules.remove(at: $0) }
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
            let count = request.method == .head ? 0 : request.query["count"].flatMap { Int($0) } ?? 0
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
