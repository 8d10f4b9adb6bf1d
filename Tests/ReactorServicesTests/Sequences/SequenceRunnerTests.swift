import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Running a sequence")
struct SequenceRunnerTests {
    /// A runner with one network, whose hosts distinguish the destinations.
    private struct Stage {
        let network: InMemoryNetworkAdapter
        let runner: SequenceRunner
        let clock = JumpingClock(timeout: .seconds(60))

        init(
            credential: (any Credential)? = BearerCredential("the-api-token"), restarts: Int = 2,
            retry: RetryPolicy = .exponential(attempts: 4),
            _ answer: @escaping @Sendable (Request, Data) async throws -> Response
        ) throws {
            network = InMemoryNetworkAdapter(answer)
            var runtime = Runtime.live
            runtime.clock = RuntimeClock(clock)
            runner = try SequenceRunner(
                destinations: [
                    .api: .server(try Bench.gateway(network), credential: credential),
                    .storage: .addresses(try Bench.gateway(network, at: "https://unused.example")),
                ],
                options: SequenceRunnerOptions(retry: retry, restarts: restarts, runtime: runtime))
        }
    }

    private struct Single: RequestSequence {
        var request: RequestDescription?

        mutating func nextRequest(previous: Exchange?) throws -> RequestDescription? {
            defer { request = nil }
            return request
        }
    }

    private static func single(
        _ destination: DestinationName, _ target: RequestDescription.Target, _ body: RequestDescription.Body = .none
    ) throws -> SequenceCursor<Single> {
        try SequenceCursor(
            Single(
                request: RequestDescription(
                    destination: destination, operation: "o", step: "s", method: .post, target: target, body: body)))
    }

    @Test(
        "A response of another media type than the step accepts is not from its service, and the step is still to be done"
    )
    func foreignAnswer() async throws {
        let answers: [(Int, String?, [MediaType], Bool)] = [
            (200, "text/html", [], false), (404, "text/html", [], true), (200, nil, [], true),
            (404, "text/html", [.json], false), (200, "image/png", [], true),
            (200, "text/html; charset=utf-8", [.html], true), (200, "text/plain", [.json], false),
            (200, nil, [.json], false),
            (201, "Application/Problem+JSON", [.json], true), (204, nil, [.json], true),
        ]
        for (status, type, expected, isTaken) in answers {
            let stage = try Stage { request, _ in
                var headers = HeaderFields()
                headers["Content-Type"] = type
                return Response(status: status, headers: headers, url: request.url)
            }
            var cursor = try SequenceCursor(
                Single(
                    request: RequestDescription(
                        operation: "o", step: "s", method: .delete, target: .path("a"), accepting: [404],
                        answers: expected)))
            do {
                try await stage.runner.run(&cursor)
                #expect(isTaken, "\(status), \(type ?? "no type"), \(expected)")
            } catch let error as ServiceError {
                #expect(!isTaken && error.kind == .unavailable && error.status == nil, "\(error)")
                #expect(cursor.request?.step == "s" && cursor.record.exchanges.isEmpty)
            }
        }
    }

