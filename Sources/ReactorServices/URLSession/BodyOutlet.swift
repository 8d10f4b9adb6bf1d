import Foundation
import Reactor

/// Gives the body of an answer to whom the request names, piece by piece, in order and on a queue of its own: the system
/// reads the answers of all requests on one, and a slow receiver must not hold that up.
final class BodyOutlet: Sendable {
    private struct Content {
        var backlog = Backlog()
        var isGiving = false
        var isClosed = false
        /// How much has been taken from the backlog.
        var taken = 0
        /// How much the answer says it has; nil where it does not.
        var total: Int?
        var whenGiven: (@Sendable () -> Void)?
    }

    private let content = Guarded(Content())
    private let request: Request
    private let onBody: @Sendable (BodyPiece) throws -> Void
    /// Called once, when a piece was refused or could not be read again.
    private let onFailure: @Sendable (any Error) -> Void
    private let queue = OperationQueue()

    /// Nil for a request that wants its answer gathered.
    init?(_ request: Request, onFailure: @escaping @Sendable (any Error) -> Void) {
        guard let onBody = request.onBody else { return nil }
        self.request = request
        self.onBody = onBody
        self.onFailure = onFailure
    }

    /// How much waits in memory.
    var inMemory: Int { content.withLock { $0.backlog.inMemory } }

    /// Takes a piece, which is given when those before it were.
    ///
    /// - Throws: ``GatewayError`` when the temporary file cannot be used.
    func add(_ data: Data, of total: Int?) throws {
        let begins = try content.withLock { content in
            guard !content.isClosed, !data.isEmpty else { return false }
            try content.backlog.add(data)
            content.total = total
            defer { content.isGiving = true }
            return !content.isGiving
        }
        // One operation at a time: the next begins when this one has found nothing left.
        if begins { queue.addOperation { self.giveAll() } }
    }

    /// Calls `action` once, when everything that was added has been given; never when that ends otherwise.
    func whenGiven(_ action: @escaping @Sendable () -> Void) {
        let isAllGiven = content.withLock { content in
            if content.isGiving, !content.isClosed { content.whenGiven = action }
            return !content.isGiving && !content.isClosed
        }
        if isAllGiven { action() }
    }

    /// Gives nothing more, but for what is being given.
    func close() {
        content.withLock { content in
            content.isClosed = true
            content.backlog = Backlog()
            content.whenGiven = nil
        }
    }

    private func giveAll() {
        do {
            while let (piece, total) = try next() {
                try onBody(piece)
                let bytes = piece.offset + piece.data.count
                request.onProgress?(TransferProgress(direction: .receiving, bytes: bytes, total: total))
            }
        } catch {
            close()
            return onFailure(error)
        }
        let action = content.withLock { content in
            defer { content.whenGiven = nil }
            return content.isGiving ? nil : content.whenGiven
        }
        action?()
    }

    private func next() throws -> (piece: BodyPiece, total: Int?)? {
        try content.withLock { content in
            guard let data = try content.backlog.next() else {
                content.isGiving = false
                return nil
            }
            defer { content.taken += data.count }
            return (BodyPiece(data: data, offset: content.taken), content.total)
        }
    }
}
