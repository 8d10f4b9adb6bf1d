import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Refused changes and refused credentials")
struct RefusedChangeTests {
    @Test("A refused change is shown as a dead letter, and its lane stops or continues", arguments: [true, false])
    func refused(stops: Bool) async throws {
        var bench = QueueBench()
        bench.policy = stops ? .stops : .goesOn
        bench.service.plan("a1/a1/s0", .refuses(422, body: #"{"error":{"code":"tooHeavy","message":"No."}}"#))
        let queue = try await bench.queue()
        for name in ["a1", "a2", "b1"] { try await queue.enqueue(Edit(name)) }
        await queue.idle()
        #expect(await queue.deadLetters.map(\.id) == ["a1"])
        let refusal = try #require(await queue.deadLetters.first?.refusal)
        #expect(refusal.status == 422)
        #expect(refusal.code == "tooHeavy")
        #expect(bench.service.done == (stops ? ["b": ["b1/0"]] : ["a": ["a2/0"], "b": ["b1/0"]]))
        try await queue.close()
    }

    @Test("A dead letter is retried with its keys, edited with new keys, or dropped, and waits across restarts")
    func decided() async throws {
        let bench = QueueBench()
        for name in ["a1", "b1", "c1"] { bench.service.plan("\(name)/\(name)/s0", .refuses(409)) }
        let first = try await bench.queue()
        for name in ["a1", "a2", "b1", "c1", "c2"] { try await first.enqueue(Edit(name)) }
        await first.idle()
        #expect(bench.service.done == [:])
        try await first.close()

        let queue = try await bench.restarted().queue()
        #expect(await queue.deadLetters.map(\.id) == ["a1", "b1", "c1"])
        try await queue.retry("a1")
        try await queue.edit("b1", to: Edit("b9"))
        try await queue.drop("c1")
        await queue.idle()
        #expect(bench.service.done == ["a": ["a1/0", "a2/0"], "b": ["b9/0"], "c": ["c2/0"]])
        #expect(bench.service.arrivals.suffix(4).sorted() == ["a1/a1/s0", "a2/a2/s0", "b1/1/b9/s0", "c2/c2/s0"])
        await #expect(throws: ChangeQueueError.unknownChange("c1")) { try await queue.retry("c1") }
        try await queue.close()
    }

    @Test("A change after a dead letter reports that dead letter, even after a restart, until the app decides")
    func behindADeadLetter() async throws {
        var bench = QueueBench()
        bench.policy = .stops
        bench.service.plan("e1/e1/s0", .refuses(422))
        let first = try await bench.queue()
        #expect(try await first.enqueue(Edit("e1")).waitsBehind == nil)
        await first.idle()
        let taken = try await first.enqueue(Edit("e2"))
        #expect(taken.id == "e2" && taken.waitsBehind == "e1")
        #expect(try await first.enqueue(Edit("f1")).waitsBehind == nil)
        await first.idle()
        #expect(await first.queued.map(\.waitsBehind) == ["e1"])
        try await first.close()

        let queue = try await bench.restarted().queue()
        #expect(await queue.queued.map(\.waitsBehind) == ["e1"])
        #expect(try await queue.enqueue(Edit("e3")).waitsBehind == "e1")
        try await queue.drop("e1")
        await queue.idle()
        #expect(await queue.queued.isEmpty)
        #expect(bench.service.done == ["e": ["e2/0", "e3/0"], "f": ["f1/0"]])
        #expect(try await queue.enqueue(Edit("e4")).waitsBehind == nil)
        try await queue.close()
    }

    @Test("Changes that are dropped at the sign-out do not reach the next account")
    func nothingIsLeft() async throws {
        var bench = QueueBench()
        bench.account = "cleo"
        let gate = TestGate<Void>(heedsCancellation: true)
        bench.service.plan("g1/g1/s0", .holds(gate))
        bench.service.plan("h1/h1/s0", .refuses(422))
        let first = try await bench.queue()
        for name in ["h1", "h2"] { try await first.enqueue(Edit(name)) }
        await first.idle()
        for name in ["g1", "g2"] { try await first.enqueue(Edit(name)) }
        await bench.service.arrived(2)
        let left = try await first.signOut(.drop)
        #expect(left.queued.map(\.id) == ["h2", "g1", "g2"])
        #expect(left.deadLetters.map(\.id) == ["h1"])

        var next = bench.restarted()
        next.account = "dora"
        let queue = try await next.queue()
        #expect(await queue.queued.isEmpty)
        #expect(await queue.deadLetters.isEmpty)
        await queue.idle()
        #expect(bench.service.arrivals.count == 2)
        try await queue.close()
    }

    @Test("A change in flight cannot be dropped, and a waiting change can")
    func dropped() async throws {
        let bench = QueueBench()
        let gate = TestGate<Void>()
        bench.service.plan("a1/a1/s0", .holds(gate))
        let queue = try await bench.queue()
        for name in ["a1", "a2"] { try await queue.enqueue(Edit(name)) }
        await bench.service.arrived(1)
        await #expect(throws: ChangeQueueError.sending("a1")) { try await queue.drop("a1") }
        try await queue.drop("a2")
        gate.open()
        await queue.idle()
        #expect(bench.service.done == ["a": ["a1/0"]])
        try await queue.close()
    }

    @Test("A 401 stops every lane, new credentials are requested once, and then every lane continues")
    func renewed() async throws {
        var bench = QueueBench()
        let (gate, isRenewed, asked) = (TestGate<Void>(), Locked(false), Locked(0))
        bench.renew = {
            asked.withLock { $0 += 1 }
            try? await gate.wait()
            isRenewed.withLock { $0 = true }
        }
        bench.service.otherwise { isRenewed.copy ? .does : .refuses(401) }
        let queue = try await bench.queue()
        for name in ["a1", "b1", "c1"] { try await queue.enqueue(Edit(name)) }
        await gate.arrived(1)
        try await queue.enqueue(Edit("d1"))
        #expect(await queue.status.isWaitingForCredentials)
        #expect(!bench.service.arrivals.contains("d1/d1/s0"))
        gate.open()
        await queue.idle()
        #expect(asked.copy == 1)
        #expect(bench.service.done.count == 4)
        try await queue.close()
    }

    @Test("After a failed renewal, credentials are requested again when the device is online, or come from the app")
    func renewalFails() async throws {
        var bench = QueueBench()
        let (isTaken, asked) = (Locked(false), Locked(0))
        bench.renew = {
            asked.withLock { $0 += 1 }
            throw CancellationError()
        }
        bench.service.otherwise { isTaken.copy ? .does : .refuses(401) }
        let queue = try await bench.queue()
        try await queue.enqueue(Edit("a1"))
        await queue.idle()
        #expect(asked.copy == 1)
        await queue.setOnline(false)
        await queue.setOnline(true)
        await queue.idle()
        #expect(asked.copy == 2)
        #expect(bench.service.arrivals.count == 1)
        isTaken.withLock { $0 = true }
        await queue.credentialsRenewed()
        await queue.idle()
        #expect(bench.service.done == ["a": ["a1/0"]])
        try await queue.close()
    }

    @Test("With an unstable connection, a failed renewal is repeated at most once a second")
    func flappingRenewal() async throws {
        var bench = QueueBench()
        let asked = TestGate<Void>(isOpen: true)
        bench.renew = {
            asked.arrive()
            throw CancellationError()
        }
        bench.service.otherwise { .refuses(401) }
        let queue = try await bench.queue()
        try await queue.enqueue(Edit("c4"))
        await queue.idle()
        func flap(_ times: Int) async {
            for _ in 0..<times {
                await queue.setOnline(false)
                await queue.setOnline(true)
                await queue.idle()
            }
        }
        await flap(9)
        #expect(asked.arrivals == 2)
        await bench.clock.sleepers(1)
        bench.clock.advance(by: .seconds(1))
        await asked.arrived(3)
        await flap(9)
        #expect(asked.arrivals == 3)
        #expect(bench.service.arrivals.count == 1)
        try await queue.close()
    }

    @Test("An expired upload address is requested again with a new key, and no credential is sent to it")
    func expired() async throws {
        let uploads = Locked(0)
        let api = InMemoryNetworkAdapter { request, _ in
            .text(200, #"{"address":"https://storage.test/\#(uploads.copy)"}"#, for: request)
        }
        let storage = InMemoryNetworkAdapter { request, _ in
            .empty(uploads.next() == 1 ? 403 : 200, for: request)
        }
        let bench = QueueBench()
        let queue = try await ChangeQueue.open(
            journal: "/queue", of: Upload.self, configuration: bench.disk.configuration(),
            destinations: [
                .api: .server(try makeGateway(api), credential: BearerCredential("t-123")),
                .storage: .addresses(try makeGateway(storage)),
            ], options: ChangeQueueOptions(runtime: bench.runtime))
        try await queue.enqueue(Upload(), id: "u")
        await queue.idle()
        #expect(
            api.arrivals.fields("Idempotency-Key") == ["u/7/allocate", "u/7/allocate/1", "u/7/confirm/1"])
        #expect(api.arrivals.fields("Authorization") == Array(repeating: "Bearer t-123", count: 3))
        #expect(
            storage.arrivals.map(\.request.url.absoluteString) == ["https://storage.test/0", "https://storage.test/1"])
        #expect(storage.arrivals.fields("Authorization") == [nil, nil])
        #expect(await queue.status.deadLetters == 0)
        try await queue.close()
    }

    @Test("An address that refuses the request does not cause a renewal of the credentials")
    func unauthorizedAddress() {
        let error = ServiceError(
            problem: .unauthorized, operation: "o", requestID: "r", attempts: 1, status: 401, code: nil, message: nil,
            retryAfter: nil, underlying: nil)
        guard case .unauthorized = PushFailure(error, step: "s", asksForCredentials: true) else {
            Issue.record("a server does not ask for credentials")
            return
        }
        guard case .refused(let refusal) = PushFailure(error, step: "s", asksForCredentials: false) else {
            Issue.record("an address requires credentials")
            return
        }
        #expect(refusal.status == 401)
    }

    @Test("A server with an untrusted certificate is tried again, and so is one that issues tokens")
    func certificates() {
        let untrusted = GatewayError.certificateUntrusted(host: "a")
        for problem in [.unreachable, .authenticationFailed] as [ServiceError.Problem] {
            let error = ServiceError(
                problem: problem, operation: "o", requestID: "r", attempts: 1, status: nil, code: nil, message: nil,
                retryAfter: nil, underlying: untrusted)
            let isPassing = if case .transient = PushFailure(error, step: "s") { true } else { false }
            #expect(isPassing, "\(problem)")
        }
    }
}

/// Allocates a place, uploads to it, and confirms.
private struct Upload: OfflineChange, ArrayRequestSequence {
    var currentRequestIndex = 0
    var lane: LaneName { "uploads" }

    private enum CodingKeys: CodingKey {}

    var requests: [RequestContinuation] {
        [
            { _, _ in RequestDescription(operation: "7", step: "allocate", method: .post, target: .path("uploads")) },
            { _, previous in
                let address = try previous?.decoded(as: [String: String].self)["address"] ?? ""
                return RequestDescription(
                    destination: .storage, operation: "7", step: "upload", method: .put, target: .address(address),
                    body: .text("7"), restart: RestartRule(step: "allocate"))
            },
            { _, _ in RequestDescription(operation: "7", step: "confirm", method: .post, target: .path("uploads/7")) },
        ]
    }
}
