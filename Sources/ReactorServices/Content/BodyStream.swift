import Reactor
import ReactorFoundation

/// A body in chunks, read while it is sent.
///
/// ```swift
/// import Foundation
/// let stream = BodyStream(length: 6) { AsyncStream { feed in
///     feed.yield(Data("abc".utf8))
///     feed.yield(Data("def".utf8))
///     feed.finish()
/// } }
/// ```
///
/// The next chunk is asked for when the one before was taken, so a sender that is slow holds the reader back.
public struct BodyStream: Sendable {
    /// The bytes of all chunks together, where that is known. A stream that gives more or fewer fails the request.
    public let length: Int?
    /// Whether it can be read more than once.
    let isRepeatable: Bool
    /// The path of the file it reads, for a network that can send files itself.
    package internal(set) var file: String?
    private let open: @Sendable () throws -> BodyChunks

    /// A stream that can be read again: `make` is called for each reading.
    public init<Chunks: AsyncSequence & SendableMetatype>(length: Int?, _ make: @escaping @Sendable () throws -> Chunks)
    where Chunks.Element == Data {
        self.length = length
        isRepeatable = true
        open = { BodyChunks(try make()) }
    }

    /// A stream that can be read once: a request with it is not retried, and fails when it is redirected with its body.
    public init<Chunks: AsyncSequence & Sendable & SendableMetatype>(length: Int?, once chunks: Chunks)
    where Chunks.Element == Data {
        self.length = length
        isRepeatable = false
        let isTaken = Guarded(false)
        open = {
            let wasTaken = isTaken.withLock { taken in
                defer { taken = true }
                return taken
            }
            if wasTaken { throw GatewayError(.bodyNotRepeatable) }
            return BodyChunks(chunks)
        }
    }

    /// Its chunks from the beginning, checked against ``length``.
    ///
    /// - Throws: ``GatewayError`` for the second reading of a stream that can be read once; what
    ///   opening its source throws.
    public func chunks() throws -> BodyChunks { try open().checked(against: length) }

    /// This stream, which throws ``GatewayError`` when it gives more.
    func limited(to limit: Int) -> BodyStream {
        BodyStream(length: length, isRepeatable: isRepeatable) {
            BodyChunks(LimitCheck(chunks: try open(), limit: limit))
        }
    }

    private init(length: Int?, isRepeatable: Bool, open: @escaping @Sendable () throws -> BodyChunks) {
        self.length = length
        self.isRepeatable = isRepeatable
        self.open = open
    }
}

/// One reading of a ``BodyStream``.
public struct BodyChunks: AsyncSequence {
    public typealias Element = Data

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let pull: () async throws -> Data?

        /// The next chunk; nil at the end.
        public mutating func next() async throws -> Data? { try await pull() }
    }

    private let pull: () async throws -> Data?

    init<Chunks: AsyncSequence>(_ chunks: Chunks) where Chunks.Element == Data {
        var iterator = chunks.makeAsyncIterator()
        pull = { try await iterator.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pull: pull) }

    fileprivate func checked(against length: Int?) -> BodyChunks {
        guard let length else { return self }
        return BodyChunks(LengthCheck(chunks: self, length: length))
    }
}

/// Throws when chunks are more or fewer bytes than was said.
private struct LengthCheck: AsyncSequence {
    let chunks: BodyChunks
    let length: Int

    struct AsyncIterator: AsyncIteratorProtocol {
        var base: BodyChunks.AsyncIterator
        let length: Int
        var given = 0

        mutating func next() async throws -> Data? {
            guard let chunk = try await base.next() else {
                guard given == length else { throw GatewayError(.bodyLengthDiffers(said: length, given: given)) }
                return nil
            }
            given += chunk.count
            guard given <= length else { throw GatewayError(.bodyLengthDiffers(said: length, given: given)) }
            return chunk
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: chunks.makeAsyncIterator(), length: length) }
}

/// Throws when chunks are more bytes than are allowed.
private struct LimitCheck: AsyncSequence {
    let chunks: BodyChunks
    let limit: Int

    struct AsyncIterator: AsyncIteratorProtocol {
        var base: BodyChunks.AsyncIterator
        let limit: Int
        var given = 0

        mutating func next() async throws -> Data? {
            let chunk = try await base.next()
            given += chunk?.count ?? 0
            guard given <= limit else { throw GatewayError(.bodyTooLarge(limit: limit)) }
            return chunk
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: chunks.makeAsyncIterator(), limit: limit) }
}
