import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

/// Every place of a secret, and every end of a call that could show it.
@Suite("No text contains a secret, wherever it was and however the call ended")
struct SecretTableTests {
    enum Place: CaseIterable, Sendable {
        case field, bearer, basic, cookie, query, writtenAddress, credentialField, credentialQuery, preparerField,
            preparerQuery, redirected

        /// Whether the credential or a preparer of the gateway adds the secret, and not the caller.
        var isAdded: Bool {
            switch self {
            case .credentialField, .credentialQuery, .preparerField, .preparerQuery: true
            default: false
            }
        }
    }

    enum Ending: CaseIterable, Sendable {
        /// The service repeats all that was sent in its error message.
        case refused, failedTwice
        /// The response contains an unexpected value with the name of the secret.
        case unusable, typedLikeIt
        /// The network's error contains the address or the fields.
        case disconnected, brokenRedirect
    }

    private struct Session: Credential {
        let secret: String
        let inQuery: Bool

        func validate() {}

        func apply(to request: inout MutableRequestProperties) {
            if inQuery { request.query.add(secret, for: "who") } else { request.headers["Subscription"] = secret }
        }
    }

    /// Returns a secret of characters that each encoding treats differently.
    private static func secret(_ random: inout SeededRandom, for place: Place) -> String {
        // A cookie and the parts of an Authorization value end at these characters.
        let isWord = [.bearer, .cookie].contains(place)
        let letters = Array("abkXZ019-._~/+%" + (isWord ? "" : "=&?<>'äß€"))
        let length = 9 + random.below(14)
        return "q" + String((0..<length).map { _ in letters[random.below(letters.count)] }) + "7"
    }

    private static func put(_ secret: String, at place: Place) throws -> MutableRequestProperties {
        var request = MutableRequestProperties(.get, "/things")
        switch place {
        case .field: request.headers[secret: "X-Session"] = secret
        case .bearer: request.headers["Authorization"] = "Bearer \(secret)"
        case .basic: request.headers["Authorization"] = "Basic \(Data("anna:\(secret)".utf8).base64EncodedString())"
        case .cookie: request.headers["Cookie"] = "theme=dark; id=\(secret)"
        case .query: request.query.add(secret, for: "sig", isSecret: true)
        case .writtenAddress:
            request = try MutableRequestProperties(
                .get, url: "https://api.example/things?sig=\(PercentEncoding.component(secret))")
        default: break
        }
        return request
    }

    /// Returns the repetition of a secret: plain, for an address, and for JSON.
    private static func echo(_ secret: String) -> String {
        "got \(secret), \(PercentEncoding.component(secret)), \(secret.replacing("/", with: "\\/"))"
    }

    private static func end(
        _ request: Request, _ ending: Ending, _ secret: String, at place: Place
    ) throws -> Response {
        switch ending {
        case .refused: .json(403, ["code": .string(secret), "message": .string(echo(secret))], for: request)
        case .failedTwice: .json(503, ["title": .string("no"), "detail": .string(echo(secret))], for: request)
        case .unusable:
            .text(200, String(decoding: try JSONEncoder().encode([secret: "no number"]), as: UTF8.self), for: request)
        case .typedLikeIt:
            Response(
                status: 200, headers: ["Content-Type": "text/html; session=\"\(secret)\""],
                body: Data("<html>\(secret)</html>".utf8), url: request.url)
        case .disconnected:
            throw GatewayError.connectionFailed(
                host: "api.example", reason: "\(request.url.absoluteString) \(echo(secret)) could not be reached")
        case .brokenRedirect:
            .empty(
                302, headers: ["Location": "ftp://elsewhere.example/?sig=\(PercentEncoding.component(secret))"],
                for: request)
        }
    }

    /// The gateway and the client of which a preparer or the credential adds the secret, if it is for that place.
    private static func client(
        _ secret: String, at place: Place, _ network: InMemoryNetworkAdapter, _ options: BenchOptions
    ) throws -> (gateway: JsonGateway, credential: Session?, pipeline: ServicePipeline) {
        var parts = GatewayParts(network: network)
        parts.runtime.clock = options.runtime.clock
        if place.isAdded {
            parts.preparers = [
                RequestPreparerClosureAdapter { request in
                    if place == .preparerField { request.headers[secret: "X-Session"] = secret }
                    if place == .preparerQuery { request.query.add(secret, for: "sig", isSecret: true) }
                }
            ]
        }
        let gateway = try JsonGateway(baseURL: testBase("https://api.example"), parts: parts)
        var credential: Session?
        if place == .credentialField { credential = Session(secret: secret, inQuery: false) }
        if place == .credentialQuery { credential = Session(secret: secret, inQuery: true) }
        let pipeline = try ServicePipeline(client: "C", gateway: gateway, credential: credential, options: options)
        return (gateway, credential, pipeline)
    }

