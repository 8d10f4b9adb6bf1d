import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Long-running operations")
struct PollingTests {
    private struct Job: Decodable, Sendable { var state: String }

    /// A service that responds with the outcome after some requests, and may set `Retry-After`.
    private func bench(
        _ questions: Int, clock: ManualClock, retryAfter: String? = nil, options: BenchOptions = BenchOptions()
    ) throws -> Bench {
        let asked = Locked(0)
        return try Bench(clock: clock, options: options) { request, _ in
            let isDone = asked.next() > questions
            var headers: HeaderFields = [:]
            if let retryAfter { headers["Retry-After"] = retryAfter }
            headers["Date"] = "Sun, 06 Nov 1994 08:49:37 GMT"
            return .json(200, ["state": isDone ? "done" : "running"], headers: headers, for: request)
        }
    }

    private func poll(
        _ bench: Bench, every interval: Duration = .seconds(2), within limit: Duration? = nil
    ) async throws -> String {
        try await bench.pipeline.poll(
            "C.render", MutableRequestProperties(.get, "/jobs/1"), options: RequestOptions(ifMatch: .any).step("poll"),
            every: interval, within: limit
        ) { answer in
            let job = try answer.decoded(as: Job.self).value
            return job.state == "done" ? job.state : nil
        }.value
    }

    @Test(
        "The status is requested immediately, then at the caller's interval, or later if the service requests that",
        arguments: [nil, "7", "0", "1", "-3", "Sat, 05 Nov 1994 08:50:07 GMT"])
    func intervals(retryAfter: String?) async throws {
        let clock = ManualClock()
        let bench = try bench(3, clock: clock, retryAfter: retryAfter)
        let outcome = Task { try await poll(bench) }
        for number in 1...3 {
            await clock.sleepers(1)
            #expect(bench.network.arrivals.count == number)
            clock.advance(by: .seconds(retryAfter == "7" ? 7 : 2) - .nanoseconds(1))
            #expect(clock.sleeping == 1)
            clock.advance(by: .nanoseconds(1))
        }
        #expect(try await outcome.value == "done")
        #expect(bench.network.arrivals.fields("If-Match") == [nil, nil, nil, nil])
        #expect(Set(bench.network.arrivals.fields("X-Request-Id")).count == 4)
    }

    @Test("Polling times out after its limit, and does not wait for a time after it")
    func limit() async throws {
        let clock = ManualClock()
        let bench = try bench(100, clock: clock)
        // A call also sleeps for its timeout, until its response arrives.
        let answered = TestGate<Void>(isOpen: true)
        let outcome = Task {
            try await bench.pipeline.poll(
                "C.render", MutableRequestProperties(.get, "/jobs/1"), every: .seconds(4), within: .seconds(10)
            ) { _ -> Int? in
                answered.arrive()
                return nil
            }
        }
        for number in 1...2 {
            await answered.arrived(number)
            await clock.sleepers(1)
            clock.advance(by: .seconds(4))
        }
        let error = await #expect(throws: ServiceError.self) { try await outcome.value }
        #expect(error?.problem == .timedOut(after: .seconds(10)))
        #expect(bench.network.arrivals.count == 3)
    }

    @Test("Polling ends when the task is canceled, or a response is an error")
    func ends() async throws {
        let clock = ManualClock()
        let endless = try bench(100, clock: clock)
        let outcome = Task { try await poll(endless) }
        await clock.sleepers(1)
        outcome.cancel()
        await #expect(throws: CancellationError.self) { try await outcome.value }
        #expect(endless.network.arrivals.count == 1)
        let gone = try Bench { request, _ in .empty(404, for: request) }
        let error = await #expect(throws: ServiceError.self) { try await poll(gone) }
        #expect(error?.problem == .notFound)
    }

    @Test(
        "The status address is that of the response, absolute or relative, and the credential stays at its server",
        arguments: [
            (["Location": "/jobs/7?v=1"], "https://api.example/jobs/7?v=1", true),
            (["Location": "8"], "https://api.example/jobs/8", true),
            (["Location": "/x", "operation-location": "https://api.example/o/9"], "https://api.example/o/9", true),
            (["Location": "https://jobs.example/o/../9"], "https://jobs.example/9", false),
            (["Location": "http://api.example/jobs/9"], "http://api.example/jobs/9", false),
        ] as [(HeaderFields, String, Bool)])
    func location(headers: HeaderFields, address: String, isOwn: Bool) async throws {
        let bench = try Bench(credential: BearerCredential("t-1")) { request, _ in
            .empty(202, headers: request.method == .post ? headers : [:], for: request)
        }
        let begun = try await bench.pipeline.send("C.render", MutableRequestProperties(.post, "/jobs/"))
        let status = try #require(try begun.location())
        _ = try await bench.pipeline.poll("C.render", status) { $0.raw.status }
        #expect(bench.network.arrivals.last?.request.url.absoluteString == address)
        #expect(bench.network.arrivals.last?.request.headers["Authorization"] == (isOwn ? "Bearer t-1" : nil))
    }

    @Test("Without a status address the result is nil, and an invalid address is an unusable response")
    func nowhere() async throws {
        for (value, isError) in [(nil, false), ("mailto:x", true), ("https://u:p4ssword@a.example/", true)] {
            let bench = try Bench { request, _ in
                .empty(202, headers: value.map { ["Location": $0] } ?? [:], for: request)
            }
            let begun = try await bench.get()
            if isError {
                let error = #expect(throws: ServiceError.self) { try begun.location() }
                #expect(error?.status == 202)
                #expect(error.map { "\($0)" }?.contains("p4ssword") == false)
            } else {
                #expect(try begun.location() == nil)
            }
        }
    }
}
