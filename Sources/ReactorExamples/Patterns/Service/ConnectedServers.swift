import Reactor
import ReactorOffline
import ReactorServices

/// The servers over a network.
package struct ConnectedServers: TodoServers {
    private let environments: ServerEnvironments
    private let connection: ServerConnection<any TodoService>

    /// - Parameter accessKey: the key to sign in with; asked for once at each connection.
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
