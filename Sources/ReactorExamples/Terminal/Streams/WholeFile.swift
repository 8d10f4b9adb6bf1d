#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A file that is there as a whole, or as it was before.
package enum WholeFile {
    /// Puts a file of these bytes, for its owner alone, in the place of what is there. What is no file, such as a pipe, is
    /// written to.
    ///
    /// - Throws: ``OutputError``.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
            let unfinished = "\(path).unfinished"
            do {
                try put(bytes, in: unfinished, named: path)
                guard rename(unfinished, path) == 0 else { throw failure(path) }
            } catch {
                unlink(unfinished)
                throw error
            }
            return
        }
        try put(bytes, in: path, named: path)
    }

    private static func put(_ bytes: [UInt8], in path: String, named name: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw failure(name) }
        defer { close(descriptor) }
        try DescriptorSink(descriptor: descriptor, name: name.escaped()).write(bytes)
    }

    private static func failure(_ path: String) -> OutputError {
        OutputError(stream: path.escaped(), reason: String(cString: strerror(errno)))
    }
}
