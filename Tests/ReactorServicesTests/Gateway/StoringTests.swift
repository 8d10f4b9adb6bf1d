import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Caching rules of the server")
struct StoringTests {
    private func keep(_ properties: inout MutableRequestProperties) {
        properties.cacheResponseWithExpiration = .seconds(1_000)
    }

    /// A gateway to a server whose responses all have these fields.
    private func gateway(
        _ headers: HeaderFields, clock: ManualClock = ManualClock()
    ) throws -> (gateway: CompositedGateway, network: InMemoryNetworkAdapter) {
        let network = InMemoryNetworkAdapter { request, _ in
            let isTagged = request.headers["If-None-Match"] != nil
            return .text(isTagged ? 304 : 200, isTagged ? "" : "whole", headers: headers, for: request)
        }
        return (try makeGateway(network, clock: clock), network)
    }

    @Test(
        "The server can shorten the time, and cannot extend it",
        arguments: [
            ([:], 1_000), (["Cache-Control": "max-age=70"], 70), (["Cache-Control": "public, MAX-AGE=70"], 70),
            (["Cache-Control": "max-age=90,max-age=70, must-revalidate"], 70),
            (["Cache-Control": "max-age=5000"], 1_000),
            (["Cache-Control": "max-age=70", "Age": "20", "Expires": "0"], 50),
            (["Cache-Control": "max-age=70", "Age": "-30"], 70),
            (["Cache-Control": "max-age=2147483647", "Age": "-2147483648"], 1_000), (["Cache-Control": ""], 1_000),
            (["Vary": "Accept-Encoding"], 1_000), (["Vary": "accept-encoding , Accept-Encoding"], 1_000),
        ] as [(HeaderFields, Int)])
    func time(headers: HeaderFields, seconds: Int) async throws {
        let clock = ManualClock()
        let (gateway, _) = try gateway(headers, clock: clock)
        #expect(try await gateway.get("/", keep).source == .network)
        clock.advance(by: .seconds(seconds) - .nanoseconds(1))
        #expect(try await gateway.get("/", keep).source == .cache)
        clock.advance(by: .nanoseconds(1))
        #expect(try await gateway.get("/", keep).source == .network)
    }

