import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Secrets")
struct RedactionTests {
    @Test("A longer secret is masked before a shorter one that it contains")
    func nested() {
        #expect(Redaction.redacted("abcd-efgh abcd", of: ["abcd", "abcd-efgh"]) == "<redacted> <redacted>")
        #expect(Redaction.redacted("nothing here", of: ["abcd"]) == "nothing here")
    }

    /// The encodings in which a service can repeat a text.
    enum Spelling: CaseIterable, Sendable {
        case plain, percent, lowercasePercent, everyByte, escaped, allEscaped, base64

        func write(_ text: String) -> String {
            switch self {
            case .plain: text
            case .percent: PercentEncoding.component(text)
            case .lowercasePercent: PercentEncoding.component(text).replacing(/%../) { $0.output.lowercased() }
            case .everyByte: text.utf8.map { "%" + String(UInt16($0) + 0x100, radix: 16).suffix(2) }.joined()
            case .escaped:
                text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("/", with: "\\/")
                    .replacing("<", with: "\\u003c")
            case .allEscaped:
                text.utf16.map { "\\u" + String(UInt32($0) + 0x10000, radix: 16).suffix(4) }.joined()
            case .base64: Data(text.utf8).base64EncodedString()
            }
        }
    }

    @Test("A secret is masked in every encoding of the service, and no other text is", arguments: Spelling.allCases)
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

    @Test("Addresses in headers are described without queries, and errors of unusable responses without secrets")
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

    @Test("A log entry contains the names of a request's fields and items, and none of their values")
    func logged() async throws {
        let entries = Locked<[ServiceLogEntry]>([])
        let logger = ServiceLogger { entry in entries.withLock { $0.append(entry) } }
        let calls = Locked(0)
        let bench = try Bench(
            clock: JumpingClock(), options: BenchOptions(telemetry: .off, logger: logger), random: { 0 }
        ) { request, _ in
            .empty(calls.next() == 1 ? 503 : 200, for: request)
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
