import ReactorFoundation
import ReactorServices

@testable import ExamplePatterns

/// An in-memory todo server for each host, which can be disconnected.
actor TodoServer {
    private var todos: [String: [Todo]]
    private var isOnline = true

    static let key = "demo"

    /// Creates a server with the initial todos of each host.
    init(_ todos: [String: [Todo]]) { self.todos = todos }

    /// Connects or disconnects the server.
    func setOnline(_ isOnline: Bool) { self.isOnline = isOnline }

    nonisolated var network: InMemoryNetworkAdapter {
        InMemoryNetworkAdapter { try await self.answer($0, $1) }
    }

    private func answer(_ request: Request, _ body: Data) throws -> Response {
        let host = request.base.origin.host
        guard isOnline else { throw GatewayError.connectionFailed(host: host, reason: "the plug is pulled") }
        guard request.headers["Authorization"] == "Bearer \(Self.key)" else { return .empty(401, for: request) }
        let known = todos[host, default: []]
        switch (request.method, request.path) {
        case (.get, "/todos"):
            let text = request.query["q"]?.lowercased() ?? ""
            let found = known.filter { text.isEmpty || $0.title.lowercased().contains(text) }
            return .json(200, .array(found.map(\.json)), for: request)
        case (.post, "/todos"):
            guard let draft = try? JSONDecoder().decode(Draft.self, from: body) else {
                return .empty(400, for: request)
            }
            guard !known.contains(where: { $0.title == draft.title }) else { return .empty(409, for: request) }
            let todo = Todo(id: (known.map(\.id).max() ?? 0) + 1, title: draft.title, note: draft.note)
            todos[host, default: []].append(todo)
            return .json(201, todo.json, for: request)
        default: return .empty(404, for: request)
        }
    }

    private struct Draft: Decodable {
        let title: String
        let note: String
    }
}

extension Todo {
    fileprivate var json: JSON {
        ["id": .number(JSON.Number(id)), "title": .string(title), "note": .string(note)]
    }
}
