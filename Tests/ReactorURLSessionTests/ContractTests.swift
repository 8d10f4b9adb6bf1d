import Foundation
import Reactor
import ReactorServices
import ReactorTesting
import ReactorTestSupport
import Testing

/// What every network must do, tried in memory and against a real server.
@Suite("A network adapter")
struct ContractTests {
    private func gateway(_ world: any World, _ change: (inout GatewayParts) -> Void = { _ in }) throws -> JsonGateway {
        var parts = GatewayParts(network: world.network)
        change(&parts)
        return try JsonGateway(baseURL: world.api, parts: parts)
    }

    @Test("Sends method, path, query, fields and body as they are", arguments: WorldKind.available)
    func everything(kind: WorldKind) async throws {
        let world = try await kind.make()
        for method in ["POST", "PUT", "PATCH", "DELETE"] as [HTTPMethod] {
            var properties = MutableRequestProperties(
                method, "/echo", query: ["a": "x y", "b": "1&2", "a": "ü"],
                headers: ["X-Test": "täst", "Content-Type": "text/plain"], body: .text("hello \(method)"))
            properties.headers.add("second", for: "X-Other")
            let response = try await gateway(world).submitRequest(properties)
            #expect(response.status == 200)
            #expect(response.json?["method"]?.string == method.rawValue)
            #expect(response.json?["body"]?.string == "hello \(method)")
            #expect(response.json?["query"]?.string == "a=x%20y&b=1%262&a=%C3%BC")
        }
        #expect(try await world.arrivals().allSatisfy { $0.headers["x-other"] == "second" })
    }

    @Test("Gives every status back as a response", arguments: WorldKind.available)
    func statuses(kind: WorldKind) async throws {
        let world = try await kind.make()
        for status in [204, 304, 400, 401, 404, 429, 500, 503] {
            try await world.add(.status(status, headers: ["X-Why": "rule"], path: "/echo"))
            let response = try await gateway(world).get("/echo")
            #expect(response.status == status)
            #expect(response.headers["x-why"] == "rule")
        }
    }

    @Test("Reads an answer of no bytes, and one of many", arguments: WorldKind.available)
    func sizes(kind: WorldKind) async throws {
        let world = try await kind.make()
        let gateway = try gateway(world)
        #expect(try await gateway.get("/empty").body.isEmpty)
        #expect(try await gateway.get("/bytes", params: ["count": 3_000_000]).body.count == 3_000_000)
        #expect(try await gateway.get("/bytes", params: ["count": 0]).body.isEmpty)
    }

