import Foundation
import ReactorTesting
import TestSupport
import Testing

@testable import ReactorServices
@testable import ServicesSupport

@Suite("Another attempt")
struct RetryScheduleTests {
    private func properties(_ method: HTTPMethod = .get, _ headers: HeaderFields = [:]) -> MutableRequestProperties {
        MutableRequestProperties(method, "/", headers: headers)
    }

    private func answer(_ status: Int, _ headers: HeaderFields = [:]) -> RetrySchedule.Ending {
        .response(Response(status: status, headers: headers, url: URL(fileURLWithPath: "/")))
    }

    @Test("Waits up to 0.8 s, doubled each time, at most the cap, by the random number")
    func delays() {
        let schedule = RetrySchedule(retries: 10)
        let longest = (1...9).map {
            schedule.delay(after: answer(503), attempt: $0, of: properties(), random: .max) ?? .zero
        }
        for (index, seconds) in [0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 60, 60].enumerated() {
            #expect(longest[index] > .seconds(seconds - 0.001) && longest[index] <= .seconds(seconds))
        }
        #expect(schedule.delay(after: answer(503), attempt: 1, of: properties(), random: 0) == .zero)
        #expect(schedule.delay(after: answer(503), attempt: 11, of: properties(), random: 0) == nil)
    }

    @Test("Is made only of what may arrive twice, and of bodies that can be read again")
    func safety() {
        let schedule = RetrySchedule()
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

    @Test("Follows what may pass by, and nothing else")
    func causes() {
        let schedule = RetrySchedule()
        func isRetried(_ ending: RetrySchedule.Ending) -> Bool {
            schedule.delay(after: ending, attempt: 1, of: properties(), random: 0) != nil
        }
        for status in [408, 425, 429, 500, 502, 503, 504] { #expect(isRetried(answer(status))) }
        for status in [200, 301, 400, 401, 404, 409, 412, 501] { #expect(!isRetried(answer(status))) }
        #expect(isRetried(.failure(GatewayError.connectionLost(host: "a"))))
        #expect(isRetried(.failure(GatewayError.timedOut(after: .seconds(1)))))
        #expect(!isRetried(.failure(GatewayError.bodyNotRepeatable)))
        #expect(!isRetried(.failure(CancellationError())))
    }

    @Test("Waits as long as the server asks, in seconds or as a date, and is not made when that is beyond the cap")
    func retryAfter() {
        let schedule = RetrySchedule()
        func delay(_ headers: HeaderFields) -> Duration? {
            schedule.delay(after: answer(429, headers), attempt: 1, of: properties(), random: .max)
        }
        #expect(delay(["Retry-After": "7"]) == .seconds(7))
        #expect(delay(["Retry-After": "60"]) == .seconds(60))
        #expect(delay(["Retry-After": "61"]) == nil)
        let now = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(delay(["Retry-After": "Sun, 06 Nov 1994 08:50:07 GMT", "Date": now]) == .seconds(30))
        #expect(delay(["Retry-After": "Sat, 05 Nov 1994 08:50:07 GMT", "Date": now]) == .zero)
        #expect(delay(["Retry-After": "soon"]).map { $0 < .seconds(1) } == true)
    }

    @Test("A date counts its seconds from 1970, leap years too")
    func dates() {
        #expect(HTTPDate("Thu, 01 Jan 1970 00:00:00 GMT")?.seconds == 0)
        #expect(HTTPDate("Sun, 06 Nov 1994 08:49:37 GMT")?.seconds == 784_111_777)
        #expect(HTTPDate("Thu, 29 Feb 2024 23:59:59 GMT")?.seconds == 1_709_251_199)
        for text in ["", "Sun, 06 Nov 1994 08:49:37", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT"]
        {
            #expect(HTTPDate(text) == nil)
        }
    }

    @Test("Is prepared anew, has no place while it waits, and stands behind those who came meanwhile")
    func inTheGateway() async throws {
        let (network, clock) = (HeldNetwork(), ManualClock())
        let attempts = Locked<[Int?]>([])
        let gateway = try makeGateway(network, clock: clock, maxActive: 1) { parts in
            parts.preparers = [
                RequestPreparerClosureAdapter(attempt: { request, attempt in
                    request.headers["Authorization"] = "token \(attempt.number)"
                    if request.path == "/first" { attempts.withLock { $0.append(attempt.previous?.status) } }
                })
            ]
        }
        async let first = gateway.get("/first") { $0.retry = RetrySchedule() }
        await network.arrived(1)
        network.answer(0, 429, headers: ["Retry-After": "5"])
        await gateway.noneActive()
        await clock.sleepers(1)
        #expect(gateway.pendingRequests.isEmpty)
        async let second = gateway.get("/second")
        await network.arrived(2)
        clock.advance(by: .seconds(5))
        await gateway.waiting(1)
        #expect(gateway.pendingRequests.map(\.path) == ["/first"])
        network.answer(1)
        await network.arrived(3)
        network.answer(2, 200)
        #expect(try await [first.status, second.status] == [200, 200])
        #expect(network.arrivals.map(\.path) == ["/first", "/second", "/first"])
        #expect(network.arrivals.map { $0.headers["Authorization"] } == ["token 1", "token 1", "token 2"])
        #expect(attempts.copy == [nil, 429])
    }

    @Test("After the last one the answer is the response, or the error is thrown")
    func givesUp() async throws {
        let network = HeldNetwork()
        let clock = ManualClock()
        let gateway = try makeGateway(network, clock: clock)
        async let call = Ended.of { try await gateway.get("/") { $0.retry = RetrySchedule(retries: 1, base: .zero) } }
        await network.arrived(1)
        network.fail(0, GatewayError.connectionLost(host: "api.test"))
        await network.arrived(2)
        network.answer(1, 503)
        #expect(await call == .status(503))
    }
}
