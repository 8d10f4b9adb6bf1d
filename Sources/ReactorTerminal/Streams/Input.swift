import ReactorPlatform

/// The input of a program.
package enum Input {
    /// Reads a whole file, or standard input if the path is `-`.
    ///
    /// It stops when its task is cancelled, even while no input arrives.
    ///
    /// - Throws: ``InputError``, `CancellationError`.
    package static func bytes(_ path: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(path) { bytes += $0 }
        return bytes
    }

    /// Reads the input in pieces, for input that can be larger than memory.
    ///
    /// - Throws: Also the errors of `take`.
    package static func read(_ path: String, _ take: (ArraySlice<UInt8>) throws -> Void) throws {
        guard path != "-" else {
            guard isOpen(0) else { throw InputError(path: path, reason: "it is closed") }
            return try read(descriptor: 0, path: path, take)
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        try read(descriptor: descriptor, path: path, take)
    }

    private static func read(
        descriptor: Int32, path: String, _ take: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            try Task.checkCancellation()
            // Ctrl-C can arrive on another thread, so the wait must be limited.
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, 100)
            if ready == 0 || ready < 0 && errno == EINTR { continue }
            let count = systemRead(descriptor, &piece, piece.count)
            if count == 0 { return }
            if count > 0 {
                try take(piece[..<count])
            } else if errno != EINTR && errno != EAGAIN {
                throw failure(path)
            }
        }
    }

    /// Whether a standard stream is open. A stream that the system created in place of a closed one has no type.
    static func isOpen(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT != 0
    }

    private static func failure(_ path: String) -> InputError {
        InputError(path: path, reason: String(cString: strerror(errno)))
    }
}

/// A file that appears as a whole, and leaves the previous content until then. A pipe or device is written directly.
///
/// ```swift
/// let file = try WholeFile(path)
/// for line in lines { try file.write(line) }
/// try file.finish()
/// ```
package final class WholeFile {
    private let path: String
    /// The path of the temporary file, or the path itself for a pipe or device.
    private let place: String
    private let descriptor: Int32
    private var isFinished = false

    /// Replaces a file with these bytes. Only its owner can access it.
    ///
    /// - Throws: ``OutputError``.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try WholeFile(path)
        try file.write(bytes)
        try file.finish()
    }

    /// Begins a file that only its owner can access.
    ///
    /// - Throws: ``OutputError``.
    package init(_ path: String) throws {
        var status = stat()
        let isFile = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        self.path = path
        place = isFile ? "\(path).unfinished" : path
        descriptor = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isFinished && place != path { unlink(place) }
    }

    /// - Throws: ``OutputError``, ``BrokenPipe``.
    package func write(_ bytes: [UInt8]) throws {
        try DescriptorSink(descriptor: descriptor, name: path.escaped()).write(bytes)
    }

    /// Syncs the file to disk, and moves it to its path. Without this call the file is removed.
    ///
    /// - Throws: ``OutputError``.
    package func finish() throws {
        guard place == path || fsync(descriptor) == 0 && rename(place, path) == 0 else { throw Self.failure(path) }
        isFinished = true
    }

    private static func failure(_ path: String) -> OutputError {
        OutputError(stream: path.escaped(), reason: String(cString: strerror(errno)))
    }
}
