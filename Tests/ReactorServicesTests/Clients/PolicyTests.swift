import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Policies")
struct PolicyTests {
    /// Records its name before and after a call, or throws.
    private struct Noting: ServicePolicy {
        let name: String
        let notes: Locked<[String]>
        var fails = false

        func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
            notes.withLock { $0.append("\(name) \(call.attempt)") }
            if fails { throw Refused() }
            let response = try await next.send(call)
            notes.withLock { $0.append("\(name) answered") }
            return response
        }
    }

    private struct Refused: Error {}

    @Test("Policies run in order, those of the call once and those of the attempt for each attempt")
    func order() async throws {
        let notes = Locked<[String]>([])
        var options = BenchOptions()
        options.callPolicies = [Noting(name: "call 1", notes: notes), Noting(name: "call 2", notes: notes)]
        options.attemptPolicies = [Noting(name: "attempt", notes: notes)]
        let calls = Locked(0)
        let bench = try Bench(clock: JumpingClock(), options: options) { request, _ in
            .empty(calls.next() == 1 ? 503 : 200, for: request)
        }
        try await bench.get()
        #expect(
            notes.copy == [
                "call 1 1", "call 2 1", "attempt 1", "attempt answered", "attempt 2", "attempt answered",
                "call 2 answered", "call 1 answered",
            ])
    }

    @Test("An error of a policy stops the call: later policies do not run, and nothing is sent")
    func errorStops() async throws {
        let notes = Locked<[String]>([])
        var options = BenchOptions()
        options.callPolicies = [
            Noting(name: "first", notes: notes), Noting(name: "failing", notes: notes, fails: true),
            Noting(name: "behind", notes: notes),
        ]
        let bench = try Bench(options: options) { request, _ in .empty(200, for: request) }
        let error = await #expect(throws: ServiceError.self) { try await bench.get() }
        #expect(error?.underlying is Refused)
        #expect(error?.attempts == 0)
        #expect(notes.copy == ["first 1", "failing 1"])
        #expect(bench.network.arrivals.isEmpty)
    }

    @Test("An unusable credential is refused when the client is created")
    func validation() {
        #expect(throws: CredentialError.empty(credential: "The API key")) {
            _ = try Bench(credential: APIKeyCredential("")) { request, _ in .empty(200, for: request) }
        }
        #expect(throws: CredentialError.unusableCharacter(credential: "The bearer token")) {
            _ = try Bench(credential: BearerCredential("abc\r\nX: y")) { request, _ in .empty(200, for: request) }
        }
        #expect(throws: GatewayError.invalidHeaderName("X Key")) {
            _ = try Bench(credential: APIKeyCredential("key", header: "X Key")) { request, _ in
                .empty(200, for: request)
            }
        }
    }

    @Test(
        "Every request has its id, version, client and options, and the credential is applied last")
    func requestID() async throws {
        let bench = try Bench(
            credential: APIKeyCredential("the-key"),
            options: BenchOptions(apiVersion: .v1, telemetry: TelemetryOptions(application: "Scales"))
        ) { request, _ in .empty(200, headers: ["ETag": "\"4\""], for: request) }
        let answer = try await bench.get(
            RequestOptions(
                requestID: "r-7", headers: ["X-Api-Key": "another", "X-Reason": "test"],
                ifMatch: ETag(rawValue: "\"3\""), ifNoneMatch: .any))
        let headers = try #require(bench.network.arrivals.first).request.headers
        #expect(headers["X-Request-Id"] == "r-7")
        #expect(headers["Api-Version"] == "2026-01-15")
        #expect(headers["User-Agent"]?.hasPrefix("Scales BenchClient/2026-01-15 (Swift; ") == true)
        #expect(headers["X-Api-Key"] == "the-key")
        #expect(headers["X-Reason"] == "test")
        #expect(headers["If-Match"] == "\"3\"")
        #expect(headers["If-None-Match"] == "*")
        #expect(answer.response(1).etag == ETag(rawValue: "\"4\""))
        #expect(answer.requestID == "r-7")
    }

    @Test("The latest version is the default, and telemetry can be switched off")
    func defaults() async throws {
        let bench = try Bench(options: BenchOptions(telemetry: .off)) { request, _ in .empty(200, for: request) }
        try await bench.get()
        let headers = try #require(bench.network.arrivals.first).request.headers
        #expect(headers["Api-Version"] == "2026-06-01")
        #expect(headers["User-Agent"] == nil)
    }
}
