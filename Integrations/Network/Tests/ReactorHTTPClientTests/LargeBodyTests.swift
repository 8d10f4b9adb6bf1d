import Foundation
import ReactorHTTPClient
import ReactorServices
import Testing

@Suite("A large body", .enabled(if: Script.python != nil && Hosts.areAvailable, "nginx is missing"))
struct LargeBodyTests {
    @Test("A slow receiver makes the server wait")
    func slowReceiver() async throws {
        let hosts = try Hosts()
        let network = HTTPClientNetworkAdapter()
        let gateway = try hosts.gateway("big", host: "127.0.0.1", scheme: "http", network)
        let asking = try hosts.gateway("big", host: "127.0.0.1", scheme: "http", HTTPClientNetworkAdapter())
        let hold = DispatchSemaphore(value: 0)
        async let large = withTaskExecutorPreference(OwnThreads()) {
            try await gateway.get("/bytes", params: ["count": 200_000_000]) { properties in
                properties.answerLimit = 200_000_000
                properties.onBody = { piece in if piece.offset == 0 { hold.wait() } }
            }
        }
        let sent = try await asking.get("/stalled").body
        #expect(try #require(Int(String(decoding: sent, as: UTF8.self))) < 20_000_000)
        hold.signal()
        #expect(try await large.status == 200)
    }

    /// In a separate process, whose memory is measured: 2 GiB each way with THOROUGH, otherwise a sample.
    @Test("A large body is sent and received with less than 100 MiB of memory")
    func memory() async {
        // The output of the process is read by tasks that block until it ends.
        let run = await withTaskExecutorPreference(OwnThreads()) {
            await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                let isThorough = ProcessInfo.processInfo.environment["THOROUGH"] != nil
                let count = isThorough ? 2 << 30 : 256 << 20
                let hosts = try Hosts()
                let gateway = try hosts.gateway("big", host: "127.0.0.1", scheme: "http", HTTPClientNetworkAdapter())
                let response = try await gateway.get("/bytes", params: ["count": count]) { properties in
                    properties.answerLimit = count
                    properties.timeout = .seconds(600)
                    properties.onBody = { _ in }
                }
                try #require(response.status == 200)
                for length in [count, nil] {
                    for speed in ["quickly", "slowly"] {
                        let body = BodyStream(length: length) { Pieces(left: count) }
                        let sent = try await gateway.put("/bytes", params: [speed: 1], body: .stream(body)) {
                            $0.timeout = .seconds(600)
                        }
                        try #require(String(decoding: sent.body, as: UTF8.self) == "\(count)")
                    }
                }
                #if os(Linux)
                    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
                    let peak = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
                    let kibibytes = try #require(peak.split(separator: " ").compactMap { Int($0) }.first)
                    print("\(count >> 20) MiB each way took at most \(kibibytes >> 10) MiB of memory")
                    try #require(kibibytes < 100 << 10)
                #endif
            }
        }
        print(String(decoding: run?.standardOutputContent ?? [], as: UTF8.self))
    }
}

/// An executor on which a task may block: on the shared executor, two blocked tasks would block every other task on a
/// machine with two processors.
private final class OwnThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "blocking tasks", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// N bytes, in pieces of 256 KiB.
private struct Pieces: AsyncSequence, AsyncIteratorProtocol {
    var left: Int
    let piece = Data(count: 1 << 18)

    mutating func next() async -> Data? {
        guard left > 0 else { return nil }
        defer { left -= piece.count }
        return left >= piece.count ? piece : piece.prefix(left)
    }

    func makeAsyncIterator() -> Pieces { self }
}
