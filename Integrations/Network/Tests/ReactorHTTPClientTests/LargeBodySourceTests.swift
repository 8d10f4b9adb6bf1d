import Foundation
import NIOPosix
import ReactorHTTPClient
import ReactorServices
import Synchronization
import Testing

@Suite("The source of a large body", .enabled(if: Script.python != nil && Hosts.areAvailable, "nginx is missing"))
struct LargeBodySourceTests {
    @Test("At most two pieces are requested from the source while nothing can be sent")
    func backpressure() async throws {
        let hosts = try Hosts()
        let gateway = try hosts.gateway("big", host: "127.0.0.1", scheme: "http", HTTPClientNetworkAdapter())
        let loops = RetainedLoops()
        let pieces = 400
        let body = BodyStream(length: pieces << 18) { EagerPieces(loops: loops, left: pieces) }
        let sent = try await gateway.put("/bytes", body: .stream(body)).body
        #expect(String(decoding: sent, as: UTF8.self) == "\(pieces << 18)")
        #expect(loops.asked < 3, "the sender was blocked, and \(loops.asked) pieces were taken")
    }
}

/// Blocks every sending thread from the first piece until other work has run.
private final class RetainedLoops: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let state = Mutex<(asked: Int, isHeld: Bool)>((0, false))

    /// The number of pieces that were requested from its source while nothing could be sent.
    var asked: Int { state.withLock { $0.asked } }

    func hold() {
        state.withLock { $0.isHeld = true }
        let loops = Array(MultiThreadedEventLoopGroup.singleton.makeIterator())
        for loop in loops { loop.execute { [gate] in gate.wait() } }
        Task.detached { [self] in
            for _ in 0..<20_000 where state.withLock({ $0.asked }) < 100 { await Task.yield() }
            state.withLock { $0.isHeld = false }
            for _ in loops { gate.signal() }
        }
    }

    func count() { state.withLock { if $0.isHeld { $0.asked += 1 } } }
}

/// Pieces of 256 KiB that are available immediately.
private struct EagerPieces: AsyncSequence, AsyncIteratorProtocol {
    let loops: RetainedLoops
    var left: Int
    private var isFirst = true
    private let piece = Data(count: 1 << 18)

    init(loops: RetainedLoops, left: Int) { (self.loops, self.left) = (loops, left) }

    mutating func next() async -> Data? {
        guard left > 0 else { return nil }
        left -= 1
        if isFirst { loops.hold() }
        isFirst = false
        loops.count()
        return piece
    }

    func makeAsyncIterator() -> EagerPieces { self }
}
