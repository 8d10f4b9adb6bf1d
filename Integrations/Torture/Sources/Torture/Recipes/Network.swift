import Reactor
import Synchronization

/// The server as a recipe sees it: requests that wait for their responses, as long as the history requires.
package final class Network: Sendable {
    /// The server has refused the request.
    struct Refused: Error {}
    /// It is unknown whether the server has applied the change.
    struct Lost: Error {}

    private struct Content {
        var waiting: [String: CheckedContinuation<Answer.Content, any Error>] = [:]
        var fetches = 0
        var reply = Reply()
        var open: [Change] = []
    }

    private let content: Mutex<Content>

    /// A network of an app that has started again.
    ///
    /// - Parameter fetches: The earlier reads: their names are not used again, since a response to one may still arrive.
    init(after fetches: Int = 0) { content = Mutex(Content(fetches: fetches)) }

    /// The reads so far.
    var fetches: Int { content.withLock { $0.fetches } }

    /// The user's pending changes, in their order: an app that sends changes again stores them.
    var open: [Change] { content.withLock { $0.open } }

    func opens(_ change: Change) { content.withLock { $0.open.append(change) } }

    func forgetsOpen() { content.withLock { $0.open = [] } }

    /// Sends a change and waits for the server's version of its row.
    ///
    /// - Throws: ``Refused``, ``Lost``, `CancellationError`.
    func change(_ request: String, _ operation: Operation) async throws -> Known {
        switch try await send(Request(request, .change(operation))) {
        case .done(let known): return known
        case .refused: throw Refused()
        case .lost, .listing: throw Lost()
        }
    }

    /// Reads all rows, or a page of them.
    ///
    /// - Throws: `CancellationError`.
    func list(page: Int? = nil) async throws -> Listing {
        guard case .listing(let listing) = try await read(.fetch(page: page)) else { throw Lost() }
        return listing
    }

    /// Reads one row.
    ///
    /// - Throws: `CancellationError`.
    func row(_ id: String) async throws -> Known {
        guard case .done(let known) = try await read(.row(id)) else { throw Lost() }
        return known
    }

    private func read(_ kind: Request.Kind) async throws -> Answer.Content {
        let name = content.withLock { content in
            content.fetches += 1
            return "f\(content.fetches)"
        }
        return try await send(Request(name, kind))
    }

    private func send(_ request: Request) async throws -> Answer.Content {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = Task.isCancelled
                content.withLock { content in
                    guard !isCancelled else { return }
                    content.reply.send.append(request)
                    content.waiting[request.name] = continuation
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let continuation = content.withLock { content in
                let continuation = content.waiting.removeValue(forKey: request.name)
                if continuation != nil { content.reply.cancel.append(request.name) }
                return continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// A response has arrived. It is ignored if no request waits for it, or if it arrives twice.
    func deliver(_ answer: Answer) {
        let continuation = content.withLock { content in
            content.open.removeAll { $0.request == answer.request }
            return content.waiting.removeValue(forKey: answer.request)
        }
        continuation?.resume(returning: answer.content)
    }

    /// The requests that were sent and canceled since the last call.
    func takeReply() -> Reply {
        content.withLock { content in
            defer { content.reply = Reply() }
            return content.reply
        }
    }
}

private enum NetworkKey: DependencyKey { static var liveValue: Network { Network() } }

extension Dependencies {
    /// The network of a recipe whose reads are separate from it.
    var network: Network {
        get { self[NetworkKey.self] }
        set { self[NetworkKey.self] = newValue }
    }
}