    @Test("A file that changed since a step first named it is not sent, by this process or the next")
    func changedFile() async throws {
        let folder = try ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path + "/f"
        func write(_ text: String, at date: Double) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: date)], ofItemAtPath: path)
        }
        struct Stop: Error {}
        for (text, date, isSent) in [("12345", 9.0, true), ("12345", 10, false), ("123456", 9, false), ("1", 9, false)]
        {
            try write("12345", at: 9)
            let stage = try Stage { request, _ in .empty(204, for: request) }
            let form = MultipartForm(files: [MultipartForm.File(name: "f", path: path, fileName: "f")])
            let upload = FileSequence(body: .multipart(form))
            var record = SequenceRecord()
            var cursor = try SequenceCursor(upload)
            _ = try? await stage.runner.run(&cursor) { stored in
                record = stored
                throw Stop()
            }
            let kept = try JSONDecoder().decode(SequenceRecord.self, from: JSONEncoder().encode(record))
            try write(text, at: date)
            var resumed = try SequenceCursor(upload, record: kept)
            do {
                try await stage.runner.run(&resumed)
                #expect(isSent, "\(text) at \(date)")
            } catch let error as SequenceError {
                #expect(!isSent)
                #expect(error == SequenceError.changedFile(path: path, step: "upload"))
            }
            #expect(stage.network.arrivals.count == (isSent ? 2 : 1))
        }
    }

    private struct FileSequence: ArrayRequestSequence {
        let body: RequestDescription.Body
        var currentRequestIndex = 0

        init(body: RequestDescription.Body) { self.body = body }

        var requests: [RequestContinuation] {
            [
                { _, _ in RequestDescription(operation: "f", step: "allocate", method: .post, target: .path("a")) },
                { upload, _ in
                    RequestDescription(
                        operation: "f", step: "upload", method: .put, target: .path("b"), body: upload.body)
                },
            ]
        }
    }

    @Test("The API's token and its idempotency key never reach another destination")
    func tokenStays() async throws {
        struct TwoHosts: ArrayRequestSequence {
            var currentRequestIndex = 0
            var requests: [RequestContinuation] {
                [
                    { _, _ in RequestDescription(operation: "o", step: "a", method: .post, target: .path("a")) },
                    { _, _ in
                        RequestDescription(
                            destination: .storage, operation: "o", step: "b", method: .put,
                            target: .address("https://storage.example/x%2Fy?sig=a%2Bb&n=1"))
                    },
                    { _, _ in RequestDescription(operation: "o", step: "c", method: .post, target: .path("c")) },
                ]
            }
        }
        let stage = try Stage { request, _ in .empty(200, for: request) }
        var cursor = try SequenceCursor(TwoHosts())
        try await stage.runner.run(&cursor)
        let arrivals = stage.network.arrivals
        #expect(arrivals.map { $0.request.url.host } == ["api.example", "storage.example", "api.example"])
        #expect(arrivals.fields("Authorization") == ["Bearer the-api-token", nil, "Bearer the-api-token"])
        #expect(arrivals.fields("Idempotency-Key") == ["o/a", nil, "o/c"])
        #expect(arrivals[1].request.url.absoluteString == "https://storage.example/x%2Fy?sig=a%2Bb&n=1")
        #expect(!arrivals[1].request.headers.fields.contains { $0.value.contains("the-api-token") })
    }

    @Test("A server with a credential accepts no whole addresses, and nothing is sent")
    func foreignAddress() async throws {
        let stage = try Stage { request, _ in .empty(200, for: request) }
        var foreign = try Self.single(.api, .address("https://evil.example/x"))
        await #expect(throws: SequenceError.addressOutsideDestination(.api, step: "s")) {
            try await stage.runner.run(&foreign)
        }
        var pathless = try Self.single(.storage, .path("x"))
        await #expect(throws: SequenceError.pathWithoutServer(.storage, step: "s")) {
            try await stage.runner.run(&pathless)
        }
        var broken = try Self.single(.storage, .address("file:///etc/passwd"))
        await #expect(throws: SequenceError.invalidAddress(.storage, step: "s")) {
            try await stage.runner.run(&broken)
        }
        var unknown = try Self.single("moon", .path("x"))
        let error = await #expect(throws: SequenceError.self) { try await stage.runner.run(&unknown) }
        let expected = SequenceError.unknownDestination("moon", step: "s", known: [.api, .storage])
        #expect(error?.description == expected.description)
        #expect(stage.network.arrivals.isEmpty)
    }

    @Test("A step without a response is sent again with the same key, and its file from the beginning")
    func retried() async throws {
        let folder = try ScratchFolder()
        let path = try folder.file("a", Data(repeating: 7, count: 100_000))
        let form = MultipartForm(files: [.init(name: "f", path: path, fileName: "a")])
        let calls = Locked(0)
        let stage = try Stage { request, _ in
            if calls.next() == 1 { throw GatewayError.connectionLost(host: "api.example") }
            return .empty(200, for: request)
        }
        var cursor = try Self.single(.api, .path("x"), .multipart(form))
        let progress = Locked<[SequenceProgress]>([])
        try await stage.runner.run(&cursor, progress: { step in progress.withLock { $0.append(step) } })
        let arrivals = stage.network.arrivals
        #expect(arrivals.count == 2)
        #expect(arrivals[0].body == arrivals[1].body)
        #expect(arrivals.fields("Idempotency-Key") == ["o/s", "o/s"])
        #expect(
            arrivals[0].request.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=reactor-") == true)
        #expect(arrivals[0].request.body.length == arrivals[0].body.count)

        // Each attempt reports its bytes from the beginning to the end.
        #expect(progress.copy.first == SequenceProgress(index: 0, step: "s", transfer: nil))
        let bytes = progress.copy.compactMap { $0.transfer?.bytes }
        #expect(bytes.filter { $0 == arrivals[0].body.count }.count == 2)
        #expect(progress.copy.compactMap(\.transfer).allSatisfy { $0.total == arrivals[0].body.count })
        let lengths = bytes.split { $0 == arrivals[0].body.count }
        #expect(lengths.allSatisfy { $0.sorted() == Array($0) })
    }

    @Test("A refusal that a step accepts is its response, and no other refusal is")
    func accepted() async throws {
        let status = Locked(404)
        let stage = try Stage { request, _ in .empty(status.copy, for: request) }
        let step = RequestDescription(
            operation: "o", step: "s", method: .delete, target: .path("x"), accepting: [404])
        var cursor = try SequenceCursor(Single(request: step))
        try await stage.runner.run(&cursor)
        #expect(cursor.request == nil)
        #expect(cursor.record.exchanges.map(\.status) == [404])
        status.withLock { $0 = 410 }
        var other = try SequenceCursor(Single(request: step))
        await #expect(throws: ServiceError.self) { try await stage.runner.run(&other) }
        #expect(other.request == step)
    }

    @Test("A step that expires is restarted a few times, and then fails")
    func restarts() async throws {
        let stage = try Stage(restarts: 2) { request, _ in
            request.path == "steps/1" ? .empty(410, for: request) : .text(200, "1", for: request)
        }
        var cursor = try SequenceCursor(Chain(length: 2, restartsAt: [1: 0]))
        await #expect(throws: SequenceError.restartedTooOften(step: "s1", limit: 2)) {
            try await stage.runner.run(&cursor)
        }
        #expect(
            stage.network.arrivals.fields("Idempotency-Key") == [
                "chain/s0", "chain/s1", "chain/s0/1", "chain/s1/1", "chain/s0/2", "chain/s1/2",
            ])
    }

    @Test(
        "A sequence that is canceled at any step ends as canceled, and continues with each step done once"
    )
    func cancelledAnywhere() async throws {
        for step in 0..<4 {
            let arrived = TestGate<Void>(isOpen: true)
            let hangs = Locked(true)
            // A service that does each request once for its key.
            let done = Locked<[String: Int]>([:])
            let stage = try Stage { request, _ in
                let key = request.headers["Idempotency-Key"] ?? ""
                let answer = done.withLock { done in
                    done[key] = done[key] ?? done.count + 1
                    return done[key] ?? 0
                }
                if request.path == "steps/\(step)", hangs.copy {
                    arrived.arrive()
                    let (stream, feed) = AsyncStream<Never>.makeStream()
                    for await _ in stream {}
                    withExtendedLifetime(feed) {}
                }
                return .text(200, "\(answer)", for: request)
            }
            let chain = Chain(length: 4)
            let kept = Locked(SequenceRecord())
            let runner = stage.runner
            let task = Task {
                var cursor = try SequenceCursor(chain)
                try await runner.run(&cursor) { record in kept.withLock { $0 = record } }
            }
            await arrived.arrived()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(kept.copy.exchanges.count == step)

            hangs.withLock { $0 = false }
            var cursor = try SequenceCursor(chain, record: kept.copy)
            try await runner.run(&cursor)
            #expect(cursor.request == nil)
            #expect(done.copy.count == 4)
            #expect(cursor.record.exchanges.map { String(decoding: $0.body, as: UTF8.self) } == ["1", "2", "3", "4"])
        }
    }
}
