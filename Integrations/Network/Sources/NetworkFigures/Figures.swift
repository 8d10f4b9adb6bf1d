import Foundation
import ReactorHTTPClient
import ReactorServices

/// One measurement of one transport, in a separate process so that its memory is measured alone: `figures` runs them all.
///
/// NetworkFigures TRANSPORT KIND ADDRESS COUNT TOGETHER prints, as a line of JSON, the seconds, the processor's seconds and the
/// memory at its highest, in MiB.
@main
struct Figures {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 6, let count = Int(words[4]), let together = Int(words[5]) else {
            print("usage: NetworkFigures client|session get|post|download|upload ADDRESS COUNT TOGETHER")
            exit(64)
        }
        var parts = GatewayParts(
            network: words[1] == "client" ? HTTPClientNetworkAdapter() : URLSessionNetworkAdapter())
        parts.maxActiveRequests = together
        parts.limits = GatewayLimits(body: .max, answer: .max, timeout: .seconds(600))
        let gateway = try CompositedGateway(baseURL: BaseURL(words[3]), parts: parts)
        // Work that is done once does not belong to any request.
        if words[2] == "get" || words[2] == "post" { for _ in 1...100 { try await send(words[2], gateway) } }
        let (begin, processor) = (ContinuousClock.now, clock())
        switch words[2] {
        case "download":
            _ = try await gateway.get("/bytes", params: ["count": count]) { $0.onBody = { _ in } }
        case "upload":
            let piece = Data(count: 1 << 18)
            let body = BodyStream(length: count) {
                Repeated(piece: piece, left: count / piece.count)
            }
            _ = try await gateway.put("/bytes", body: .stream(body))
        default:
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<together {
                    group.addTask { for _ in 0..<count / together { try await send(words[2], gateway) } }
                }
                try await group.waitForAll()
            }
        }
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        let busy = Double(clock() - processor) / Double(CLOCKS_PER_SEC)
        print(#"{"seconds": \#(seconds), "processor": \#(busy), "memory": \#(try peak())}"#)
    }

    private static func send(_ kind: String, _ gateway: CompositedGateway) async throws {
        let response = try await kind == "get" ? gateway.get("/") : gateway.post("/", body: .text(text))
        guard response.body.count == 1000 else { throw CocoaError(.fileReadCorruptFile) }
    }

    private static let text = String(repeating: "y", count: 1000)

    /// The memory at its highest, in MiB.
    private static func peak() throws -> Int {
        var usage = rusage()
        #if os(Linux)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss >> 10
        #else
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss >> 20
        #endif
    }
}

/// A piece, repeated N times.
private struct Repeated: AsyncSequence, AsyncIteratorProtocol {
    let piece: Data
    var left: Int

    mutating func next() async -> Data? {
        left -= 1
        return left < 0 ? nil : piece
    }

    func makeAsyncIterator() -> Repeated { self }
}
