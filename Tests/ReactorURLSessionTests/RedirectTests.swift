import Foundation
import ReactorLoopbackSupport
import ReactorServices
import Testing

@Suite("A redirect")
struct RedirectTests {
    private static let secrets = HeaderFields([
        .init(name: "Authorization", value: "Bearer t0psecret"), .init(name: "Cookie", value: "session=t0psecret"),
        .init(name: "X-Api-Key", value: "t0psecret", isSecret: true), .init(name: "X-Kept", value: "harmless"),
    ])

    private func send(
        _ world: World, _ method: HTTPMethod, status: Int, to target: String, body: RequestBody = .text("body")
    ) async throws -> Response {
        var properties = MutableRequestProperties(
            method, "/redirect", query: ["status": status, "to": target], headers: Self.secrets, body: body)
        properties.headers["Content-Type"] = "text/plain"
        properties.followRedirects = true
        return try await JsonGateway(jsonPatientAt: world.api, over: world.network).submitRequest(properties)
    }

    @Test("Keeps method and body, or drops both, as HTTP specifies", arguments: WorldKind.available)
    func methods(kind: WorldKind) async throws {
        let world = try kind.make()
        let table: [(Int, HTTPMethod, String)] = [
            (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"),
            (308, "POST", "POST"), (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (303, "PUT", "GET"),
        ]
        for (status, method, then) in table {
            let response = try await send(world, method, status: status, to: "/echo")
            #expect(response.json?["method"]?.string == then, "\(status) after \(method)")
            #expect(response.json?["body"]?.string == (then == "GET" ? "" : "body"), "\(status) after \(method)")
            #expect(response.url.path == "/echo")
        }
    }

    @Test("A redirect to another origin drops the credentials, also on the way back", arguments: WorldKind.available)
    func otherOrigin(kind: WorldKind) async throws {
        let world = try kind.make()
        let back = "\(world.api)/echo".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        for status in [301, 303, 307] {
            let before = try await world.arrivals().count
            _ = try await send(world, .put, status: status, to: "\(world.storage)/redirect?status=307&to=\(back)")
            let arrivals = try await world.arrivals().dropFirst(before)
            #expect(arrivals.map(\.host) == ["api", "storage", "api"])
            for arrival in arrivals.dropFirst() {
                for name in ["Authorization", "Cookie", "X-Api-Key"] { #expect(arrival.headers[name] == nil) }
                #expect(arrival.headers["X-Kept"] == "harmless")
            }
        }
    }

    @Test("A redirect sends a stream again only if it can be read again", arguments: WorldKind.available)
    func streams(kind: WorldKind) async throws {
        let world = try kind.make()
        let again = BodyStream(length: 3) {
            AsyncStream {
                $0.yield(Data("abc".utf8)); $0.finish()
            }
        }
        let response = try await send(world, .put, status: 308, to: "/echo", body: .stream(again))
        #expect(response.json?["body"]?.string == "abc")
        let once = BodyStream(
            length: 3,
            once: AsyncStream {
                $0.yield(Data("abc".utf8)); $0.finish()
            })
        await #expect(throws: GatewayError.bodyNotRepeatable) {
            try await send(world, .put, status: 308, to: "/echo", body: .stream(once))
        }
    }

    @Test("In a circle, or to another scheme than http, is refused", arguments: WorldKind.available)
    func refused(kind: WorldKind) async throws {
        let world = try kind.make()
        await #expect(throws: GatewayError.unusableRedirect(host: "127.0.0.1")) {
            try await send(world, .post, status: 302, to: "file:///etc/passwd")
        }
        for _ in 0..<25 { try await world.add(.status(307, headers: ["Location": "/echo"], path: "/echo")) }
        await #expect(throws: GatewayError.tooManyRedirects(limit: 20)) {
            try await JsonGateway(jsonPatientAt: world.api, over: world.network).get("/echo")
        }
    }
}
