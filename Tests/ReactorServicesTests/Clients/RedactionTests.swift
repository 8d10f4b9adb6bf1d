import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Secrets")
struct RedactionTests {
    private static let secrets = [
        "bearer-s3cr3t/+x==", "key-s3cr3t-2", "query-s3cr3t-3", "header-s3cr3t-4", "form-s3cr3t-5",
        "underlying-s3cr3t-6",
        "connection-s3cr3t-7",
    ]

    private struct LeakyError: Error, CustomStringConvertible {
        var description: String { "sign-in said underlying-s3cr3t-6" }
        let password = "underlying-s3cr3t-6"
    }

    /// Everything that can be made visible of a value.
    private static func everything(of value: Any) -> String {
        var text = "\(value)\n" + String(reflecting: value) + "\n"
        dump(value, to: &text)
        return text + "\(value as? any Error as NSError?)"
    }

    @Test("None appears in a log, an error, a description or a dump, also when the service repeats them all")
    func planted() async throws {
        let seen = Locked<[String]>([])
        func see(_ value: Any) { seen.withLock { $0.append(Self.everything(of: value)) } }
        let logger = ServiceLogger { entry in seen.withLock { $0.append(Self.everything(of: entry)) } }

        let repeating: @Sendable (Request, Data) async throws -> Response = { request, _ in
            let said = Self.secrets.joined(separator: " and ")
            return .json(
                403,
                [
                    "error": ["code": .string(said), "message": .string(said)]
                ], for: request)
        }
        for credential in [BearerCredential("bearer-s3cr3t/+x=="), APIKeyCredential("key-s3cr3t-2")] as [any Credential]
        {
            let bench = try Bench(
                clock: JumpingClock(), credential: credential, options: BenchOptions(logger: logger), repeating)
            var request = MutableRequestProperties(.post, "/things")
            request.query.add("query-s3cr3t-3", for: "sig", isSecret: true)
            request.headers[secret: "X-Session"] = "header-s3cr3t-4"
            request.body = .text("form-s3cr3t-5")
            see(credential)
            see(request)
            let error = await #expect(throws: ServiceError.self) {
                try await bench.pipeline.send("BenchClient.create", request)
            }
            let own = try #require(error)
            see(own)
            see(own.userMessage)
            // What this request did not carry, the service said on its own account.
            let carried =
                ["query-s3cr3t-3", "header-s3cr3t-4"]
                + (credential is APIKeyCredential ? ["key-s3cr3t-2"] : ["bearer-s3cr3t/+x=="])
            for secret in carried {
                #expect(own.message?.contains(secret) == false)
                #expect(own.code?.contains(secret) == false)
            }
            #expect(own.message?.contains("<redacted>") == true)
            seen.withLock { texts in
                for secret in carried { #expect(!texts.contains { $0.contains(secret) }, "\(secret)") }
                texts = []
            }
        }

        let failing = try Bench(
            credential: BearerCredential { throw LeakyError() }, options: BenchOptions(logger: logger), repeating)
        let failure = await #expect(throws: ServiceError.self) { try await failing.get() }
        see(try #require(failure))
        let connection = try ConnectionString("Endpoint=https://x.example;Key=connection-s3cr3t-7")
        see(connection)
        see(Secret("connection-s3cr3t-7"))
        see(BearerToken("bearer-s3cr3t/+x=="))
        let form = MultipartForm(fields: [.init(name: "policy", value: "form-s3cr3t-5")])
        see(form)
        let description = RequestDescription(
            operation: "1", step: "a", method: .post, target: .address("https://s.example/?sig=query-s3cr3t-3"),
            headers: ["X-Token": "header-s3cr3t-4"], body: .multipart(form))
        see(description)
        see(Exchange(request: description, status: 200, body: Data("form-s3cr3t-5".utf8)))
        var record = SequenceRecord()
        record.exchanges = [Exchange(request: description, status: 200, body: Data("form-s3cr3t-5".utf8))]
        see(record)
        for text in seen.copy {
            for secret in Self.secrets { #expect(!text.contains(secret), "\(secret) in \(text)") }
        }
        #expect(seen.copy.count >= 8)
    }

    @Test("A longer secret is masked before a shorter one that stands in it")
    func nested() {
        #expect(Redaction.redacted("abcd-efgh abcd", of: ["abcd", "abcd-efgh"]) == "<redacted> <redacted>")
        #expect(Redaction.redacted("nothing here", of: ["abcd"]) == "nothing here")
    }

    /// How a service may write what it was sent.
    enum Spelling: CaseIterable, Sendable {
        case plain, percent, lowercasePercent, everyByte, form, twice, html, escaped

        func write(_ text: String) -> String {
            switch self {
            case .plain: text
            case .percent: PercentEncoding.component(text)
            case .lowercasePercent: PercentEncoding.component(text).replacing(/%../) { $0.output.lowercased() }
            case .everyByte: text.utf8.map { "%" + String(UInt16($0) + 0x100, radix: 16).suffix(2) }.joined()
            case .form: PercentEncoding.component(text).replacing("%20", with: "+")
            case .twice: PercentEncoding.component(PercentEncoding.component(text))
            case .html:
                text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&#60;")
                    .replacing("+", with: "&#x2B;").replacing("'", with: "&#39;")
            case .escaped:
                text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("/", with: "\\/")
                    .replacing("<", with: "\\u003c")
            }
        }
    }

    @Test("A secret is masked however the service writes it, and nothing else is", arguments: Spelling.allCases)
    func spellings(spelling: Spelling) {
        var random = SeededRandom(seed: 21)
        let letters = Array("abkXZ019-._~/+=%&?<>\"'\\ äß€")
        for _ in 0..<Loops.always(60) {
            let secret =
                "s" + String((0..<8 + random.below(12)).map { _ in letters[random.below(letters.count)] }) + "7"
            var request = MutableRequestProperties()
            if random.chance(50) {
                request.headers[secret: "X-Session"] = secret
            } else {
                request.query.add(secret, for: "sig", isSecret: true)
            }
            let said = "we got <\(spelling.write(secret))>, 100% not what \(spelling.write(secret)) should+be"
            #expect(
                Redaction.redacted(said, of: Redaction.secrets(of: request))
                    == "we got <<redacted>>, 100% not what <redacted> should+be", "\(secret)")
        }
    }

    @Test("Of a Basic authorization, the user with the password and the password alone are masked too")
    func basic() {
        for (user, password) in [("anna", "pa55:word/ü"), ("b", "0123456789"), ("carl@x.example", "s p a c e")] {
            for name in ["Authorization", "Proxy-Authorization"] {
                var request = MutableRequestProperties()
                let pair = Data("\(user):\(password)".utf8)
                request.headers[name] = "Basic \(pair.base64EncodedString())"
                let secrets = Redaction.secrets(of: request)
                for text in ["\(user):\(password)", password, pair.base64EncodedString()] {
                    let said = "no <\(text)> and no <\(PercentEncoding.component(text))>"
                    #expect(Redaction.redacted(said, of: secrets) == "no <<redacted>> and no <<redacted>>")
                }
            }
        }
    }

    @Test("An address in a header is described without its query, and an unusable answer without a secret in its names")
    func elsewhere() async throws {
        let headers: HeaderFields = ["Location": "https://u:p4ss@s.example/a?sig=s1gned#f", "X-Open": "a?b"]
        #expect(headers.description == "Location: https://…@s.example/a\nX-Open: a?b")
        let bench = try Bench(credential: APIKeyCredential("k3y-of-anna")) { request, _ in
            .json(200, ["k3y-of-anna": "no number"], for: request)
        }
        let answer = try await bench.get()
        let error = #expect(throws: ServiceError.self) { try answer.decoded(as: [String: Int].self) }
        #expect(error.map { "\($0)" }?.contains("k3y-of-anna") == false)
    }

    @Test("A log entry names the fields and items of a request and none of their values")
    func logged() async throws {
        let entries = Locked<[ServiceLogEntry]>([])
        let logger = ServiceLogger { entry in entries.withLock { $0.append(entry) } }
        let isFirst = Locked(true)
        let bench = try Bench(
            clock: JumpingClock(), options: BenchOptions(telemetry: .off, logger: logger), random: { 0 }
        ) { request, _ in
            .empty(
                isFirst.withLock { first in
                    defer { first = false }; return first
                } ? 503 : 200, for: request)
        }
        var request = MutableRequestProperties(.get, "/things")
        request.query.add("wanted", for: "name")
        _ = try await bench.pipeline.send("BenchClient.list", request, options: RequestOptions(requestID: "r-1"))
        #expect(
            entries.copy.map(\.description) == [
                "BenchClient.list r-1: sending GET /things?name=… [X-Request-Id, Api-Version], attempt 1",
                "BenchClient.list r-1: 503 after 0.0 seconds, attempt 1",
                "BenchClient.list r-1: another attempt after 0.0 seconds",
                "BenchClient.list r-1: sending GET /things?name=… [X-Request-Id, Api-Version], attempt 2",
                "BenchClient.list r-1: 200 after 0.0 seconds, attempt 2",
            ])
        #expect(entries.copy.map(\.level) == [.debug, .warning, .warning, .debug, .info])
    }
}