    @Test(
        "Forbidden and unknown rules prevent caching, with a tag or without",
        arguments: [
            ["Cache-Control": "no-store"], ["Cache-Control": "max-age=9, No-Store"], ["Cache-Control": "private"],
            ["Cache-Control": "max-age=ten"], ["Cache-Control": "max-age="], ["Cache-Control": "s-maxage=7"],
            ["Cache-Control": "no-cache=\"set-cookie, x\""], ["Cache-Control": "x=\"public,public\""],
            ["Cache-Control": "stale-while-revalidate=9"], ["Cache-Control": "max-age=99999999999999999999"],
            ["Expires": "Sun, 06 Nov 2094 08:49:37 GMT"], ["Pragma": "no-cache"],
            ["Cache-Control": "max-age=60", "Age": "x"], ["Vary": "*"], ["Vary": "Accept-Language"],
            ["Vary": "Accept-Encoding, Cookie"], ["Vary": "Origin"],
        ] as [HeaderFields])
    func never(headers: HeaderFields) async throws {
        for tag in [nil, "\"1\""] {
            var headers = headers
            headers["ETag"] = tag
            let (gateway, network) = try gateway(headers)
            for _ in 1...2 { #expect(try await gateway.get("/", keep).source == .network) }
            #expect(network.arrivals.fields("If-None-Match") == [nil, nil])
        }
    }

    @Test("A response that requires revalidation is revalidated each time, by its only tag")
    func asked() async throws {
        for directive in ["no-cache", "max-age=0", "public, no-cache, max-age=60", "max-age=60"] {
            let (gateway, network) = try gateway(["Cache-Control": directive, "Age": "60", "ETag": "W/\"7\""])
            for source in [.network, .revalidated, .revalidated] as [Response.Source] {
                let response = try await gateway.get("/", keep)
                #expect(response.source == source && response.status == 200 && response.body.count == 5, "\(directive)")
            }
            #expect(network.arrivals.fields("If-None-Match") == [nil, "W/\"7\"", "W/\"7\""])
        }
        let (gateway, network) = try gateway(["Cache-Control": "no-cache"])
        for _ in 1...2 { #expect(try await gateway.get("/", keep).source == .network) }
        #expect(network.arrivals.count == 2)
    }

    @Test("A private response is cached for a request with credentials, and only for these")
    func privately() async throws {
        let (gateway, _) = try gateway(["Cache-Control": "private, max-age=60"])
        func get(_ who: String?) async throws -> Response.Source {
            try await gateway.get("/") { properties in
                properties.headers[secret: "X-Session"] = who
                keep(&properties)
            }.source
        }
        #expect(try await [get(nil), get(nil)] == [.network, .network])
        #expect(try await [get("anna"), get("anna"), get("bert")] == [.network, .cache, .network])
    }

    @Test(
        "A request with its own rule or condition bypasses the cache, and its response is not cached",
        arguments: ["Cache-Control", "Pragma", "Range", "If-Match", "if-none-match", "If-Modified-Since", "If-Range"])
    func ofRequest(field: String) async throws {
        let (gateway, network) = try gateway([:])
        #expect(try await gateway.get("/other", headers: [field: "x"], keep).source == .network)
        #expect(try await gateway.get("/other", keep).source == .network)
        #expect(try await gateway.get("/other", headers: [field: "x"], keep).source == .network)
        #expect(network.arrivals.count == 3)
    }

    @Test("A stale response is never returned without revalidation, even if the server is unreachable")
    func unreachable() async throws {
        let (clock, isGone) = (ManualClock(), Locked(false))
        let network = InMemoryNetworkAdapter { request, _ in
            if isGone.copy { throw GatewayError.connectionLost(host: "h") }
            return .text(200, "", headers: ["ETag": "\"1\""], for: request)
        }
        let gateway = try makeGateway(network, clock: clock)
        _ = try await gateway.get("/", keep)
        isGone.withLock { $0 = true }
        #expect(try await gateway.get("/", keep).source == .cache)
        clock.advance(by: .seconds(1_000))
        await #expect(throws: GatewayError.connectionLost(host: "h")) { try await gateway.get("/", keep) }
    }

    // MARK: - Changes

    @Test("A change evicts all responses of its path, for all credentials and variants", arguments: [200, 303, 503])
    func changed(status: Int) async throws {
        let network = InMemoryNetworkAdapter { request, _ in
            .empty(request.method.isSafe ? 200 : status, for: request)
        }
        let gateway = try makeGateway(network)
        func get(_ path: String, _ language: String = "en") async throws -> Response.Source {
            try await gateway.get(path, params: ["n": 1], headers: ["Accept-Language": language], keep).source
        }
        for path in ["/a", "/b"] { for language in ["en", "de"] { _ = try await get(path, language) } }
        _ = try await gateway.submitRequest(MutableRequestProperties(.patch, "/a"))
        #expect(try await [get("/a"), get("/a", "de")] == [.network, .network])
        #expect(try await [get("/b"), get("/b", "de")] == [.cache, .cache])
        #expect(try await [get("/a"), get("/a", "de")] == [.cache, .cache])
    }

    @Test("A change whose response is lost evicts them, too, and a refused change does not")
    func lost() async throws {
        let fault = Locked<Int?>(nil)
        let network = InMemoryNetworkAdapter { request, _ in
            if request.method.isSafe { return .empty(200, for: request) }
            guard let status = fault.copy else { throw GatewayError.connectionLost(host: "h") }
            return .empty(status, for: request)
        }
        let gateway = try makeGateway(network)
        _ = try await gateway.get("/", keep)
        _ = try? await gateway.delete("/")
        #expect(try await gateway.get("/", keep).source == .network)
        fault.withLock { $0 = 409 }
        _ = try await gateway.delete("/")
        #expect(try await gateway.get("/", keep).source == .cache)
    }

    @Test("A response that was requested before a change is not cached after it")
    func overtaken() async throws {
        let network = StalledNetwork()
        let gateway = try makeGateway(network)
        async let old = gateway.get("/a", keep)
        await network.arrived(1)
        async let change = gateway.put("/a")
        await network.arrived(2)
        network.answer(1, 204)
        _ = try await change
        network.answer(0, body: "old")
        _ = try await old
        async let new = gateway.get("/a", keep)
        await network.arrived(3)
        network.answer(2, body: "new")
        #expect(String(decoding: try await new.body, as: UTF8.self) == "new")
    }

    @Test("A POST with an identifier is a read and evicts nothing")
    func named() async throws {
        let (gateway, _) = try gateway([:])
        _ = try await gateway.get("/search", keep)
        _ = try await gateway.post("/search") { properties in
            keep(&properties)
            properties.customCacheIdentifier = "search"
        }
        #expect(try await gateway.get("/search", keep).source == .cache)
    }
}
