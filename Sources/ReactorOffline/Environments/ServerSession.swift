import Reactor
import ReactorServices

/// What a server is reached with: a gateway's parts, and who asks.
public struct ServerAccess: Sendable {
    /// What its gateway is made of.
    var parts: GatewayParts
    /// Who asks there. Made anew for each session, so that no token outlives one.
    var credential: (any Credential)?

    /// An access.
    public init(_ parts: GatewayParts, credential: (any Credential)? = nil) {
        self.parts = parts
        self.credential = credential
    }
}

/// The gateways and credentials of one stay in an environment, made by a ``ServerConnection``.
///
/// When it has ended, nothing is sent or kept through its gateways any more, whoever still holds them: requests end with
/// `CancellationError`.
public final class ServerSession: Sendable {
    /// The environment.
    public let environment: ServerEnvironment
    private let accesses: [DestinationName: (gateway: JsonGateway, credential: (any Credential)?)]
    private let caches: [SessionCache]
    private let life: SessionLife
    private let endings = Guarded<[@Sendable () async -> Void]>([])

    init(
        _ environment: ServerEnvironment, _ access: (ServerEnvironment, DestinationName) throws -> ServerAccess
    ) throws {
        let life = SessionLife()
        var caches: [SessionCache] = []
        accesses = try [DestinationName: (JsonGateway, (any Credential)?)](
            uniqueKeysWithValues: environment.baseURLs.map { name, base in
                let access = try access(environment, name)
                var parts = access.parts
                let cache = SessionCache(
                    base: parts.cache ?? InMemoryCacheProvider(clock: parts.runtime.clock),
                    environment: environment.name, life: life)
                caches.append(cache)
                parts.cache = cache
                parts.network = SessionNetwork(base: parts.network, life: life)
                return (name, (try JsonGateway(baseURL: base, parts: parts), access.credential))
            })
        self.environment = environment
        self.caches = caches
        self.life = life
    }

    /// The gateway to one of the environment's servers.
    ///
    /// - Throws: ``ServerEnvironmentError/noServer(_:_:)``.
    public func gateway(
        to destination: DestinationName = .api
    ) throws(ServerEnvironmentError) -> JsonGateway {
        guard let access = accesses[destination] else { throw .noServer(destination, environment.name) }
        return access.gateway
    }

    /// Who asks at one of the environment's servers.
    public func credential(for destination: DestinationName = .api) -> (any Credential)? {
        accesses[destination]?.credential
    }

    /// The servers as a ``ChangeQueue`` or a ``SequenceRunner`` wants them.
    public var destinations: [DestinationName: SequenceDestination] {
        accesses.mapValues { .server($0.gateway, credential: $0.credential) }
    }

    /// Has `body` called when the session ends: to close a queue, say. The last one is called first.
    public func atEnd(_ body: @escaping @Sendable () async -> Void) { endings.withLock { $0.append(body) } }

    /// Ends everything: what is on its way is cancelled, what was kept is forgotten.
    nonisolated(nonsending) func end() async {
        life.end()
        for (gateway, _) in accesses.values {
            for request in gateway.activeRequests + gateway.pendingRequests { gateway.cancelRequest(request) }
        }
        let endings = endings.withLock { endings in
            defer { endings = [] }
            return endings
        }
        for ending in endings.reversed() { await ending() }
        for cache in caches { await cache.removeAll() }
    }
}
