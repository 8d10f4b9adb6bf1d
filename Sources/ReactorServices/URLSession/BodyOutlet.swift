import Foundation
import Reactor

/// Passes the body of a response to the request's closure in pieces, in order and on its own queue. The session handles
/// the responses of all requests on one queue, which a slow closure must not block.
final class BodyOutlet: Sendable {
    private struct Content {
        var backlog = Backlog()
        var isGiving = false
        var isClosed = false
        var taken = 0
        var total: Int?
        var whenGiven: (@Sendable () -> Void)?
    }

    private let content = Guarded(Content())
    private let request: Request
    private let onBody: @Sendable (BodyPiece) throws -> Void
    /// Called once, if the closure throws or a piece cannot be read.
    private let onFailure: @Sendable (any Error) -> Void
    private let queue = OperationQueue()

    /// Returns nil if the request has no closure.
    init?(_ request: Request, onFailure: @escaping @Sendable (any Error) -> Void) {
        guard let onBody = request.onBody else { return nil }
        self.request = request
        self.onBody = onBody
        self.onFailure = onFailure
    }

    var inMemory: Int { content.withLock { $0.backlog.inMemory } }

    /// Adds a piece, which is passed on after the previous pieces.
    ///
    /// - Throws: ``GatewayError`` if the temporary file cannot be written.
    func add(_ data: Data, of total: Int?) throws {
        let begins = try content.withLock { content in
            guard !content.isClosed, !data.isEmpty else { return false }
            try content.backlog.add(data)
            content.total = total
            defer { content.isGiving = true }
            return !content.isGiving
        }
        // At most one operation runs: the next is added after this one has found no more pieces.
        if begins { queue.addOperation { self.giveAll() } }
    }

    /// Calls `action` once, when all pieces have been passed on, and never if the outlet is closed or fails. The action
    /// of an earlier call that waits is called instead.
    func whenGiven(_ action: @escaping @Sendable () -> Void) {
        let isAllGiven = content.withLock { content in
            if content.isGiving, !content.isClosed, content.whenGiven == nil { content.whenGiven = action }
            return !content.isGiving && !content.isClosed
        }
        if isAllGiven { action() }
    }

    /// Discards all pieces except the one that is being passed on.
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
