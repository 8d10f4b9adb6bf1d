import Foundation
import ReactorOffline
import ReactorServices
import ReactorTerminal

/// A weights server in memory: it carries out each idempotency key once, and remembers the result.
final class MemoryServer: Sendable {
    struct Kept: Codable, Equatable {
        var id: String
        var day: String
        var grams: Int
        var source: String
    }

    struct Effect: Hashable {
        let method: String
        let weight: String
        let key: String
    }

    /// A network that responds in place of the server.
    struct Portal {
        var status: Int
        var type: String
        var body: String
    }

    struct Content {
        var weights: [Kept] = []
        var answered: [Effect: Response] = [:]
        var effects: [Effect] = []
        /// The requests that arrived, including reads.
        var arrivals: [Effect] = []
        var authorizations: Set<String> = []
        /// The number of changes that were carried out; nil for a server that does not send versions.
        var version: Int? = 0

        var isThere = true
        /// The response to every request, as by a captive portal; nil for the server's own responses.
        var portal: Portal?
        /// The responses to the next requests, which are then not carried out.
        var statuses: [Int] = []
        /// The seconds of their Retry-After.
        var retryAfter: Int?
        /// The number of responses that are lost from now on, after the change was carried out.
        var losses = 0
        /// The statuses of refusals, by the method of the request.
        var refused: [String: Int] = [:]
        var token: String?
        /// The response to a list, instead of the weights.
        var list: String?
        /// Called when a change arrives, before anything becomes of it.
        var arrives: (@Sendable () async throws -> Void)?
        /// Called after a change was carried out, before the response.
        var carriedOut: (@Sendable () async throws -> Void)?
    }

    let content = Locked(Content())

    func change(_ body: (inout Content) -> Void) { content.withLock { body(&$0) } }
    var weights: [Kept] { content.withLock { $0.weights } }
    var effects: [Effect] { content.withLock { $0.effects } }
    var arrivals: [Effect] { content.withLock { $0.arrivals } }

    /// Day and grams of each weight, sorted.
    var readings: [String] { weights.map { "\($0.day) \($0.grams)" }.sorted() }

    var network: InMemoryNetworkAdapter {
        InMemoryNetworkAdapter { [self] request, body in
            if request.method != .get { try await content.withLock { $0.arrives }?() }
            let (result, carriedOut) = content.withLock { content in
                let before = content.effects.count
                let result = Result { try Self.answer(request, body, &content) }
                return (result, content.effects.count > before ? content.carriedOut : nil)
            }
            try await carriedOut?()
            return try result.get()
        }
    }

    private static func answer(_ request: Request, _ body: Data, _ content: inout Content) throws -> Response {
        guard content.isThere else {
            throw GatewayError.connectionFailed(host: request.url.host ?? "", reason: "nobody is there")
        }
        if let portal = content.portal {
            content.arrivals.append(Effect(method: "\(request.method)", weight: "", key: ""))
            var response = Response(status: portal.status, url: request.url)
            response.headers["Content-Type"] = portal.type
            if portal.status / 100 == 3 { response.headers["Location"] = "https://portal.example/sign-in" }
            response.body = Data(portal.body.utf8)
            return response
        }
        if let authorization = request.headers["Authorization"] { content.authorizations.insert(authorization) }
        if let token = content.token, request.headers["Authorization"] != "Bearer \(token)" {
            return .empty(401, for: request)
        }
        if request.method == .get { return list(request, content) }
        let effect = Effect(
            method: "\(request.method)", weight: request.url.lastPathComponent,
            key: request.headers["Idempotency-Key"] ?? "")
        content.arrivals.append(effect)
        if !content.statuses.isEmpty {
            let headers: HeaderFields = content.retryAfter.map { ["Retry-After": "\($0)"] } ?? [:]
            return .empty(content.statuses.removeFirst(), headers: headers, for: request)
        }
        if let status = content.refused[effect.method] {
            return .json(status, ["error": ["code": "unwanted", "message": "Not that."]], for: request)
        }
        let response = content.answered[effect] ?? handle(request, body, effect, &content)
        content.answered[effect] = response
        if content.losses > 0 {
            content.losses -= 1
            throw GatewayError.connectionLost(host: request.url.host ?? "")
        }
        return response
    }

    private static func handle(
        _ request: Request, _ body: Data, _ effect: Effect, _ content: inout Content
    ) -> Response {
        struct Sent: Decodable { let day: String, grams: Int, source: String? }
        let before = content.version
        content.version = before.map { $0 + 1 }
        let index = content.weights.firstIndex { $0.id == effect.weight }
        let sent = try? JSONDecoder().decode(Sent.self, from: body)
        content.effects.append(effect)
        switch (effect.method, index, sent) {
        case ("PUT", _, let sent?):
            let kept = Kept(id: effect.weight, day: sent.day, grams: sent.grams, source: sent.source ?? "")
            if let index { content.weights[index] = kept } else { content.weights.append(kept) }
            return saved(kept, index == nil ? 201 : 200, content, request)
        case ("PATCH", let index?, let sent?):
            content.weights[index].day = sent.day
            content.weights[index].grams = sent.grams
            return saved(content.weights[index], 200, content, request)
        case ("DELETE", _, _):
            if let index { content.weights.remove(at: index) }
            return .empty(204, headers: says(content), for: request)
        default:
            content.effects.removeLast()
            content.version = before
            return .empty(404, for: request)
        }
    }

    /// The version that the response includes.
    private static func says(_ content: Content, _ headers: HeaderFields = [:]) -> HeaderFields {
        var headers = headers
        if let version = content.version { headers["Weights-Version"] = "\(version)" }
        return headers
    }

    private static func saved(_ kept: Kept, _ status: Int, _ content: Content, _ request: Request) -> Response {
        let body = (try? JSONEncoder().encode(kept)) ?? Data()
        return Response(
            status: status, headers: says(content, ["Content-Type": "application/json"]), body: body, url: request.url)
    }

    private static func list(_ request: Request, _ content: Content) -> Response {
        if let text = content.list {
            return .text(200, text, headers: ["Content-Type": "application/json"], for: request)
        }
        struct Answer: Encodable { let items: [Kept], next: String? }
        let start = request.query["after"].flatMap { Int($0) } ?? 0
        let page = content.weights.dropFirst(start).prefix(2)
        let next = start + page.count < content.weights.count ? "\(start + page.count)" : nil
        let body = (try? JSONEncoder().encode(Answer(items: Array(page), next: next))) ?? Data()
        return Response(
            status: 200, headers: says(content, ["Content-Type": "application/json"]), body: body, url: request.url)
    }
}
