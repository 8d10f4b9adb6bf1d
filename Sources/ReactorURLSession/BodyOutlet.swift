import Foundation
import ReactorServices

/// Gives the body of an answer to whom the request names, piece by piece, in order and on a queue of its own: the system
/// reads the answers of all requests on one, and a slow receiver must not hold that up.
final class BodyOutlet: @unchecked Sendable {
    // Sendable: the variables are read and written only while `lock` is held.
    private let lock = NSLock()
    private var backlog = Backlog()
    private var isGiving = false
    private var isClosed = false
    /// How much has been taken from the backlog.
    private var taken = 0
    /// How much the answer says it has; nil where it does not.
    private var total: Int?
    private var whenGiven: (@Sendable () -> Void)?

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
    var inMemory: Int { lock.withLock { backlog.inMemory } }

    /// Takes a piece, which is given when those before it were.
    ///
    /// - Throws: ``GatewayError/unkeptAnswer(reason:)``.
    func add(_ data: Data, of total: Int?) throws {
        let begins = try lock.withLock {
            guard !isClosed, !data.isEmpty else { return false }
            try backlog.add(data)
            self.total = total
            defer { isGiving = true }
            return !isGiving
        }
        // One operation at a time: the next begins when this one has found nothing left.
        if begins { queue.addOperation { self.giveAll() } }
    }

    /// Calls `action` once, when everything that was added has been given; never when that ends otherwise.
    func whenGiven(_ action: @escaping @Sendable () -> Void) {
        let isAllGiven = lock.withLock {
            if isGiving, !isClosed { whenGiven = action }
            return !isGiving && !isClosed
        }
        if isAllGiven { action() }
    }

    /// Gives nothing more, but for what is being given.
    func close() {
        lock.withLock {
            isClosed = true
            backlog = Backlog()
            whenGiven = nil
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
        let action = lock.withLock {
            defer { whenGiven = nil }
            return isGiving ? nil : whenGiven
        }
        action?()
    }

    private func next() throws -> (piece: BodyPiece, total: Int?)? {
        try lock.withLock {
            guard let data = try backlog.next() else {
                isGiving = false
                return nil
            }
            defer { taken += data.count }
            return (BodyPiece(data: data, offset: taken), total)
        }
    }
}
