import Reactor
import ReactorFoundation

/// A body that is read in chunks while it is sent.
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
/// Each chunk is requested after the previous chunk was consumed, so that a slow connection slows the reader down.
public struct BodyStream: Sendable {
    /// The total number of bytes, or nil if it is unknown. If the stream has more or fewer, the request fails.
    public let length: Int?
    /// Whether the stream can be read more than once.
    let isRepeatable: Bool
    /// The path of the file, for network adapters that send files themselves.
    package internal(set) var file: String?
    private let open: @Sendable () throws -> BodyChunks

    /// Creates a stream that can be read again. `make` is called for each reading.
    public init<Chunks: AsyncSequence & SendableMetatype>(length: Int?, _ make: @escaping @Sendable () throws -> Chunks)
    where Chunks.Element == Data {
        self.length = length
        isRepeatable = true
        open = { BodyChunks(try make()) }
    }

    /// Creates a stream that can be read once. A request with it is not retried, and fails when it is redirected with
    /// its body.
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
            if wasTaken { throw GatewayError.bodyNotRepeatable }
            return BodyChunks(chunks)
        }
    }

    /// Returns the chunks from the beginning, checked against ``length``.
    ///
    /// - Throws: ``GatewayError`` when a stream that can be read once is read again, or the error of opening the
    ///   source.
    public func chunks() throws -> BodyChunks { try open().checked(against: length) }

    /// Returns this stream with a limit, above which it throws a ``GatewayError``.
    func limited(to limit: Int) -> BodyStream {
        BodyStream(length: length, isRepeatable: isRepeatable) {
            try open().limited(to: limit)
        }
    }

    init(length: Int?, isRepeatable: Bool, open: @escaping @Sendable () throws -> BodyChunks) {
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

        /// Returns the next chunk, or nil at the end.
        public mutating func next() async throws -> Data? { try await pull() }
    }

    private let pull: () async throws -> Data?

    init(_ pull: @escaping () async throws -> Data?) { self.pull = pull }

    init<Chunks: AsyncSequence>(_ chunks: Chunks) where Chunks.Element == Data {
        var iterator = chunks.makeAsyncIterator()
        pull = { try await iterator.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pull: pull) }

    /// Fails unless the chunks have this many bytes together.
    fileprivate func checked(against length: Int?) -> BodyChunks {
        guard let length else { return self }
        var given = 0
        return BodyChunks { [pull] in
            let chunk = try await pull()
            given += chunk?.count ?? 0
            guard chunk == nil ? given == length : given <= length else {
                throw GatewayError.bodyLengthDiffers(said: length, given: given)
            }
            return chunk
        }
    }

    fileprivate func limited(to limit: Int) -> BodyChunks {
        var given = 0
        return BodyChunks { [pull] in
            let chunk = try await pull()
            given += chunk?.count ?? 0
            guard given <= limit else { throw GatewayError.bodyTooLarge(limit: limit) }
            return chunk
        }
    }
}