    private static func everything(of value: Any) -> String {
        var text = "\(value)\n" + String(reflecting: value) + "\n"
        dump(value, to: &text)
        return text + "\(value as? any Error as NSError?)"
    }

    @Test("Errors and logs of a client and its gateway contain no secret", arguments: Place.allCases, Ending.allCases)
    func table(place: Place, ending: Ending) async throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<Loops.rounds(of: 200) {
            let secret = Self.secret(&random, for: place)
            let seen = Locked<[String]>([])
            func see(_ value: Any) { seen.withLock { $0.append(Self.everything(of: value)) } }
            let network = InMemoryNetworkAdapter { request, _ in
                if place == .redirected, request.path == "/things" {
                    let sealed = "/sealed?sig=\(PercentEncoding.component(secret))"
                    return .empty(302, headers: ["Location": sealed], for: request)
                }
                return try Self.end(request, ending, secret, at: place)
            }
            let options = BenchOptions(
                retry: .exponential(attempts: 2),
                logger: ServiceLogger { entry in seen.withLock { $0.append(Self.everything(of: entry)) } },
                runtime: Runtime(clock: RuntimeClock(JumpingClock())))
            let (gateway, credential, pipeline) = try Self.client(secret, at: place, network, options)

            let request = try Self.put(secret, at: place)
            see(request)
            let error = await #expect(throws: ServiceError.self) {
                let answer = try await pipeline.send("C.get", request)
                see(answer.raw)
                _ = try answer.decoded(as: [String: Int].self)
            }
            let own = try #require(error)
            see(own)
            see(own.userMessage)
            see(own.message ?? "")
            see(own.code ?? "")
            see(network.arrivals.map(\.request))
            // Without a client only the gateway can identify the secrets.
            if credential == nil {
                do {
                    see(try await gateway.submitRequest(request))
                } catch {
                    see(error)
                }
            }
            let hidden = [secret, PercentEncoding.component(secret), Data("anna:\(secret)".utf8).base64EncodedString()]
            for text in seen.copy {
                for word in hidden { #expect(!text.contains(word), "\(word) in \(text)") }
            }
            #expect(seen.copy.count >= 8)
        }
    }

    private struct Reading: ArrayRequestSequence {
        var currentRequestIndex = 0
        var requests: [RequestContinuation] {
            [
                { _, _ in RequestDescription(operation: "r", step: "first", method: .get, target: .path("/things")) },
                { _, previous in
                    _ = try previous?.decoded(as: [String: Int].self)
                    return nil
                },
            ]
        }
    }

    @Test("A sequence that cannot use a response does not show the credential either", arguments: [true, false])
    func sequence(inQuery: Bool) async throws {
        let session = Session(secret: "q/+s3al=%7", inQuery: inQuery)
        let network = InMemoryNetworkAdapter { request, _ in
            try Self.end(request, .unusable, session.secret, at: .credentialField)
        }
        let runner = try SequenceRunner(
            destinations: [.api: .server(try makeGateway(network), credential: session)])
        var cursor = try SequenceCursor(Reading())
        let error = await #expect(throws: SequenceError.self) { try await runner.run(&cursor) }
        #expect(error.map { "\($0)" }?.contains("<redacted> is not a Int") == true, "\(error as Any)")
    }

    @Test(
        "No secret is sent to another address than its own", arguments: Place.allCases, [301, 302, 307, 308])
    func elsewhere(place: Place, status: Int) async throws {
        guard place != .redirected else { return }
        var random = SeededRandom(seed: 12)
        for _ in 0..<Loops.rounds(of: 200) {
            let secret = Self.secret(&random, for: place)
            let network = InMemoryNetworkAdapter { request, _ in
                guard request.base.origin.host == "api.example" else { return .text(200, "{}", for: request) }
                return .empty(status, headers: ["Location": "https://cdn.example/things"], for: request)
            }
            let (_, _, pipeline) = try Self.client(secret, at: place, network, BenchOptions(retry: .never))
            _ = try await pipeline.send("C.get", Self.put(secret, at: place))
            let arrivals = network.arrivals.map(\.request)
            try #require(arrivals.count == 2)
            let encoded = PercentEncoding.component(secret)
            for (request, isFor) in zip(arrivals, [true, false]) {
                let all = request.headers.fields.map(\.value).joined(separator: "\n") + request.url.absoluteString
                let pair = Data("anna:\(secret)".utf8).base64EncodedString()
                #expect([secret, encoded, pair].contains { all.contains($0) } == isFor, "\(place)")
            }
        }
    }
}
