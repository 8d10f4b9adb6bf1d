import Reactor
import ReactorOffline
import ReactorServices

/// The operations of a server on todos.
package protocol TodoService: Sendable {
    func list() async throws -> [Todo]
    func search(_ text: String) async throws -> [Todo]
    func add(title: String, note: String) async throws -> Todo
}

/// The servers of all environments, one of which is connected at a time.
package protocol TodoServers: Sendable {
    /// Leaves the current environment, and connects to another one.
    func connect(to environment: ServerEnvironment.Name) async throws
    /// Returns the service of an environment.
    ///
    /// - Throws: ``ServerEnvironmentError/notEntered(_:current:)`` if another environment is connected, or none.
    func service(in environment: ServerEnvironment.Name) async throws -> any TodoService
}

enum TodoServersKey: DependencyKey {
    static var liveValue: any TodoServers { NoServers() }
}

/// The default, which contains no servers.
private struct NoServers: TodoServers {
    func connect(to environment: ServerEnvironment.Name) throws {
        throw ServerEnvironmentError.unknown(environment.rawValue, known: [])
    }

    func service(in environment: ServerEnvironment.Name) throws -> any TodoService {
        throw ServerEnvironmentError.notEntered(environment, current: nil)
    }
}

extension Dependencies {
    package var todoServers: any TodoServers {
        get { self[TodoServersKey.self] }
        set { self[TodoServersKey.self] = newValue }
    }
}

/// A client of a todo service.
package struct TodoClient: TodoService {
    package enum Version: String, ApiVersion {
        case v1 = "2026-01-15"
        package static let latest = v1
    }

    package struct Options: ClientOptions {
        package var apiVersion: TodoClient.Version { .latest }
        package var retry: RetryPolicy { .never }

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
        } catch let error as ServiceError where error.kind == .conflict {
            throw TodoError.titleTaken(title)
        }
    }

    private func todos(_ operation: String, _ query: QueryItems) async throws -> [Todo] {
        let request = MutableRequestProperties(.get, "/todos", query: query)
        return try await pipeline.send(operation, request).decoded(as: [Todo].self).value
    }
}

/// The errors of the app itself.
package enum TodoError: ExplainedError, Equatable {
    /// A todo with this title exists.
    case titleTaken(String)
    /// The link leads to no screen.
    case unknownLink(String)

    package var explanation: UserMessage {
        switch self {
        case .titleTaken(let title): UserMessage("todo.titleTaken", [.text(title)], recovery: "todo.otherTitle")
        case .unknownLink(let link): UserMessage("link.unknown", [.text(link)])
        }
    }
}

/// The servers on a network.
package struct ConnectedServers: TodoServers {
    private let environments: ServerEnvironments
    private let connection: ServerConnection<any TodoService>

    /// - Parameter accessKey: Returns the key for signing in. It is called once for each connection.
    package init(
        _ environments: ServerEnvironments, network: any NetworkAdapter,
        accessKey: @escaping @Sendable () async -> String
    ) {
        self.environments = environments
        connection = ServerConnection { environment, _ in
            let credential = BearerCredential(identity: environment.credentialsScope) {
                BearerToken(await accessKey())
            }
            return ServerAccess(GatewayParts(network: network), credential: credential)
        }
    }

    package func connect(to name: ServerEnvironment.Name) async throws {
        try await connection.enter(environments.named(name)) { session in
            try TodoClient(gateway: session.gateway(), credential: session.credential())
        }
    }

    package func service(in name: ServerEnvironment.Name) async throws -> any TodoService {
        try await connection.content(in: name)
    }
}
