import Foundation
import Reactor
import ReactorServices
import ReactorTestSupport

@testable import ExampleWeightService

/// A weights service in memory, as the real one behaves.
final class WeightShelf: Sendable {
    private struct Content {
        var weights: [String: (weight: Weight, version: String)] = [:]
        var versions = 0
        var created = 0
        /// The responses under each idempotency key.
        var answered: [String: (status: Int, body: Data)] = [:]
        /// The number of responses that are lost from now on, after the change was carried out.
        var losses = 0
    }

    private let content = Locked(Content())

    func loseAnswers(_ count: Int) { content.withLock { $0.losses = count } }

    /// A client of this service, which waits for as long as a busy machine takes.
    func client(
        options: WeightClientOptions = WeightClientOptions(timeout: nil)
    ) throws -> (WeightClient, InMemoryNetworkAdapter) {
        let network = InMemoryNetworkAdapter { request, body in try self.answer(request, body) }
        let gateway = JsonGateway(baseURL: try BaseURL("https://weights.example"), network: network)
        return (try WeightClient(credential: BearerCredential("t-1"), gateway: gateway, options: options), network)
    }

    private func answer(_ request: Request, _ body: Data) throws -> Response {
        try content.withLock { content in
            let response: Response
            if let key = request.headers["Idempotency-Key"] {
                if let earlier = content.answered[key] {
                    response = Response(status: earlier.status, body: earlier.body, url: request.url)
                } else {
                    response = Self.handle(request, body, &content)
                    content.answered[key] = (response.status, response.body)
                }
            } else {
                response = Self.handle(request, body, &content)
            }
            if content.losses > 0 {
                content.losses -= 1
                throw GatewayError.connectionLost(host: "weights.example")
            }
            return response
        }
    }

    private static func handle(_ request: Request, _ body: Data, _ content: inout Content) -> Response {
        let key = request.url.pathComponents.dropFirst(2).first
        switch (request.method, key) {
        case (.get, nil): return list(request, content)
        case (.post, nil):
            content.created += 1
            return store(body, "w-\(content.created)", 201, request, &content)
        case (.delete, let key?):
            return .empty(content.weights.removeValue(forKey: key) == nil ? 404 : 204, for: request)
        case (.put, let key?):
            let isThere = content.weights[key] != nil
            if isThere, request.headers["If-None-Match"] == "*" { return error(412, "exists", request) }
            return store(body, key, isThere ? 200 : 201, request, &content)
        case (_, let key?):
            guard let (weight, version) = content.weights[key] else { return error(404, "unknown", request) }
            if let wanted = request.headers["If-Match"], wanted != version { return error(412, "changed", request) }
            if request.headers["If-None-Match"] == version { return .empty(304, for: request) }
            guard request.method == .patch else { return entity(key, 200, request, content) }
            guard let change = try? JSONDecoder().decode(WeightChange.self, from: body) else {
                return error(400, "malformed", request)
            }
            let changed = Weight(
                id: key, day: change.day ?? weight.day, grams: change.grams ?? weight.grams, source: weight.source)
            return store(changed, 200, request, &content)
        default: return .empty(405, for: request)
        }
    }

    private static func list(_ request: Request, _ content: Content) -> Response {
        let limit = request.query["limit"].flatMap { Int($0) } ?? 2
        let after = request.query["after"] ?? ""
        let from = request.query["from"] ?? ""
        let all: [Weight] = content.weights.values.map { $0.weight }.sorted { $0.id < $1.id }
        let found: [Weight] = all.filter { $0.id > after && $0.day.description >= from }
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last?.id : nil
        struct Answer: Encodable { let items: [Weight], next: String? }
        return json(Answer(items: Array(page), next: next), 200, request)
    }

    private static func store(
        _ body: Data, _ id: String, _ status: Int, _ request: Request, _ content: inout Content
    ) -> Response {
        struct Sent: Decodable { let day: Day, grams: Int, source: WeightSource }
        guard let sent = try? JSONDecoder().decode(Sent.self, from: body) else {
            return error(400, "malformed", request)
        }
        let weight = Weight(id: id, day: sent.day, grams: sent.grams, source: sent.source)
        return store(weight, status, request, &content)
    }

    private static func store(_ weight: Weight, _ status: Int, _ request: Request, _ content: inout Content) -> Response
    {
        content.versions += 1
        content.weights[weight.id] = (weight, "\"\(content.versions)\"")
        return entity(weight.id, status, request, content)
    }

    private static func entity(_ id: String, _ status: Int, _ request: Request, _ content: Content) -> Response {
        guard let (weight, version) = content.weights[id] else { return error(404, "unknown", request) }
        var response = json(weight, status, request)
        response.headers["ETag"] = version
        if request.method == .head { response.body = Data() }
        return response
    }

    private static func error(_ status: Int, _ code: String, _ request: Request) -> Response {
        json(["error": ["code": code, "message": "The weight is \(code)."]], status, request)
    }

    private static func json(_ value: some Encodable, _ status: Int, _ request: Request) -> Response {
        let body = (try? JSONEncoder().encode(value)) ?? Data()
        return Response(status: status, headers: ["Content-Type": "application/json"], body: body, url: request.url)
    }
}
