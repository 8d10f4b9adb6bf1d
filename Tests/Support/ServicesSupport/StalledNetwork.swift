import Foundation
import ReactorServices
import ReactorTestSupport

/// A network that responds when the test allows it.
///
/// Ends with `CancellationError` when the task of a request is canceled.
final class StalledNetwork: NetworkAdapter {
    private struct Content {
        var arrivals: [Request] = []
        var held: [Request.ID: CheckedContinuation<Response, any Error>] = [:]
        var cancelled: Set<Request.ID> = []
        var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let content = Locked(Content())

    /// Everything that was sent, in order.
    var arrivals: [Request] { content.withLock { $0.arrivals } }
    var onTheirWay: Int { content.withLock { $0.held.count } }

    func send(_ request: Request) async throws -> Response {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isCancelled, watchers) = content.withLock { content in
                    content.arrivals.append(request)
                    let isCancelled = content.cancelled.contains(request.id)
                    if !isCancelled { content.held[request.id] = continuation }
                    let count = content.arrivals.count
                    let reached = content.watching.filter { $0.count <= count }.map(\.continuation)
                    content.watching.removeAll { $0.count <= count }
                    return (isCancelled, reached)
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let held = content.withLock { content in
                content.cancelled.insert(request.id)
                return content.held.removeValue(forKey: request.id)
            }
            held?.resume(throwing: CancellationError())
        }
    }

    /// Returns when `count` requests have been sent in all.
    func arrived(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = content.withLock { content in
                if content.arrivals.count < count { content.watching.append((count, continuation)) }
                return content.arrivals.count >= count
            }
            if isReached { continuation.resume() }
        }
    }

    /// Responds to the request that arrived as number `index`, from 0.
    func answer(_ index: Int, _ status: Int = 200, headers: HeaderFields = [:], body: String = "") {
        let (request, held) = content.withLock { content in
            (content.arrivals[index], content.held.removeValue(forKey: content.arrivals[index].id))
        }
        held?.resume(
            returning: Response(status: status, headers: headers, body: Data(body.utf8), url: request.url))
    }

    /// Fails the request that arrived as number `index`.
    func fail(_ index: Int, _ error: any Error) {
        let held = content.withLock { $0.held.removeValue(forKey: $0.arrivals[index].id) }
        held?.resume(throwing: error)
    }
}
