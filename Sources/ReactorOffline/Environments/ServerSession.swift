import Reactor
import ReactorServices

/// The access to a server: the parts of its gateway, and its credential.
public struct ServerAccess: Sendable {
    var parts: GatewayParts
    /// The credential. It is created for each session, so that no token outlives the session.
    var credential: (any Credential)?

    /// Creates an access.
    public init(_ parts: GatewayParts, credential: (any Credential)? = nil) {
        self.parts = parts
        self.credential = credential
    }
}

/// The gateways and credentials of one entry into an environment, which a ``ServerConnection`` creates.
///
/// After its end, its gateways send and cache nothing, even if they are retained: requests end with
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

    /// Returns the gateway to one of the environment's servers.
    ///
    /// - Throws: ``ServerEnvironmentError/noServer(_:_:)``.
    public func gateway(
        to destination: DestinationName = .api
    ) throws(ServerEnvironmentError) -> JsonGateway {
        guard let access = accesses[destination] else { throw .noServer(destination, environment.name) }
        return access.gateway
    }

    /// Returns the credential for one of the environment's servers.
    public func credential(for destination: DestinationName = .api) -> (any Credential)? {
        accesses[destination]?.credential
    }

    /// The servers as destinations of a ``ChangeQueue`` or a ``SequenceRunner``.
    public var destinations: [DestinationName: SequenceDestination] {
        accesses.mapValues { .server($0.gateway, credential: $0.credential) }
    }

    /// Registers a closure to call when the session ends, for example to close a queue. The last one is called first.
    public func atEnd(_ body: @escaping @Sendable () async -> Void) { endings.withLock { $0.append(body) } }

    /// Ends the session: requests in flight are cancelled, and cached responses are removed.
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
