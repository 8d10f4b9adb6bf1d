import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

/// What a server says about how long its answer is good for (RFC 9111).
@Suite("How long a kept answer is good for")
struct FreshnessTests {
    /// A gateway to a server whose answers all have these fields, and say how many came before them.
    private func gateway(
        _ headers: HeaderFields, clock: ManualClock = ManualClock()
    ) throws -> (gateway: CompositedGateway, network: InMemoryNetworkAdapter) {
        let count = Locked(0)
        let network = InMemoryNetworkAdapter { request, _ in
            if let tag = request.headers["If-None-Match"], tag == headers["ETag"] {
                return .empty(304, headers: headers, for: request)
            }
            return .text(200, "\(count.withLock { $0 += 1; return $0 })", headers: headers, for: request)
        }
        return (try makeGateway(network, clock: clock), network)
    }

    private func keep(_ properties: inout MutableRequestProperties) {
        properties.cacheResponseWithExpiration = .seconds(1_000)
    }

    /// Whether the same request is answered without the server when so much time has gone by.
    private func isKept(_ headers: HeaderFields, after seconds: Int) async throws -> Bool {
        let clock = ManualClock()
        let (gateway, _) = try gateway(headers, clock: clock)
        _ = try await gateway.get("/", keep)
        clock.advance(by: .seconds(seconds))
        return try await gateway.get("/", keep).source == .cache
    }

    @Test(
        "Is the shorter of what the request and the server say",
        arguments: [
            (["Cache-Control": "max-age=70"], 70), (["Cache-Control": "public , MAX-AGE=\"70\" "], 70),
            (["Cache-Control": "max-age=70", "Age": "20"], 50),
            (["Cache-Control": "max-age=70", "Expires": "0"], 70),
            (["Cache-Control": "max-age=90, max-age=70"], 70),
            (["Cache-Control": "max-age=5000"], 1_000), (["Cache-Control": "s-maxage=7"], 1_000),
            (["Cache-Control": "no-transform, x=\"no-store\""], 1_000),
            (["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Expires": "Sun, 06 Nov 1994 08:51:37 GMT"], 120),
            (
                ["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Expires": "Sunday, 06-Nov-94 08:51:37 GMT", "Age": "100"],
                20
            ),
        ] as [(HeaderFields, Int)])
    func lifetime(headers: HeaderFields, seconds: Int) async throws {
        #expect(try await isKept(headers, after: seconds - 1))
        #expect(try await !isKept(headers, after: seconds))
    }

    @Test(
        "Is none where the server says so, or says it unreadably",
        arguments: [
            ["Cache-Control": "max-age=0"], ["Cache-Control": "max-age=ten"], ["Cache-Control": "No-Cache"],
            ["Cache-Control": "no-cache=\"set-cookie\""], ["Cache-Control": "max-age=9, no-store"],
            ["Cache-Control": "max-age=60", "Age": "60"], ["Expires": "0"],
            ["Expires": "Sun, 06 Nov 1994 08:49:37 GMT"], ["Cache-Control": "private"], ["Pragma": "no-cache"],
            ["Cache-Control": "max-age=60", "Age": "99999999999999999999999"],
        ] as [HeaderFields])
    func none(headers: HeaderFields) async throws {
        #expect(try await !isKept(headers, after: 0))
    }

    @Test("Does not count the time that the answer took")
    func slow() async throws {
        let clock = ManualClock()
        let network = InMemoryNetworkAdapter { request, _ in
            clock.advance(by: .seconds(30))
            return .text(200, "", headers: ["Cache-Control": "max-age=50"], for: request)
        }
        let gateway = try makeGateway(network, clock: clock)
        _ = try await gateway.get("/", keep)
        clock.advance(by: .seconds(19))
        #expect(try await gateway.get("/", keep).source == .cache)
        clock.advance(by: .seconds(1))
        #expect(try await gateway.get("/", keep).source == .network)
    }

    @Test("What must be asked about each time is asked about, and its body comes no second time")
    func noCache() async throws {
        let (gateway, network) = try gateway(["Cache-Control": "no-cache", "ETag": "\"7\""])
        for source in [.network, .revalidated, .revalidated] as [Response.Source] {
            let response = try await gateway.get("/", keep)
            #expect(response.source == source)
            #expect(response.body.count == 1)
        }
        #expect(network.arrivals.count == 3)
    }

    @Test("A 304 begins a new life, as long as it says")
    func again() async throws {
        let (clock, age) = (ManualClock(), Locked("10"))
        let network = InMemoryNetworkAdapter { request, _ in
            .text(
                request.headers["If-None-Match"] == nil ? 200 : 304, "",
                headers: ["ETag": "\"1\"", "Cache-Control": "max-age=\(age.copy)"], for: request)
        }
        let gateway = try makeGateway(network, clock: clock)
        _ = try await gateway.get("/", keep)
        age.withLock { $0 = "25" }
        clock.advance(by: .seconds(10))
        #expect(try await gateway.get("/", keep).source == .revalidated)
        clock.advance(by: .seconds(24))
        #expect(try await gateway.get("/", keep).source == .cache)
        clock.advance(by: .seconds(1))
        #expect(try await gateway.get("/", keep).source == .revalidated)
    }

    @Test("Once it is over, the answer is never given unasked, though the server cannot be reached")
    func mustRevalidate() async throws {
        let (clock, isGone) = (ManualClock(), Locked(false))
        let network = InMemoryNetworkAdapter { request, _ in
            if isGone.copy { throw GatewayError.connectionLost(host: "h") }
            return .text(
                200, "", headers: ["ETag": "\"1\"", "Cache-Control": "max-age=9, must-revalidate"], for: request)
        }
        let gateway = try makeGateway(network, clock: clock)
        _ = try await gateway.get("/", keep)
        isGone.withLock { $0 = true }
        #expect(try await gateway.get("/", keep).source == .cache)
        clock.advance(by: .seconds(9))
        await #expect(throws: GatewayError.connectionLost(host: "h")) { try await gateway.get("/", keep) }
    }

    @Test("What is private is kept for somebody, and not for nobody in particular")
    func privately() async throws {
        let (gateway, network) = try gateway(["Cache-Control": "private=\"x-name\", max-age=60"])
        func get(_ who: String?) async throws -> Response.Source {
            try await gateway.get("/") { properties in
                properties.headers[secret: "X-Session"] = who
                properties.cacheResponseWithExpiration = .seconds(60)
            }.source
        }
        #expect(try await [get(nil), get(nil)] == [.network, .network])
        #expect(try await [get("anna"), get("anna"), get("bert")] == [.network, .cache, .network])
        #expect(network.arrivals.count == 4)
    }

    @Test("A request that says no-cache or no-store is answered by the server", arguments: ["no-cache", "No-Store"])
    func ofRequest(directive: String) async throws {
        let (gateway, network) = try gateway([:])
        _ = try await gateway.get("/", keep)
        #expect(try await gateway.get("/", headers: ["Cache-Control": directive], keep).source == .network)
        #expect(network.arrivals.count == 2)
    }

    // MARK: - What a change does to it

    @Test("A change ends it for everything under its path, whoever asked in whichever way", arguments: [200, 303, 503])
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

    @Test("A change whose answer is lost ends it too, and one that is refused does not")
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

    @Test("An answer that was asked for before a change is not kept after it")
    func overtaken() async throws {
        let network = HeldNetwork()
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

    @Test("What is posted to be read, under a name, changes nothing")
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
