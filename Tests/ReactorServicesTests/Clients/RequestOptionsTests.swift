import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("The options of a call")
struct RequestOptionsTests {
    @Test("Each request of a method that makes several has its own options")
    func steps() async throws {
        let bench = try Bench { request, _ in .empty(204, for: request) }
        let options = RequestOptions(
            requestID: "r-1", headers: ["X-Tenant": "t"], ifMatch: ETag(rawValue: "\"3\""), idempotencyKey: "k-1")
        for (path, options) in [("/a", options), ("/b", options.step("b")), ("/c", options.step("b").step("c"))] {
            _ = try await bench.pipeline.send("C.two", MutableRequestProperties(.post, path), options: options)
        }
        let arrivals = bench.network.arrivals
        #expect(arrivals.fields("Idempotency-Key") == ["k-1", "k-1/b", "k-1/b/c"])
        #expect(arrivals.fields("If-Match") == ["\"3\"", nil, nil])
        #expect(arrivals.fields("X-Request-Id") == ["r-1", "r-1/b", "r-1/b/c"])
        #expect(arrivals.fields("X-Tenant") == ["t", "t", "t"])
        #expect(RequestOptions().step("b").idempotencyKey == nil)
    }

    private struct Tenant: Sendable { var name: String }

    private struct TenantPolicy: ServicePolicy {
        let field: String

        func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
            var call = call
            call.request.headers[field] = call.context[Tenant.self]?.name
            return try await next.send(call)
        }
    }

    @Test("A context passes a value from the caller to every policy, at each attempt")
    func context() async throws {
        let calls = Locked(0)
        var options = BenchOptions()
        options.callPolicies = [TenantPolicy(field: "X-Call")]
        options.attemptPolicies = [TenantPolicy(field: "X-Attempt")]
        let bench = try Bench(clock: JumpingClock(), options: options, random: { 0 }) { request, _ in
            .empty(calls.next() == 1 ? 503 : 200, for: request)
        }
        try await bench.get(RequestOptions(context: CallContext(Tenant(name: "anna"))))
        try await bench.get()
        #expect(bench.network.arrivals.fields("X-Call") == ["anna", "anna", nil])
        #expect(bench.network.arrivals.fields("X-Attempt") == ["anna", "anna", nil])
    }
}