    @Test("Gives up on an answer larger than its limit", arguments: WorldKind.available)
    func answerLimit(kind: WorldKind) async throws {
        let world = try await kind.make()
        let gateway = try gateway(world)
        #expect(try await gateway.get("/bytes", params: ["count": 1000]) { $0.answerLimit = 1000 }.body.count == 1000)
        let error = await #expect(throws: GatewayError.self) {
            try await gateway.get("/bytes", params: ["count": 1000]) { $0.answerLimit = 999 }
        }
        #expect(error?.kind == .unusableAnswer && error?.status == 200)
        #expect(try await gateway.get("/empty").status == 204)
    }

    @Test("Sends a file and a stream of unknown length, reports progress in order", arguments: WorldKind.available)
    func streams(kind: WorldKind) async throws {
        let world = try await kind.make()
        let gateway = try gateway(world)
        let content = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)")
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let pieces = BodyStream(length: nil) {
            AsyncStream<Data> { feed in
                for start in stride(from: 0, to: content.count, by: 70_000) {
                    feed.yield(content[start..<start + 70_000])
                }
                feed.finish()
            }
        }
        for stream in [try BodyStream(file: file.path), pieces] {
            let delivered = Locked<[TransferProgress]>([])
            let response = try await gateway.put("/empty", body: .stream(stream)) {
                $0.onProgress = { progress in delivered.withLock { $0.append(progress) } }
            }
            #expect(response.status == 204)
            let sent = delivered.copy.filter { $0.direction == .sending }.map(\.bytes)
            #expect(sent == sent.sorted())
            #expect(sent.last == content.count)
        }
        #expect(try await world.arrivals().map(\.length) == [content.count, content.count])
    }

    @Test("Fails a stream that breaks, and one that is not as long as it said", arguments: WorldKind.available)
    func brokenStreams(kind: WorldKind) async throws {
        struct Broken: Error {}
        let world = try await kind.make()
        let gateway = try gateway(world)
        let broken = BodyStream(length: nil) {
            AsyncThrowingStream<Data, any Error> { feed in
                feed.yield(Data("a".utf8))
                feed.finish(throwing: Broken())
            }
        }
        await #expect(throws: Broken.self) { try await gateway.put("/echo", body: .stream(broken)) }
        let short = BodyStream(
            length: 5,
            once: AsyncStream {
                $0.yield(Data("abc".utf8)); $0.finish()
            })
        await #expect(throws: GatewayError(.bodyLengthDiffers(said: 5, given: 3))) {
            try await gateway.put("/echo", body: .stream(short))
        }
        await #expect(throws: GatewayError(.bodyNotRepeatable)) { try await gateway.put("/echo", body: .stream(short)) }
        #expect(try await world.arrivals().isEmpty)
    }

    @Test("Says that a connection was lost, and an answer cut off", arguments: WorldKind.available)
    func broken(kind: WorldKind) async throws {
        let world = try await kind.make()
        let gateway = try gateway(world)
        try await world.add(.disconnect(path: "/echo"))
        await #expect(throws: GatewayError.connectionLost(host: "127.0.0.1")) { try await gateway.post("/echo") }
        try await world.add(.truncate(400, path: "/bytes"))
        do {
            let response = try await gateway.post("/bytes", params: ["count": 1000])
            Issue.record("it answered \(response)")
        } catch let error as GatewayError {
            guard case .truncatedAnswer(received: 400, _) = error.problem else { throw error }
        }
    }

    @Test("Tries again what was lost, with its body, until it is answered", arguments: WorldKind.available)
    func retries(kind: WorldKind) async throws {
        let world = try await kind.make()
        let gateway = try gateway(world)
        try await world.add(.disconnect(path: "/echo"))
        try await world.add(.status(503, path: "/echo"))
        try await world.add(.status(429, headers: ["Retry-After": "0"], path: "/echo"))
        let retry = RetrySchedule(attempts: 4, backoff: Backoff(base: .milliseconds(1)))
        let pipeline = try ServicePipeline(client: "Contract", gateway: gateway, options: PipelineOptions(retry: retry))
        let request = MutableRequestProperties(.put, "/echo", body: .text("again"))
        let response = try await pipeline.send("Contract.again", request).raw
        #expect(response.json?["body"]?.string == "again")
        #expect(try await world.arrivals().map(\.length) == [5, 5, 5, 5])
    }

    @Test("Gives a large answer piece by piece, and gathers nothing", arguments: WorldKind.available)
    func pieces(kind: WorldKind) async throws {
        struct Full: Error {}
        let world = try await kind.make()
        let gateway = try gateway(world) { $0.limits.answer = 10 }
        let pieces = Locked<[BodyPiece]>([])
        let response = try await gateway.get("/bytes", params: ["count": 3_000_000]) { properties in
            properties.onBody = { piece in pieces.withLock { $0.append(piece) } }
        }
        #expect(response.status == 200 && response.body.isEmpty)
        #expect(pieces.copy.reduce(0) { $0 + $1.data.count } == 3_000_000)
        var end = 0
        for piece in pieces.copy {
            #expect(piece.offset == end)
            end += piece.data.count
        }
        let refused = try await gateway.get("/nothing") { properties in
            properties.onBody = { _ in Issue.record("the body of an error is no content") }
        }
        #expect(refused.status == 404 && !refused.body.isEmpty)
        await #expect(throws: Full.self) {
            try await gateway.get("/bytes", params: ["count": 3_000_000]) { $0.onBody = { _ in throw Full() } }
        }
        let error = await #expect(throws: GatewayError.self) {
            try await gateway.get("/bytes", params: ["count": 3_000_000]) { properties in
                properties.answerLimit = 2_000_000
                properties.onBody = { _ in }
            }
        }
        #expect(error?.kind == .unusableAnswer && error?.status == 200)
        #expect(try await gateway.get("/empty").status == 204)
    }

    @Test("Asks about a kept answer, and gives it again when it is still right", arguments: WorldKind.available)
    func revalidation(kind: WorldKind) async throws {
        let world = try await kind.make()
        let clock = ManualClock()
        let gateway = try gateway(world) { $0.runtime.clock = .init(clock) }
        let first = try await gateway.get("/etag") { $0.cacheResponseWithExpiration = .seconds(5) }
        clock.advance(by: .seconds(6))
        let second = try await gateway.get("/etag") { $0.cacheResponseWithExpiration = .seconds(5) }
        let third = try await gateway.get("/etag")
        #expect([first.source, second.source, third.source] == [.network, .revalidated, .cache])
        #expect([first, second, third].allSatisfy { $0.status == 200 && $0.json == ["tagged": true] })
        #expect(try await world.arrivals().map { $0.headers["If-None-Match"] } == [nil, "\"1\""])
    }

    @Test("Ends promptly when it is cancelled while the server thinks", arguments: WorldKind.available)
    func cancellation(kind: WorldKind) async throws {
        let world = try await kind.make()
        let gateway = try gateway(world)
        // Longer than anybody waits: a call that did not end by itself would not end at all.
        try await world.add(.delay(86_400, path: "/echo"))
        let call = Task { try await gateway.post("/echo") }
        try await world.arrived(1)
        #expect(gateway.cancelRequest(try #require(gateway.activeRequests.first)))
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(try await gateway.get("/empty").status == 204)
    }

    @Test("Is cut off by the gateway's timeout, on the gateway's clock", arguments: WorldKind.available)
    func timeout(kind: WorldKind) async throws {
        let world = try await kind.make()
        let clock = ManualClock()
        let gateway = try gateway(world) { $0.runtime.clock = .init(clock) }
        try await world.add(.delay(86_400, path: "/echo"))
        let call = Task { try await gateway.post("/echo") { $0.timeout = .milliseconds(40) } }
        try await world.arrived(1)
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(40))
        await #expect(throws: GatewayError(.timedOut(after: .milliseconds(40)))) { try await call.value }
    }
}
