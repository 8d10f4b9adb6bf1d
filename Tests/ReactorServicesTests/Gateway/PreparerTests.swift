import Foundation
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Preparers and processors")
struct PreparerTests {
    private let callers = Callers()
    private let echo = InMemoryNetworkAdapter { request, body in
        Response(status: 200, headers: ["Content-Type": "text/plain"], body: body, url: request.url)
    }

    @Test("Preparers run in order, synchronous and asynchronous ones, and after an error nothing is sent")
    func order() async throws {
        struct Refused: Error {}
        let gateway = try makeGateway(echo) { parts in
            parts.preparers = [
                RequestPreparerClosureAdapter { $0.path += "/1" },
                RequestPreparerClosureAdapter { request in
                    await turn()
                    request.path += "/2"
                },
                RequestPreparerClosureAdapter { $0.path += "/3" },
                RequestPreparerClosureAdapter { if $0.path.hasPrefix("/no") { throw Refused() } },
            ]
        }
        _ = try await gateway.get("/a")
        await #expect(throws: Refused.self) { try await gateway.get("/no") }
        #expect(echo.arrivals.map(\.request.path) == ["/a/1/2/3"])
    }

    @Test("A request that was prepared for the cache and had to wait is prepared again when it is sent")
    func freshAfterWaiting() async throws {
        let (network, token, looked) = (StalledNetwork(), Locked("old"), TestGate<Void>())
        let gateway = try makeGateway(network, maxActive: 1) { parts in
            parts.preparers = [
                RequestPreparerClosureAdapter { request in
                    request.headers["X-Sent"] = token.copy
                    if request.path == "/waiting" { looked.arrive() }
                }
            ]
        }
        async let kept = gateway.get("/kept") { $0.cacheResponseWithExpiration = .seconds(9) }
        await network.arrived(1)
        network.answer(0)
        _ = try await kept
        async let blocker = gateway.post("/blocker")
        await network.arrived(2)
        let waiting = callers.call { try await gateway.get("/waiting") }
        await looked.arrived()
        await callers.rest()
        token.withLock { $0 = "new" }
        network.answer(1)
        await network.arrived(3)
        network.answer(2)
        _ = try await [blocker, waiting.value]
        #expect(network.arrivals.last?.headers["X-Sent"] == "new")
    }

    @Test("A preparer that submits to its own gateway receives an error instead of waiting for itself")
    func ownGateway() async throws {
        let gateway = Locked<CompositedGateway?>(nil)
        let made = try makeGateway(echo, maxActive: 1) { parts in
            parts.preparers = [
                RequestPreparerClosureAdapter { request in
                    if request.path == "/" { _ = try await gateway.copy?.get("/token") }
                }
            ]
        }
        gateway.withLock { $0 = made }
        await #expect(throws: GatewayError.submittedFromPreparer) { try await made.get("/") }
        gateway.withLock { $0 = nil }
    }

    @Test("Default fields are added if they are missing, regardless of case")
    func defaultFields() async throws {
        let gateway = try makeGateway(echo) { parts in
            parts.preparers = [
                DefaultFieldsRequestPreparer(headers: ["Accept": "a", "X-App": "b"], query: ["v": 2, "w": 3])
            ]
        }
        _ = try await gateway.get("/", params: ["v": 1], headers: ["accept": "own"])
        let request = try #require(echo.arrivals.first?.request)
        #expect(request.headers.fields.map { "\($0.name)=\($0.value)" } == ["accept=own", "X-App=b"])
        #expect(request.query.encoded == "v=1&w=3")
    }

