import Foundation
import Reactor
import ReactorTesting
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

/// Every secret of a request separates cached responses, in every place.
@Suite("The identities of cached responses")
struct CacheIdentityTests {
    /// Each response repeats the user.
    private let network = InMemoryNetworkAdapter { request, _ in
        let who = request.headers["X-User"] ?? request.query["user"] ?? "nobody"
        return .text(200, "\(who) at \(request.base.origin.host)", for: request)
    }

    /// The places in which a request can identify the user.
    enum Place: CaseIterable, Sendable {
        case header, query, credential, credentialInQuery, behindNamedCredential, behindNamedPreparer, writtenAddress
    }

    private struct InQuery: Credential {
        let user: String
        func validate() {}
        func apply(to request: inout MutableRequestProperties) { request.query.add(user, for: "user") }
    }

    private struct Named: Credential {
        let identity: String? = "the app"
        func validate() {}
        func apply(to request: inout MutableRequestProperties) { request.headers[secret: "X-App"] = "k-1" }
    }

    private func ask(_ user: String, _ place: Place, _ gateway: CompositedGateway, _ name: String?) async throws
        -> String
    {
        var request = MutableRequestProperties(.get, "/me")
        var credential: (any Credential)?
        switch place {
        case .header: request.headers[secret: "X-User"] = user
        case .query: request.query.add(user, for: "user", isSecret: true)
        case .credential: credential = APIKeyCredential(user, header: "X-User")
        case .credentialInQuery: credential = InQuery(user: user)
        case .behindNamedCredential:
            credential = Named()
            request.headers[secret: "X-User"] = user
        case .behindNamedPreparer: request.query.add(user, for: "user", isSecret: true)
        case .writtenAddress: request = try MutableRequestProperties(.get, url: "https://api.test/v1/me?user=\(user)")
        }
        request.cacheResponseWithExpiration = .seconds(60)
        request.customCacheIdentifier = name
        let pipeline = try ServicePipeline(
            client: "C", gateway: gateway, credential: credential, options: BenchOptions(retry: .never))
        return String(decoding: try await pipeline.send("C.me", request).raw.body, as: UTF8.self)
    }

    @Test("A user never receives the response of another user, and receives their own again", arguments: Place.allCases)
    func apart(place: Place) async throws {
        for name in [nil, "profile"] {
            let gateway = try makeGateway(network) { parts in
                guard place == .behindNamedPreparer else { return }
                parts.preparers = [
                    RequestPreparerClosureAdapter { request in
                        request.headers["Authorization"] = "Bearer of the app"
                        request.credentialIdentity = "the app"
                    }
                ]
            }
            let before = network.arrivals.count
            for user in ["anna", "bert", "carl", "carl"] {
                #expect(try await ask(user, place, gateway, name).hasPrefix("\(user) at"), "\(place)")
            }
            #expect(network.arrivals.count - before == 3, "\(place)")
        }
    }

    @Test("The identities of the request and of the credential are combined")
    func bothNames() async throws {
        let gateway = try makeGateway(network)
        let pipeline = try ServicePipeline(
            client: "C", gateway: gateway, credential: Named(), options: BenchOptions(retry: .never))
        var bodies: [String] = []
        for user in ["anna", "bert"] {
            var request = MutableRequestProperties(.get, "/me", headers: ["X-User": user])
            request.credentialIdentity = user
            request.cacheResponseWithExpiration = .seconds(60)
            bodies.append(String(decoding: try await pipeline.send("C.me", request).raw.body, as: UTF8.self))
        }
        #expect(bodies == ["anna at api.test", "bert at api.test"])
    }

    @Test("A custom identifier is separate for each server")
    func servers() async throws {
        let shared = InMemoryCacheProvider(clock: RuntimeClock(ManualClock()))
        var bodies: [String] = []
        for base in ["https://one.test", "https://two.test"] {
            var parts = GatewayParts(network: network)
            parts.cache = shared
            let gateway = try CompositedGateway(baseURL: BaseURL(base), parts: parts)
            let response = try await gateway.get("/prices") { properties in
                properties.cacheResponseWithExpiration = .seconds(60)
                properties.customCacheIdentifier = "prices"
            }
            bodies.append(String(decoding: response.body, as: UTF8.self))
        }
        #expect(bodies == ["nobody at one.test", "nobody at two.test"])
    }
}
