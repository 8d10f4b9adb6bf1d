import ReactorPlatform
import ReactorFoundation

extension BodyStream {
    /// Creates a stream of a file, which is read in chunks while it is sent. It can be read again.
    ///
    /// The length is determined now. If the file has shrunk or grown when it is sent, the request fails.
    ///
    /// - Throws: ``GatewayError`` if the file cannot be read.
    public init(file path: String, chunkSize: Int = 64 * 1024) throws {
        let size = try OpenFile(path).size()
        self.init(length: size, isRepeatable: true) {
            let file = try OpenFile(path)
            return BodyChunks {
                try Task.checkCancellation()
                let chunk = try file.read(max(1, chunkSize))
                return chunk.isEmpty ? nil : chunk
            }
        }
        file = path
    }
}

/// The size and modification time of a file, which identify a changed file.
package struct FileMark: Hashable, Codable, Sendable {
    package let size: Int
    let seconds: Int
    let nanoseconds: Int

    package init(size: Int, seconds: Int, nanoseconds: Int) {
        self.size = size
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Reads the size and modification time of a file.
    ///
    /// - Throws: ``GatewayError/unreadableBody(path:reason:)``.
    package init(_ path: String) throws { self = try OpenFile(path).mark() }
}

/// A file descriptor that is closed when it is released.
private final class OpenFile {
    private let descriptor: CInt
    private let path: String

    init(_ path: String) throws {
        self.path = path
        // Without O_NONBLOCK, opening a FIFO waits for a process that writes to it. It changes nothing for a regular
        // file.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.failure(path) }
        _ = try mark()
    }

    deinit { close(descriptor) }

    func size() throws -> Int { try mark().size }

    func mark() throws -> FileMark {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw Self.failure(path) }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw GatewayError.unreadableBody(path: path, reason: "it is not a regular file")
        }
        let modified = information.modified
        return FileMark(
            size: Int(clamping: information.st_size), seconds: Int(modified.tv_sec), nanoseconds: Int(modified.tv_nsec))
    }

    func read(_ count: Int) throws -> Data {
        var chunk = Data(count: count)
        while true {
            let read = chunk.withUnsafeMutableBytes { buffer in
                systemRead(descriptor, buffer.baseAddress, count)
            }
            if read >= 0 { return chunk.prefix(read) }
            if errno != EINTR { throw Self.failure(path) }
        }
    }

    private static func failure(_ path: String) -> GatewayError {
        GatewayError.unreadableBody(path: path, reason: String(cString: strerror(errno)))
    }
}
