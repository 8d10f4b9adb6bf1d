import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import Reactor
import ServiceLifecycle
import Synchronization
import Testing

@testable import BoardService

/// A folder of boards, removed with everything in it when it is released.
final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "boards-\(UUID().uuidString)").path()

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension Process {
    /// The service in a separate process, not begun.
    static func service(_ words: String...) -> Process {
        let process = Process()
        let built = Bundle.main.bundleURL.deletingLastPathComponent().appending(path: "debug/BoardService")
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "BoardService")
        process.executableURL = FileManager.default.isExecutableFile(atPath: beside.path()) ? beside : built
        process.arguments = words
        return process
    }
}

/// Runs the service in this process, on its own port, as long as the body runs; then it is shut down gracefully.
func serving(_ boards: Boards, _ body: @Sendable (Browsing) async throws -> Void) async throws {
    let (ports, port) = AsyncStream<Int>.makeStream()
    let service = BoardService.application(boards) { port.yield($0) }
    var configuration = ServiceGroupConfiguration(services: [service], logger: Logger(label: "boards"))
    configuration.gracefulShutdownSignals = []
    let group = ServiceGroup(configuration: configuration)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        for await port in ports {
            try await browsing(port, body)
            break
        }
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
    }
}

/// Talks to a service that listens on a port.
func browsing(_ port: Int, _ body: @Sendable (Browsing) async throws -> Void) async throws {
    var configuration = HTTPClient.Configuration()
    // Each reader has a connection.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 500
    let client = HTTPClient(configuration: configuration)
    do {
        try await body(Browsing(client: client, port: port))
        try await client.shutdown()
    } catch {
        try? await client.shutdown()
        throw error
    }
}

struct Browsing: Sendable {
    let client: HTTPClient
    let port: Int

    func request(_ path: String, by user: String?) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/\(path)")
        if let user { request.headers.add(name: "Authorization", value: user) }
        return request
    }

    /// The status of the response, and its body.
    func post(_ text: String, by user: String?) async throws -> (status: Int, body: String) {
        var request = request("notes", by: user)
        request.method = .POST
        request.body = .bytes(try JSONEncoder().encode(["text": text]))
        let response = try await client.execute(request, timeout: .hours(1))
        return (Int(response.status.code), String(buffer: try await response.body.collect(upTo: 1 << 20)))
    }

    /// Posts a note that is not refused.
    func add(_ text: String, by user: String) async throws {
        let answer = try await post(text, by: user)
        #expect(answer.status == 201)
    }

    func notes(of user: String) async throws -> [Note] {
        let response = try await client.execute(request("notes", by: user), timeout: .hours(1))
        return try JSONDecoder().decode([Note].self, from: try await response.body.collect(upTo: 1 << 26))
    }

    /// The events that a reader receives from now on.
    func events(of user: String, every: Bool) async throws -> Events {
        let response = try await client.execute(
            request(every ? "events?every" : "events", by: user), timeout: .hours(1))
        #expect(response.status == .ok)
        return Events(bytes: response.body.makeAsyncIterator())
    }
}

/// A stream of server-sent events, as its reader takes it.
struct Events {
    private var bytes: HTTPClientResponse.Body.AsyncIterator
    private var rest = ByteBuffer()

    init(bytes: HTTPClientResponse.Body.AsyncIterator) { self.bytes = bytes }

    /// The number and the note of the next event; 0 and nil of a comment. Nil when the stream has ended as it should.
    mutating func next() async throws -> (number: Int, note: Note?)? {
        while true {
            if let message = takeMessage() { return message }
            guard var more = try await bytes.next() else {
                #expect(rest.readableBytes == 0, "The stream ended within an event.")
                return nil
            }
            rest.discardReadBytes()
            rest.writeBuffer(&more)
        }
    }

    private mutating func takeMessage() -> (number: Int, note: Note?)? {
        guard let length = lengthOfMessage(), let message = rest.readString(length: length) else { return nil }
        var found: (number: Int, note: Note?) = (0, nil)
        for line in message.split(separator: "\n") {
            if line.hasPrefix("id: ") { found.number = Int(line.dropFirst(4)) ?? -1 }
            if line.hasPrefix("data: ") {
                found.note = try? JSONDecoder().decode(Note.self, from: Data(line.dropFirst(6).utf8))
            }
        }
        return found
    }

    /// The number of bytes of the first event, with the empty line after it; nil if it is incomplete.
    private func lengthOfMessage() -> Int? {
        rest.withUnsafeReadableBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            var from = 0
            while let found = memchr(start + from, Int32(UInt8(ascii: "\n")), bytes.count - from) {
                from = start.distance(to: UnsafeRawPointer(found)) + 1
                guard from < bytes.count else { return nil }
                if bytes[from] == UInt8(ascii: "\n") { return from + 1 }
            }
            return nil
        }
    }
}
