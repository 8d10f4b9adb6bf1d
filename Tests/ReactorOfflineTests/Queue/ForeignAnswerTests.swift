import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Responses that a queue accepts")
struct ForeignAnswerTests {
    @Test(
        "A page, a redirect or a proxy's sign-in is no response: the change waits, and is sent when online again",
        arguments: [
            (200, "text/html; charset=utf-8"), (201, "TEXT/HTML"), (200, "application/xhtml+xml"), (206, "text/html"),
            (200, "text/plain"), (201, ""), (200, "application/octet-stream"), (301, nil), (302, nil), (303, nil),
            (307, nil), (308, nil), (407, nil), (421, nil), (511, nil),
        ] as [(Int, String?)], ["https://portal.test/login", "/login"])
    func portal(_ answer: (Int, String?), location: String) async throws {
        let (status, type) = answer
        let bench = QueueBench()
        let headers: HeaderFields = type.map { $0.isEmpty ? [:] : ["Content-Type": $0] } ?? ["Location": location]
        bench.service.plan(
            "a1/a1/s0", .refuses(status, headers: headers, body: type == nil ? "" : "\n<!DOCTYPE html><p>Sign in"))
        let queue = try await bench.queue()
        try await queue.enqueue(Edit("a1"))
        await bench.service.arrived(1)
        await queue.setOnline(false)
        await queue.idle()
        #expect(await queue.queued.map(\.id) == ["a1"])
        #expect(await queue.deadLetters.isEmpty)
        await queue.setOnline(true)
        await queue.idle()
        #expect(bench.service.done == ["a": ["a1/0"]])
        #expect(await queue.queued.isEmpty)
        try await queue.close()
    }

    @Test("A response that is too large to be read or stored does not make a completed change a dead letter")
    func tooLarge() async throws {
        var bench = QueueBench()
        bench.network = InMemoryNetworkAdapter { _, _ in throw GatewayError.answerTooLarge(status: 201, limit: 10) }
        let queue = try await bench.queue()
        try await queue.enqueue(Edit("a1"))
        await queue.idle()
        #expect(await queue.deadLetters.isEmpty)
        #expect(await queue.queued.isEmpty)
        // A step that depends on the response cannot be described without it.
        try await queue.enqueue(Edit("b1", steps: 2))
        await queue.idle()
        #expect(await queue.deadLetters.map(\.refusal.status) == [201])
        try await queue.close()
    }

    @Test("A file that was changed between two processes is not sent", arguments: [6, 7, 9])
    func changedFile(size: Int) async throws {
        let folder = try ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = folder.path + "/f"
        func write(_ count: Int, at date: Double) throws {
            try Data(repeating: 7, count: count).write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: date)], ofItemAtPath: file)
        }
        try write(7, at: 1_000)
        let (sent, isDown) = (Locked<[Int]>([]), Locked(true))
        let network = InMemoryNetworkAdapter { request, body in
            if request.method == .post { return .text(200, "{}", for: request) }
            if isDown.copy { throw GatewayError.connectionLost(host: "api.test") }
            sent.withLock { $0.append(body.count) }
            return .empty(204, for: request)
        }
        func open(_ bench: QueueBench) async throws -> ChangeQueue<FileUpload> {
            try await ChangeQueue.open(
                journal: "/queue", configuration: bench.disk.configuration(),
                destinations: [.api: .server(try makeGateway(network))],
                options: ChangeQueueOptions(runtime: bench.runtime))
        }
        let bench = QueueBench()
        let first = try await open(bench)
        try await first.enqueue(FileUpload(path: file))
        await bench.clock.sleepers(1)
        try await first.close()

        // Nine bytes, six, or the same number at another time.
        try write(size, at: 2_000)
        isDown.withLock { $0 = false }
        let next = bench.restarted()
        let second = try await open(next)
        await second.idle()
        #expect(sent.copy == [])
        #expect(await second.deadLetters.map(\.refusal.step) == ["upload"])
        // The current file belongs to another change.
        let letter = try #require(await second.deadLetters.first)
        try await second.edit(letter.id, to: letter.change)
        await second.idle()
        #expect(sent.copy == [size])
        try await second.close()
    }

    private struct FileUpload: OfflineChange, ArrayRequestSequence {
        var path: String
        var currentRequestIndex = 0
        var lane: LaneName { "files" }

        init(path: String) { self.path = path }

        private enum CodingKeys: CodingKey { case path }

        var requests: [RequestContinuation] {
            [
                { _, _ in RequestDescription(operation: "f", step: "allocate", method: .post, target: .path("files")) },
                { upload, _ in
                    RequestDescription(
                        operation: "f", step: "upload", method: .put, target: .path("files/1"),
                        body: .file(path: upload.path, contentType: "text/plain"))
                },
            ]
        }
    }
}
