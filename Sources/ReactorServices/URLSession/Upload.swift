import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request's body in a form that a session sends.
///
/// A session on Linux blocks while it reads a body stream, so a stream is written to a file first.
enum Upload: Sendable {
    case nothing
    case bytes(Data)
    case file(URL)
    case temporary(TemporaryFile)

    init(_ body: RequestBody) async throws {
        switch body {
        case .none: self = .nothing
        case .value, .multipart: throw GatewayError.unwrittenBody
        case .bytes(let data), .typed(let data, _): self = .bytes(data)
        case .stream(let stream):
            if let file = stream.file {
                try Self.check(file, stream.length)
                // Foundation on Linux uses the length of a symbolic link instead of the length of its file, and waits
                // for more bytes.
                self = .file(URL(fileURLWithPath: file).resolvingSymlinksInPath())
            } else {
                self = .temporary(try await Self.spool(stream))
            }
        }
    }

    func task(in session: URLSession, for request: URLRequest) -> URLSessionTask {
        switch self {
        case .nothing: session.dataTask(with: request)
        case .bytes(let data): session.uploadTask(with: request, from: data)
        case .file(let url): session.uploadTask(with: request, fromFile: url)
        case .temporary(let file): session.uploadTask(with: request, fromFile: file.url)
        }
    }

    /// Refuses a file whose length has changed since the request was created, and a FIFO that has replaced it.
    private static func check(_ file: String, _ length: Int?) throws {
        let size = try FileMark(file).size
        if let length, size != length { throw GatewayError.bodyLengthDiffers(said: length, given: size) }
    }

    /// Writes a stream to a file.
    ///
    /// - Throws: ``GatewayError`` if the file cannot be written, or the error of the stream.
    static func spool(_ stream: BodyStream, to made: TemporaryFile? = nil) async throws -> TemporaryFile {
        let file = try made ?? TemporaryFile()
        for try await chunk in try stream.chunks() {
            do {
                try file.write(chunk)
            } catch {
                let reason = "the temporary file for it cannot be written, for example because the disk is full"
                throw GatewayError.unreadableBody(path: file.url.path, reason: reason)
            }
        }
        return file
    }
}
