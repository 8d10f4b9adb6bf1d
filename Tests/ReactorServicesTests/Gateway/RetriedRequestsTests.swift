import Foundation
import Reactor
import ReactorTesting
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Further attempts")
struct RetriedRequestsTests {
    private func properties(_ method: HTTPMethod = .get, _ headers: HeaderFields = [:]) -> MutableRequestProperties {
        MutableRequestProperties(method, "/", headers: headers)
    }

    private func answer(_ status: Int, _ headers: HeaderFields = [:]) -> Result<Response, any Error> {
        .success(Response(status: status, headers: headers, url: URL(fileURLWithPath: "/")))
    }

    @Test("Only repeatable requests with repeatable bodies are retried")
    func safety() {
        let schedule = RetryPolicy.exponential(attempts: 4)
        for method in ["GET", "HEAD", "PUT", "DELETE"] as [HTTPMethod] {
            #expect(schedule.delay(after: answer(503), attempt: 1, of: properties(method), random: 0) != nil)
        }
        for method in ["POST", "PATCH"] as [HTTPMethod] {
            #expect(schedule.delay(after: answer(503), attempt: 1, of: properties(method), random: 0) == nil)
            let keyed = properties(method, ["idempotency-key": "1"])
            #expect(schedule.delay(after: answer(503), attempt: 1, of: keyed, random: 0) != nil)
        }
        var once = properties(.put)
        once.body = .stream(BodyStream(length: nil, once: AsyncStream<Data> { $0.finish() }))
        #expect(schedule.delay(after: answer(503), attempt: 1, of: once, random: 0) == nil)
    }

    @Test(
        "A server's date can have the older formats",
        arguments: [
            "Sun, 06 Nov 1994 08:51:37 GMT", "Sunday, 06-Nov-94 08:51:37 GMT", "Sun Nov  6 08:51:37 1994",
            "Sun Nov 06 08:51:37 1994",
        ])
    func olderDates(date: String) {
        for now in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            let headers: HeaderFields = ["Retry-After": date, "Date": now]
            let response = Response(status: 503, headers: headers, url: URL(fileURLWithPath: "/"))
            #expect(response.retryAfter == .seconds(120), "\(now)")
        }
    }

    @Test("A date counts its seconds from 1970, including leap years")
    func dates() {
        for (date, seconds) in [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Wednesday, 01-Jan-69 00:00:00 GMT", 3_124_224_000),
            ("", nil), ("Sun, 06 Nov 1994 08:49:37", nil), ("Sun, 32 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 25:49:37 GMT", nil), ("Sunday, 06-Nov-1994 08:49:37 GMT", nil), ("Sun Nov 6 1994", nil),
            ("06-Nov-94 08:49:37", nil), ("Sun Nov 32 08:49:37 1994", nil),
        ] as [(String, Int64?)] {
            #expect(HTTPDate(date)?.seconds == seconds, "\(date)")
        }
    }

    @Test("Only transient errors and statuses are retried")
    func causes() {
        let schedule = RetryPolicy.exponential(attempts: 4)
        func isRetried(_ ending: Result<Response, any Error>) -> Bool {
            schedule.delay(after: ending, attempt: 1, of: properties(), random: 0) != nil
        }
        for status in [408, 425, 429, 500, 502, 503, 504] { #expect(isRetried(answer(status))) }
        for status in [200, 301, 400, 401, 404, 409, 412, 501] { #expect(!isRetried(answer(status))) }
        #expect(isRetried(.failure(GatewayError.connectionLost(host: "a"))))
        #expect(isRetried(.failure(GatewayError.timedOut(after: .seconds(1)))))
        #expect(!isRetried(.failure(GatewayError.bodyNotRepeatable)))
        #expect(!isRetried(.failure(CancellationError())))
    }

    @Test("The delay is at least that of the server, in seconds or as a date, and above the cap there is no retry")
    func retryAfter() {
        let schedule = RetryPolicy.exponential(attempts: 4)
        func delay(_ headers: HeaderFields) -> Duration? {
            schedule.delay(after: answer(429, headers), attempt: 1, of: properties(), random: .max)
        }
        #expect(delay(["Retry-After": "7"]) == .seconds(7))
        #expect(delay(["Retry-After": "60"]) == .seconds(60))
        #expect(delay(["Retry-After": "61"]) == nil)
        let now = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(delay(["Retry-After": "Sun, 06 Nov 1994 08:50:07 GMT", "Date": now]) == .seconds(30))
        for soon in ["0", "Sat, 05 Nov 1994 08:50:07 GMT", now] {
            #expect(delay(["Retry-After": soon, "Date": now]) == delay([:]))
        }
        #expect(delay([:]).map { $0 > .milliseconds(799) } == true)
        #expect(delay(["Retry-After": "soon"]).map { $0 < .seconds(1) } == true)
    }

    @Test("A gateway does not retry: a request is sent once, however it ends")
    func notByGateways() async throws {
        for failure in [nil, GatewayError.connectionLost(host: "api.test")] {
            let network = StalledNetwork()
            let gateway = try makeGateway(network)
            async let call = Ended.of { try await gateway.get("/", headers: ["Idempotency-Key": "1"]) }
            await network.arrived(1)
            if let failure { network.fail(0, failure) } else { network.answer(0, 503) }
            _ = await call
            #expect(network.arrivals.count == 1)
            #expect(gateway.pendingRequests.isEmpty && gateway.activeRequests.isEmpty)
        }
    }
}
