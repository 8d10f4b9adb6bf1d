import ReactorServices

/// Speaks to a todo service.
package struct TodoClient: TodoService {
    package enum Version: String, ApiVersion {
        case v1 = "2026-01-15"
        package static let latest = v1
    }

    package struct Options: ClientOptions {
        package var apiVersion: TodoClient.Version { .latest }
        package var retry: RetrySchedule { .never }

        package init() {}
    }

    private let pipeline: ServicePipeline

    package init(gateway: any Gateway, credential: (any Credential)?) throws {
        pipeline = try ServicePipeline(
            client: "TodoClient", gateway: gateway, credential: credential, options: Options())
    }

    package func list() async throws -> [Todo] { try await todos("TodoClient.list", [:]) }

    package func search(_ text: String) async throws -> [Todo] { try await todos("TodoClient.search", ["q": text]) }

    package func add(title: String, note: String) async throws -> Todo {
        var request = MutableRequestProperties(
            .post, "/todos", headers: ["Content-Type": "application/json"],
            body: .value(["title": .string(title), "note": .string(note)]))
        request.headers["Idempotency-Key"] = pipeline.uniqueID()
        do {
            return try await pipeline.send("TodoClient.add", request).decoded(as: Todo.self).value
        } catch let error as ServiceError where error.reason == .conflict {
            throw TodoError.titleTaken(title)
        }
    }

    private func todos(_ operation: String, _ query: QueryItems) async throws -> [Todo] {
        let request = MutableRequestProperties(.get, "/todos", query: query)
        return try await pipeline.send(operation, request).decoded(as: [Todo].self).value
    }
}