    @Test("Values are encoded as JSON or as a form, and are refused if no preparer encodes them")
    func bodies() async throws {
        let value = RequestBody.value(["a": "x y", "n": 1.5, "list": ["p", "q"], "none": .null, "yes": true])
        let json = try makeGateway(echo) { $0.preparers = [JsonBodyRequestPreparer()] }
        #expect(
            String(decoding: try await json.post("/", body: value).body, as: UTF8.self)
                == #"{"a":"x y","n":1.5,"list":["p","q"],"none":null,"yes":true}"#)
        let form = try makeGateway(echo) { $0.preparers = [FormDataRequestPreparer()] }
        #expect(
            String(decoding: try await form.post("/", body: value).body, as: UTF8.self)
                == "a=x%20y&n=1.5&list=p&list=q&yes=true")
        #expect(
            echo.arrivals.map { $0.request.headers["Content-Type"] }
                == ["application/json", "application/x-www-form-urlencoded"])
        await #expect(throws: GatewayError.unwritableForm(member: "o")) {
            try await form.post("/", body: .value(["o": ["a": 1]]))
        }
        let plain = try makeGateway(echo)
        await #expect(throws: GatewayError.unwrittenBody) { try await plain.post("/", body: value) }
    }

    @Test("A value that is encoded as JSON has this type with any gateway, unless the request has another")
    func contentType() async throws {
        let network = InMemoryNetworkAdapter { request, _ in .text(200, "", for: request) }
        let gateway = CompositedGateway(baseURL: testBase(), network: network)
        let body = try RequestBody.json(["kilograms": 81.5])
        _ = try await gateway.post("/", body: body)
        _ = try await gateway.post("/", headers: ["content-type": "application/merge-patch+json"], body: body)
        _ = try await gateway.post("/", body: .text("81.5"))
        #expect(
            network.arrivals.map { $0.request.headers["Content-Type"] }
                == ["application/json", "application/merge-patch+json", nil])
        #expect(network.arrivals.map(\.body.count) == [18, 18, 4])
    }

    @Test("Paths are remapped by whole segments, including to another server")
    func remapping() async throws {
        let gateway = try makeGateway(echo) { parts in
            parts.preparers = [
                URLRemappingRequestPreparer([
                    .init(prefix: "/old", replacement: "/new/place"),
                    .init(prefix: "/files", replacement: "/", baseURL: testBase("https://files.test")),
                ])
            ]
        }
        for path in ["/old/a", "/older/a", "/old", "/old/a/", "/files/x/y"] { _ = try await gateway.get(path) }
        #expect(
            echo.arrivals.map(\.request.url.absoluteString) == [
                "https://api.test/v1/new/place/a", "https://api.test/v1/older/a", "https://api.test/v1/new/place",
                "https://api.test/v1/new/place/a/", "https://files.test/x/y",
            ])
    }

    @Test("Processors run in order after the parser, and an error skips the rest")
    func processors() async throws {
        struct Rejected: Error {}
        let ran = Locked<[String]>([])
        func note(_ name: String, fails: Bool = false) -> ResponseProcessorClosureAdapter {
            ResponseProcessorClosureAdapter { response in
                ran.withLock { $0.append(name) }
                if fails && response.body == Data("no".utf8) { throw Rejected() }
                return response
            }
        }
        let gateway = try makeGateway(echo) { parts in
            parts.parsers[.plainText] = note("parser")
            parts.processors = [note("first"), note("second", fails: true), note("third")]
        }
        _ = try await gateway.post("/", body: .text("yes"))
        #expect(ran.copy == ["parser", "first", "second", "third"])
        await #expect(throws: Rejected.self) { try await gateway.post("/", body: .text("no")) }
        #expect(ran.copy == ["parser", "first", "second", "third", "parser", "first", "second"])
    }

    @Test("Parsing is skipped if the request disables it, the type is unknown, or there is no parser")
    func noParsing() async throws {
        let network = InMemoryNetworkAdapter { request, _ in
            .text(200, "{}", headers: ["Content-Type": request.headers["X-Type"] ?? ""], for: request)
        }
        let gateway = JsonGateway(baseURL: testBase(), network: network)
        for type in ["image/png", "json", "", "application/", "text/json+x"] {
            #expect(try await gateway.get("/", headers: ["X-Type": type]).parsedBody == nil)
        }
        let json: HeaderFields = ["X-Type": "application/json"]
        #expect(try await gateway.get("/", headers: json) { $0.applyContentTypeParsing = false }.parsedBody == nil)
        #expect(try await gateway.get("/") { $0.contentTypeOverride = .json }.json == [:])
        gateway.setParser(nil, for: .json)
        #expect(try await gateway.get("/", headers: json).parsedBody == nil)
    }

    @Test("A body that is too large is not sent, with or without a known length")
    func bodyLimit() async throws {
        let gateway = try makeGateway(echo) { $0.limits.body = 4 }
        let stream = BodyStream(length: nil) {
            AsyncStream<Data> {
                $0.yield(Data(count: 3)); $0.yield(Data(count: 2)); $0.finish()
            }
        }
        for body in [RequestBody.text("12345"), .stream(stream)] {
            await #expect(throws: GatewayError.bodyTooLarge(limit: 4)) { try await gateway.post("/", body: body) }
        }
        #expect(try await gateway.post("/", body: .text("1234")).body.count == 4)
        #expect(echo.arrivals.count == 1)
    }

    @Test("A response that is too large is refused, even if the adapter does not check it")
    func answerLimit() async throws {
        struct Careless: NetworkAdapter {
            func send(_ request: Request) -> Response { .text(200, "12345", for: request) }
        }
        let gateway = try makeGateway(Careless()) { $0.limits.answer = 4 }
        await #expect(throws: GatewayError.answerTooLarge(status: 200, limit: 4)) { try await gateway.get("/") }
    }
}
