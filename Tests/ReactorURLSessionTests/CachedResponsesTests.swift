import Reactor
import ReactorLoopbackSupport
import ReactorServices
import ReactorTestSupport
import ReactorTesting
import Testing

/// The rules for cached responses that the page "Gateway" lists, each with a real server.
@Suite("Cached responses of a real server", .enabled(if: LoopbackServer.isAvailable))
struct CachedResponsesTests {
    private let server: LoopbackServer
    private let clock = ManualClock()
    private let gateway: CompositedGateway

    init() throws {
        server = try LoopbackServer()
        var parts = GatewayParts(patientOver: URLSessionNetworkAdapter())
        parts.runtime = Runtime(clock: RuntimeClock(clock))
        gateway = try CompositedGateway(baseURL: server.api, parts: parts)
    }

    private func get(_ headers: HeaderFields = [:], _ path: String = "/kept") async throws -> Response.Source {
        try await gateway.get(path, headers: headers) { $0.cacheResponseWithExpiration = .seconds(100) }.source
    }

    /// The server responds to the next requests with these header fields.
    private func answers(_ headers: [String: String], status: Int = 200, times: Int = 9) async throws {
        let fields = headers.map { JSON.Object.Member(key: $0.key, value: .string($0.value)) }
        let rule: JSON = [
            "action": "status", "status": .number(JSON.Number(status)), "times": .number(JSON.Number(times)),
            "path": "/kept", "headers": .object(JSON.Object(distinct: fields)), "body": "kept",
        ]
        _ = try await server.control.put("/_rules", body: .text(JSON.array([rule]).compact))
    }

    @Test(
        "Are returned for the time that the server allows",
        arguments: [
            (["Cache-Control": "max-age=60"], 60), (["Cache-Control": "max-age=60", "Age": "45"], 15),
            (["Cache-Control": "max-age=60, must-revalidate"], 60), (["Vary": "Accept-Encoding"], 100), ([:], 100),
        ] as [([String: String], Int)])
    func fresh(headers: [String: String], seconds: Int) async throws {
        try await answers(headers)
        #expect(try await get() == .network)
        clock.advance(by: .seconds(seconds) - .nanoseconds(1))
        #expect(try await get() == .cache)
        clock.advance(by: .nanoseconds(1))
        #expect(try await get() == .network)
    }

    @Test(
        "Are not returned without revalidation if the server requires it",
        arguments: [
            ["Cache-Control": "no-store"], ["Cache-Control": "no-cache"], ["Cache-Control": "private"],
            ["Cache-Control": "max-age=0"], ["Expires": "0"], ["Pragma": "no-cache"], ["Vary": "*"],
            ["Vary": "X-Unit"], ["Cache-Control": "s-maxage=9"],
        ])
    func never(headers: [String: String]) async throws {
        try await answers(headers)
        #expect(try await [get(), get()] == [.network, .network])
    }

    @Test("Are private to the credential")
    func whose() async throws {
        try await answers(["Cache-Control": "private"])
        for headers in [["Authorization": "Bearer a"], ["Authorization": "Bearer b"]] as [HeaderFields] {
            #expect(try await [get(headers), get(headers)] == [.network, .cache])
        }
    }

    @Test("Are revalidated by their tag each time with no-cache, and when they are old")
    func asked() async throws {
        try await answers(["Cache-Control": "no-cache", "ETag": "\"1\""], times: 1)
        #expect(try await get() == .network)
        for _ in 1...2 {
            try await answers(["ETag": "\"1\""], status: 304)
            #expect(try await get() == .revalidated)
        }
        #expect(try await server.arrivals().last?.headers.contains(["If-None-Match", "\"1\""]) == true)
        _ = try await get([:], "/etag")
        clock.advance(by: .seconds(100))
        #expect(try await [get([:], "/etag"), get([:], "/etag")] == [.revalidated, .cache])
    }

    @Test("Are not those of the previous address of a redirect")
    func moved() async throws {
        let tagged: JSON = [
            "action": "status", "status": 200, "times": 2, "path": "/kept", "headers": ["ETag": "\"1\""],
            "body": "kept",
        ]
        // The second address has the tag of the first one, too, and responds with 304 to a request with it.
        for (path, body) in [("/kept", "kept"), ("/etag", #"{"tagged": true}"#)] {
            let moves: JSON = [
                "action": "status", "status": 302, "times": 2, "path": "/moving",
                "headers": ["Location": .string(path)],
            ]
            _ = try await server.control.put("/_rules", body: .text(JSON.array([moves, tagged]).compact))
            for _ in 1...2 {
                clock.advance(by: .seconds(101))
                let response = try await gateway.get("/moving") { $0.cacheResponseWithExpiration = .seconds(100) }
                #expect(response.source == .network)
                #expect(String(decoding: response.body, as: UTF8.self) == body)
            }
        }
        let fields = try await server.arrivals().flatMap(\.headers).map { $0[0].lowercased() }
        #expect(!fields.contains("if-none-match"))
    }

    @Test("Are not returned to a request that bypasses the cache")
    func anew() async throws {
        try await answers([:])
        #expect(try await [get(), get()] == [.network, .cache])
        #expect(try await get(["Cache-Control": "no-cache"]) == .network)
        #expect(try await get(["Cache-Control": "no-store"]) == .network)
    }

    @Test(
        "Are evicted when their resource is changed, even if the response is lost, and not if it is refused"
    )
    func changed() async throws {
        try await answers([:])
        #expect(try await [get(), get(["Accept-Language": "de"])] == [.network, .network])
        _ = try await gateway.put("/kept", body: .text("new"))
        #expect(try await [get(), get(["Accept-Language": "de"]), get()] == [.network, .network, .cache])
        try await answers([:], status: 409, times: 1)
        _ = try await gateway.delete("/kept")
        #expect(try await get() == .cache)
        _ = try await server.control.put(
            "/_rules", body: .text(#"[{"action":"disconnect","after":true,"path":"/kept","method":"DELETE"}]"#))
        _ = try? await gateway.delete("/kept")
        try await answers([:])
        #expect(try await get() == .network)
    }
}
