import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

/// Proxies use their own formats for errors, and their status is valid regardless of the body.
@Suite("The status of a response is checked before its body")
struct StatusBeforeBodyTests {
    private static func broken(_ status: Int, _ request: Request) -> Response {
        .text(status, "<upstream busy>", headers: ["Content-Type": "application/problem+json"], for: request)
    }

    @Test("A 503 with an invalid body is retried, and a 401 renews the credential")
    func triedAgain() async throws {
        for status in [503, 401] {
            let (count, tokens) = (Locked(0), Locked(0))
            let credential = BearerCredential { BearerToken("token-\(tokens.next())") }
            let bench = try Bench(clock: JumpingClock(), credential: credential) { request, _ in
                count.next() == 1 ? Self.broken(status, request) : .json(200, [], for: request)
            }
            #expect(try await bench.get().isSuccess)
            #expect(count.copy == 2)
            #expect(tokens.copy == (status == 401 ? 2 : 1))
        }
    }

    @Test("An accepted status is a response, and any other status is its error")
    func accepted() async throws {
        let bench = try Bench(options: BenchOptions(retry: .never)) { request, _ in Self.broken(404, request) }
        let answer = try await bench.pipeline.send("C.delete", MutableRequestProperties(.delete), accepting: [404])
        #expect(answer.raw.status == 404)
        let error = await #expect(throws: ServiceError.self) { try await bench.get() }
        #expect(error?.problem == .notFound)
    }

    @Test("A response with an error status that is too large is returned without its body")
    func tooLarge() async throws {
        let network = InMemoryNetworkAdapter { request, _ in
            .text(request.path == "/error" ? 503 : 200, "far too much", for: request)
        }
        let gateway = try makeGateway(network) { $0.limits.answer = 5 }
        let response = try await gateway.get("/error")
        #expect(response.status == 503 && response.body.isEmpty)
        let error = await #expect(throws: GatewayError.self) { try await gateway.get("/") }
        #expect(error?.kind == .unusableAnswer && error?.status == 200)
    }

    @Test(
        "A captive portal on another host is not a response of the service, which can itself use other hosts",
        arguments: [("https://portal.test/in", true), ("/elsewhere", false), ("https://API.example/other", false)])
    func seeOther(location: String, isForeign: Bool) async throws {
        let bench = try Bench(options: BenchOptions(retry: .never)) { request, _ in
            .text(303, "", headers: ["Location": location], for: request)
        }
        let error = await #expect(throws: ServiceError.self) {
            _ = try await bench.pipeline.send("C.change", MutableRequestProperties(.patch, "/a"))
        }
        #expect(error?.kind == (isForeign ? .unavailable : .unusableAnswer), "\(error.debugDescription)")
        #expect(error?.status == (isForeign ? nil : 303))
    }

    @Test(
        "A page is not a response to a call that does not accept pages, whatever its status is",
        arguments: [
            (HTTPMethod.put, 200, "text/html", false), (.delete, 202, "application/xhtml+xml; charset=utf-8", false),
            (.post, 201, "Text/HTML", true), (.get, 203, "text/html", true),
        ])
    func page(method: HTTPMethod, status: Int, type: String, isTooLarge: Bool) async throws {
        let bench = try Bench(options: BenchOptions(retry: .never)) { request, _ in
            if isTooLarge { throw GatewayError.answerTooLarge(status: status, limit: 3, type: type) }
            return .text(status, "<p>Sign in</p>", headers: ["Content-Type": type], for: request)
        }
        let request = MutableRequestProperties(method, "/a")
        let error = await #expect(throws: ServiceError.self) {
            _ = try await bench.pipeline.send("C.change", request)
        }
        #expect(error?.kind == .unavailable && error?.status == nil)
        #expect(error?.explanation == ServiceError.Problem.unreachable.explanation)
        #expect(
            error?.description.hasPrefix(
                "C.change received a response that is not from the service: \(status) with \(type). A captive portal")
                == true,
            "\(error.debugDescription)")
        guard !isTooLarge else { return }
        let answer = try await bench.pipeline.send(
            "C.page", request, answers: [.html, MediaType("application/xhtml+xml")!])
        #expect(answer.raw.status == status)
    }

    @Test("A request is known to be done even if its response is too large or does not match its type")
    func done() async throws {
        let answers: [(HeaderFields, String)] = [
            ([:], String(repeating: "x", count: 40)), (["Content-Type": "application/json"], "<html>"),
        ]
        for (headers, body) in answers {
            let network = InMemoryNetworkAdapter { request, _ in .text(201, body, headers: headers, for: request) }
            var parts = GatewayParts(network: network)
            parts.limits.answer = 30
            let pipeline = try ServicePipeline(
                client: "C", gateway: JsonGateway(baseURL: testBase(), parts: parts), options: BenchOptions())
            let error = await #expect(throws: ServiceError.self) {
                try await pipeline.send("C.create", MutableRequestProperties(.post, "/"))
            }
            #expect(error?.status == 201)
            #expect(network.arrivals.count == 1)
        }
        let calls = Locked(0)
        let lost = try Bench(clock: JumpingClock(), options: BenchOptions(retry: .exponential(attempts: 2))) {
            request, _ in
            if calls.next() == 1 { return .empty(503, for: request) }
            throw GatewayError.connectionLost(host: "h")
        }
        let error = await #expect(throws: ServiceError.self) { try await lost.get() }
        #expect(error?.status == nil, "the response to an earlier attempt does not affect the last")
    }

    @Test("A redirect of a change is reported and is not the service's response")
    func redirected() async throws {
        let bench = try Bench(options: BenchOptions(retry: .never)) { request, _ in
            request.path == "/login"
                ? .text(200, "sign in", for: request) : .empty(302, headers: ["Location": "/login"], for: request)
        }
        for method in [.post, .put, .patch, .delete] as [HTTPMethod] {
            let error = await #expect(throws: ServiceError.self) {
                try await bench.pipeline.send("C.change", MutableRequestProperties(method, "/things"))
            }
            #expect(error?.status == 302)
            #expect(error.map { "\($0)" }?.contains("it redirects") == true)
        }
        #expect(bench.network.arrivals.allSatisfy { $0.request.path == "/things" })
        #expect(
            try await bench.pipeline.send("C.get", MutableRequestProperties(.get, "/things")).raw.url.path == "/login")
    }
}
