import Reactor
import ReactorServices

final class SessionLife: Sendable {
    private let hasEnded = Guarded(false)

    var isOver: Bool { hasEnded.withLock { $0 } }

    func end() { hasEnded.withLock { $0 = true } }
}

/// A network adapter that refuses requests after the end of its session. The session cancels requests in flight.
struct SessionNetwork: NetworkAdapter {
    let base: any NetworkAdapter
    let life: SessionLife

    func send(_ request: Request) async throws -> Response {
        if life.isOver { throw CancellationError() }
        return try await base.send(request)
    }

    func pinned(by pinning: CertificatePinning) throws -> any NetworkAdapter {
        SessionNetwork(base: try base.pinned(by: pinning), life: life)
    }
}

/// A cache with separate keys for each environment, so that environments can share a provider. It returns and stores
/// nothing after the end of its session.
struct SessionCache: CacheProvider {
    let base: any CacheProvider
    let environment: ServerEnvironment.Name
    let life: SessionLife

    func cachedResponse(for key: CacheKey) async -> CachedResponse? {
        life.isOver ? nil : await base.cachedResponse(for: CacheKey(key, in: environment.rawValue))
    }

    func store(_ response: Response, for key: CacheKey, freshFor duration: Duration) async {
        if life.isOver { return }
        await base.store(response, for: CacheKey(key, in: environment.rawValue), freshFor: duration)
    }

    func remove(_ key: CacheKey) async { await base.remove(CacheKey(key, in: environment.rawValue)) }

    func removeAll() async { await base.removeAll() }
}
