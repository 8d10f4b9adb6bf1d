#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension MultipartForm {
    /// The form as a body that reads its files while it is sent, and that knows its length beforehand.
    ///
    /// - Throws: ``GatewayError`` when a file cannot be read.
    func body(boundary: MultipartBoundary) throws -> BodyStream {
        let segments = segments(boundary: boundary)
        var sources: [MultipartSource] = []
        var length = 0
        for segment in segments {
            switch segment {
            case .bytes(let bytes):
                sources.append(.bytes(bytes))
                length += bytes.count
            case .file(let path):
                let stream = try BodyStream(file: path)
                sources.append(.stream(stream))
                length += stream.length ?? 0
            }
        }
        return BodyStream(length: length) { [sources] in MultipartChunks(sources: sources) }
    }
}

private enum MultipartSource: Sendable {
    case bytes(Data)
    case stream(BodyStream)
}

/// The chunks of several sources, one source after another.
private struct MultipartChunks: AsyncSequence {
    let sources: [MultipartSource]

    struct AsyncIterator: AsyncIteratorProtocol {
        var sources: ArraySlice<MultipartSource>
        var reading: BodyChunks.AsyncIterator?

        mutating func next() async throws -> Data? {
            while true {
                if let chunk = try await reading?.next() { return chunk }
                reading = nil
                switch sources.popFirst() {
                case nil: return nil
                case .bytes(let bytes): return bytes
                case .stream(let stream): reading = try stream.chunks().makeAsyncIterator()
                }
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sources: sources[...], reading: nil) }
}
